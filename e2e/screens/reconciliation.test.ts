import { expect } from 'vitest';
import { createTestUser } from '#server/testing/accounts.ts';
import { DAY_BEFORE } from '#server/testing/clock.ts';
import type { Application } from './application.ts';
import { ADMIN, type ApiUser, buildImage, DEMO, signInToApi } from './fixtures.ts';
import type { SpecChecker } from './spec-checker.ts';
import { testScreens } from './test-screens.ts';

const UTR = '632628601452';
const MATCHED_UTR = '632628601999';
/** Sent with two deposits. */
const SHARED_UTR = '632628601555';
const REVIEWER = { username: 'reviewer', password: 'reviewer-of-e2e' };
const PAGE = '/admin/reconciliation';
const TITLE = 'Reconciliation';

testScreens('reconciliation', async (admin, application) => {
  const { server } = application;
  const chief = await signInToApi(server, ADMIN);
  await chief.api.settings.save({ undoSeconds: 60 });
  const demo = await signInToApi(server, DEMO);
  await application.open(ADMIN, PAGE);
  await checkEmpty(admin);
  await checkFailed(admin);

  const deposits = { '300': SHARED_UTR, '200': SHARED_UTR, '410': UTR, '650': MATCHED_UTR };
  for (const [amount, utr] of Object.entries(deposits)) {
    const form = { amount, utr, requestKey: crypto.randomUUID() };
    const receipt = await buildImage();
    await demo.upload('/files/deposits', form, receipt);
    if (utr !== MATCHED_UTR) continue;
    const again = { amount: '651', requestKey: crypto.randomUUID() };
    await demo.upload('/files/deposits', again, receipt);
  }
  await importLines(chief, [
    'CASH DEPOSIT,,500.00',
    'INTEREST OF THE BANK,,75.00',
    `UPI/CR/${MATCHED_UTR}/DEMO,${MATCHED_UTR},650.00`,
  ]);
  await proposeMatch(admin, MATCHED_UTR);
  await application.load(`${PAGE}?tab=unclaimed`);
  await splitLine(admin);
  await markNotOurs(admin);
  await creditAndTakeBack(admin);
  await approveCertain(admin);
  await application.load(`${PAGE}?tab=balances`);
  const account = await admin.row('Current account');
  // Received: 500, 75 and 650; all of it is matched or not for us.
  await admin.waitUntil('₹1,225.00');
  expect(account.textContent).toContain('₹1,225.00');
  await admin.isAccessible();
  await admin.openFresh(`${PAGE}?tab=waiting`, TITLE);
  await admin.row('DEP-');
  await admin.waitUntil('₹410.00');
  await admin.waitUntil('Not matched with the statement up to');
  await admin.isAccessible();
  await application.load('/admin/deposits');
  await admin.pressButton('View receipt: ₹410.00, demo');
  await admin.contains(
    ['dialog', 'Deposit Receipt'],
    'Bank statement',
    'Not in the statement up to',
  );
  await admin.isAccessible();
  await addFinding(admin, '410.00');
  await application.load('/admin/deposits');
  await admin.pressButton('View receipt: ₹410.00, demo');
  await admin.contains(
    ['dialog', 'Deposit Receipt'],
    ...['₹75.00', 'INTEREST OF THE BANK', 'The request has another amount'],
    ...['Match a part of it, or ask the user.', 'Money without a request'],
  );
  await admin.isAccessible();

  await createTestUser(server.deps, { ...REVIEWER, role: 'admin', adminRole: 'reviewer' });
  await application.open(REVIEWER, `${PAGE}?tab=unclaimed`);
  await application.load(`${PAGE}?tab=unclaimed`);
  await admin.find('button', 'Not for us: ₹75.00');
  await admin.hasCount('button', 'More: ₹75.00', 0);
});

async function checkEmpty(admin: SpecChecker): Promise<void> {
  await admin.waitUntil('No matches');
  await admin.isAccessible();
  const tabs = [
    ['Money without a request', 'All received money is matched'],
    ['Requests without money', 'No deposit waits for its money'],
    ['History', 'No history yet'],
    ['Balances', 'No bank accounts yet'],
  ] as const;
  for (const [tab, text] of tabs) {
    await admin.press('tab', tab);
    await admin.waitUntil(text);
    await admin.isAccessible();
  }
  await admin.press('tab', 'Requests without money');
  await admin.waitUntil('No bank statement was imported yet.');
}

