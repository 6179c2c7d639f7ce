import { waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { DAY_BEFORE } from '#server/testing/clock.ts';
import { Application, PATIENCE } from './application.ts';
import { ADMIN, addNewcomer, buildImage, DEMO, seedDemoData, signInToApi } from './fixtures.ts';

const ROWS = 50;
/** The limit is 1,500 in a browser, whose head has more elements. */
const MAX_ELEMENTS = 1450;
const TIMEOUT_MS = 600_000;

/** Addresses, and the calls that return their rows. `{demo}` is replaced by the id of the user. */
const LISTS: Record<string, RegExp> = {
  '/admin/users': /users\/list/,
  '/admin/users/{demo}?tab=requests': /transactions\/search/,
  '/admin/deposits': /transactions\/list/,
  '/admin/deposits?tab=history': /transactions\/list/,
  '/admin/withdrawals': /transactions\/list/,
  '/admin/withdrawals?tab=history': /transactions\/list/,
  '/admin/transactions': /transactions\/search/,
  '/admin/audit': /audit\/list/,
  '/admin/sources': /sources\/list$/,
  '/admin/qr-codes': /qrCodes\/list$/,
  '/admin/banners': /banners\/list$/,
  '/admin/banks': /banks\/list/,
  '/admin/site-urls': /siteUrls\/list$/,
  '/admin/statements': /statements\/imports/,
  '/admin/statements?tab=lines': /statements\/lines/,
  '/admin/statements?tab=accounts': /statements\/accounts/,
  '/admin/reconciliation': /reconciliation\/matches/,
  '/admin/reconciliation?tab=unclaimed': /reconciliation\/unclaimed/,
  '/admin/reconciliation?tab=waiting': /reconciliation\/waiting/,
  '/admin/messages': /supportMessages\/list/,
  '/admin/settings/api': /apiKeys\/list/,
  '/admin/settings/webhooks': /webhooks\/list/,
};

test(
  'pages with a list of 50 rows have at most 1,500 elements',
  async () => {
    const application = await Application.start();
    try {
      const demoId = await seed(application);
      await application.open(ADMIN, '/admin');
      const counts: Record<string, number> = {};
      for (const [path, call] of Object.entries(LISTS)) {
        application.repeatRows(call, ROWS);
        await application.load(path.replace('{demo}', demoId));
        counts[path] = await countElements(path);
        application.restore();
      }
      const tooLarge = Object.entries(counts).filter(([, count]) => count > MAX_ELEMENTS);
      expect(tooLarge).toEqual([]);
    } finally {
      await application.close();
    }
  },
  TIMEOUT_MS,
);

async function countElements(path: string): Promise<number> {
  const rows = () => document.querySelectorAll('main [data-key], main li[data-banner], main li');
  await waitFor(() => {
    const count = rows().length;
    if (count < ROWS) throw new Error(`${path} has ${count} rows`);
  }, PATIENCE);
  return document.querySelectorAll('*').length;
}

/** Adds at least one row to each list, and returns the id of the user. */
async function seed({ server }: Application): Promise<string> {
  await addNewcomer(server);
  await seedDemoData(server);
  const { api, upload } = await signInToApi(server, ADMIN);
  const demo = await signInToApi(server, DEMO);
  const utr = '632628601999';
  const deposit = { amount: '650', utr, requestKey: crypto.randomUUID() };
  await demo.upload('/files/deposits', deposit, await buildImage());
  const account = { name: 'Current account', lastFour: null, isActive: true };
  const { id: accountId } = await api.statements.createAccount(account);
  const lines = `Date,Narration,Reference,Credit,Debit
${DAY_BEFORE},INTEREST,,75.00,
${DAY_BEFORE},UPI/CR/${utr}/DEMO,${utr},650.00,
`;
  const statement = { accountId, fileName: 'a.csv', isImport: true };
  await upload('/files/statements', statement, Buffer.from(lines));
  // A proposal as the matching engine makes it; it may already be there.
  await server.deps.db.query(
    `INSERT INTO statement_matches (id, line_id, account_id, request_id, kind, paise, grade, reason, state, created_at)
     SELECT gen_random_uuid(), l.id, l.account_id, t.id, 'deposit', l.paise, 'certain', 'utr_amount', 'proposed', now()
     FROM statement_lines l JOIN transactions t ON t.utr = l.utr WHERE l.utr = $1 ON CONFLICT DO NOTHING`,
    [utr],
  );
  await demo.api.supportMessages.send({
    ...{
      name: 'Demo',
      email: 'demo@example.com',
      category: 'deposit',
      requestKey: crypto.randomUUID(),
    },
    subject: 'A deposit',
    message: 'When is it approved?',
  });
  await api.apiKeys.create({ name: 'Reports', scopes: ['reports:read'], days: 30 });
  const hook = { url: 'https://example.org/hook', description: '', isActive: true };
  await api.webhooks.create({ ...hook, eventTypes: ['user.created'] });
  const { rows } = await api.users.list({ search: 'demo' });
  return rows[0]?.id ?? '';
}