async function checkFailed(admin: SpecChecker): Promise<void> {
  const { application } = admin;
  application.fail(/\/rpc\/reconciliation\//);
  for (const [tab, text] of [
    ['matches', 'Failed to load the matches'],
    ['unclaimed', 'Failed to load the statement lines'],
    ['waiting', 'Failed to fetch transactions'],
    ['history', 'Failed to load the matches'],
    ['balances', 'Failed to load the balances'],
  ]) {
    await application.load(`${PAGE}?tab=${tab}`);
    await admin.waitUntil(text ?? '');
    await admin.find('button', 'Retry');
  }
  application.restore();
}

/** Imports received payments: narration, reference and amount. */
async function importLines({ api, upload }: ApiUser, lines: string[]): Promise<void> {
  const account = { name: 'Current account', lastFour: null, isActive: true };
  const { id: accountId } = await api.statements.createAccount(account);
  const rows = lines.map((text) => `${DAY_BEFORE},${text}`);
  const file = Buffer.from(
    ['Date,Narration,Reference,Credit,Debit', ...rows.map((row) => `${row},`), ''].join('\n'),
  );
  await upload('/files/statements', { accountId, fileName: 'a.csv', isImport: true }, file);
}

/** The lines were compared, with a proposal as the matching engine makes it; it may already be there. */
async function proposeMatch({ application }: SpecChecker, utr: string): Promise<void> {
  const { db } = application.server.deps;
  await db.query('UPDATE statement_imports SET is_matched = true');
  await db.query(
    `INSERT INTO statement_matches (id, line_id, account_id, request_id, kind, paise, grade, reason, state, created_at)
     SELECT gen_random_uuid(), l.id, l.account_id, t.id, 'deposit', l.paise, 'certain', 'utr_amount', 'proposed', now()
     FROM statement_lines l JOIN transactions t ON t.utr = l.utr WHERE l.utr = $1 ON CONFLICT DO NOTHING`,
    [utr],
  );
}

/** The line that is left names a deposit with another amount. */
async function addFinding({ application }: SpecChecker, rupees: string): Promise<void> {
  await application.server.deps.db.query(
    `INSERT INTO statement_findings (line_id, state, request_ids, created_at)
     SELECT l.id, 'amount_differs', ARRAY[t.id], now() FROM statement_lines l, transactions t
     WHERE l.claimed_paise = 0 AND t.amount_paise = 100 * $1::numeric
     ON CONFLICT (line_id) DO UPDATE SET state = excluded.state, request_ids = excluded.request_ids`,
    [rupees],
  );
}

/** The same payment is credited to a user, and the credit is taken back. */
async function creditAndTakeBack(admin: SpecChecker): Promise<void> {
  await admin.openFresh(`${PAGE}?tab=unclaimed`, TITLE);
  await admin.pressButton('More: ₹75.00');
  await admin.press('menuitem', 'Create a deposit');
  await admin.dialog('Create a deposit');
  await admin.fill('User', 'demo');
  await admin.press('radio', /demo/);
  await admin.waitUntil('₹75.00 will be credited to demo.');
  await admin.pressButton('Create a deposit');
  await admin.waitUntil('All received money is matched');
  await admin.openFresh(`${PAGE}?tab=history`, TITLE);
  await admin.row('INTEREST OF THE BANK');
  await admin.pressButton('Undo: ₹75.00');
  await admin.contains(['dialog', 'Undo the deposit?'], 'The amount is taken back from the user');
  await admin.isAccessible();
  await admin.pressButton('Undo');
  await admin.hasNoRow('INTEREST OF THE BANK');
}

/** Certain matches: refusals are explained, and one match is shown with its evidence. */
async function approveCertain(admin: SpecChecker): Promise<void> {
  const { application } = admin;
  await admin.openFresh(PAGE, TITLE);
  await admin.waitUntil('1 match, ₹650.00');
  await admin.waitUntil('Same UTR and amount');
  await admin.isAccessible();
  application.respond(/\/rpc\/reconciliation\/accept/, (body) => {
    const { ids } = JSON.parse(body).json;
    const refusal = { code: 'OWN_REQUEST' };
    return { json: { results: ids.map((id: string) => ({ id, refusal })) } };
  });
  await admin.pressButton('Approve all');
  await admin.contains(
    ['dialog', 'Approve all certain matches'],
    ...['1 request stopped', 'The same picture was sent with another deposit', '₹650.00'],
  );
  await admin.isDisabled('Approve all');
  await admin.isAccessible();
  await admin.pressButton('Cancel');
  await rejectOther(application);
  await admin.openFresh(PAGE, TITLE);
  await admin.waitUntil('1 match, ₹650.00');
  await admin.pressButton('Approve all');
  await admin.waitUntil('1 deposit with ₹650.00 will be approved.');
  await admin.isAccessible();
  await admin.pressButton('Approve all');
  await admin.contains(['dialog', 'Results'], '1 stays pending', '₹650.00', 'demo');
  await admin.pressButton('Close');
  await admin.hasCount('dialog', 'Results', 0);
  application.restore();
  await admin.pressButton('Approve: ₹650.00, demo');
  await admin.contains(['dialog', 'Approve Deposit'], MATCHED_UTR, 'Equal', 'Narration');
  await admin.isAccessible();
  await admin.pressButton('Approve');
  await admin.waitUntil('The approval has not taken effect yet.');
  await admin.isAccessible();
  await admin.pressButton('Undo: ₹650.00, demo');
  await admin.find('button', 'Approve: ₹650.00, demo');
}

/** Rejects the other deposit with the same picture. */
async function rejectOther({ server }: Application): Promise<void> {
  const { api } = await signInToApi(server, ADMIN);
  const { rows } = await api.transactions.list({ type: 'deposit', tab: 'pending' });
  const ids = rows.flatMap(({ id, amountPaise }) => (amountPaise === 651_00 ? [id] : []));
  await api.review.decide({ ids, decision: 'rejected', requestKey: crypto.randomUUID() });
}

/** One payment for two deposits: amounts are proposed, checked, and both deposits are approved. */
async function splitLine(admin: SpecChecker): Promise<void> {
  await admin.waitUntil('Match it by hand, or create a deposit.');
  await admin.isAccessible();
  await admin.pressButton('Match: ₹500.00');
  await admin.contains(['dialog', 'Match by hand'], 'CASH DEPOSIT', 'Choose one or more deposits.');
  await admin.press('checkbox', /₹300\.00, demo/);
  await admin.waitUntil('₹200.00 remain');
  await admin.contains(
    ['dialog', 'Match by hand'],
    ...['Check before you decide', 'The same UTR was sent with another deposit', 'Pending'],
  );
  await admin.press('checkbox', /₹200\.00, demo/);
  await admin.waitUntil('₹0.00 remain');
  await admin.fill('Part of ₹200.00, demo', '201');
  await admin.waitUntil('A part is higher than the amount of its deposit.');
  await admin.isDisabled('Match and approve');
  await admin.fill('Part of ₹200.00, demo', '200');
  await admin.isAccessible();
  await admin.pressButton('Match and approve');
  await admin.hasCount('dialog', 'Match by hand', 0);
  await admin.hasNoRow('CASH DEPOSIT');
}

/** The other payment gets a reason, which can be undone. */
async function markNotOurs(admin: SpecChecker): Promise<void> {
  await admin.pressButton('More: ₹75.00');
  await admin.press('menuitem', 'Not for us');
  await admin.dialog('Not for us');
  await admin.pressButton('Save');
  await admin.waitUntil('Please enter why this money is not for us.');
  await admin.fillIn({ Reason: 'Interest' }, 'Save');
  await admin.waitUntil('All received money is matched');
  await admin.openFresh(`${PAGE}?tab=history`, TITLE);
  await admin.row('Interest');
  await admin.isAccessible();
  await admin.pressButton('Undo: ₹75.00');
  await admin.contains(['dialog', 'Undo the match?'], 'The money becomes unmatched.');
  await admin.pressButton('Undo');
  await admin.hasNoRow('Interest');
}
