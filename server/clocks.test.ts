import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { copyDatabase, dropDatabase } from './testing/databases.ts';
import { clientOf, type SignedIn, signInTo } from './testing/harness.ts';
import { startServerProcess } from './testing/server-process.ts';
import { ADMIN_PASSWORD } from './testing/stand-ins.ts';
import { buildDepositForm, buildImage, upload } from './testing/upload.ts';

const PASSWORD = 'correct-horse';
const PATIENCE_MS = 240_000;

/** Returns code that shifts the clock of a Node.js process: every `new Date()` and `Date.now()`. */
const clockAhead = (ms: number) => `
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...given) { super(...(given.length > 0 ? given : [Real.now() + ${ms}])); }
    static now() { return Real.now() + ${ms}; }
  };`;

/** Starts a server whose clock is ahead of the database's. Resolves to its address. */
async function start(settings: Record<string, string>, aheadMs: number): Promise<string> {
  const preload = `data:text/javascript,${encodeURIComponent(clockAhead(aheadMs))}`;
  const { server } = await startServerProcess({ ...settings, NODE_OPTIONS: `--import ${preload}` });
  return server.untilReady();
}

async function startBoth(aheadMs: number) {
  const url = await copyDatabase(inject('templateUrl'));
  const files = await mkdtemp(path.join(tmpdir(), 'wallet-files-'));
  // Runs after the servers have ended.
  onTestFinished(async () => {
    await dropDatabase(url);
    await rm(files, { recursive: true, force: true });
  });
  const settings = {
    DATABASE_URL: url,
    DATABASE_POOL_SIZE: '8',
    FILES_URL: files,
    TRANSLATION_PROVIDER: 'off',
  };
  return Promise.all([start(settings, aheadMs), start(settings, 0)]);
}

const at = (baseUrl: string, { cookie, userId }: SignedIn): SignedIn => ({
  api: clientOf(baseUrl, cookie),
  baseUrl,
  cookie,
  userId,
});

const approve = ({ api }: SignedIn, id: string) =>
  api.review.decide({ ids: [id], decision: 'approved', requestKey: randomUUID() });

async function deposit(person: SignedIn, amount: string): Promise<string> {
  const [form, body] = [buildDepositForm({ amount }), await buildImage()];
  const sent = await upload(person, { cookie: person.cookie, path: '/files/deposits', form, body });
  expect(sent).toMatchObject({ status: 200 });
  return String(sent.body.id);
}

async function withdraw({ api }: SignedIn, amount: string): Promise<string> {
  const account = { accountName: 'Asha', accountNumber: '12345678', bankName: 'SBI' };
  const { id: bankAccountId } = await api.bankAccounts.create({ ...account, isDefault: true });
  return (await api.withdrawals.request({ amount, bankAccountId, requestKey: randomUUID() })).id;
}

async function pageThroughAudit({ api }: SignedIn, search: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.audit.list({ search, limit: 1, ...(cursor && { cursor }) });
    ids.push(...page.rows.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor);
  return ids;
}

test(
  'servers whose clocks differ by 5 seconds keep passbook and audit records in the order of events',
  async () => {
    const [fast, slow] = await startBoth(5000);
    const admin = await signInTo(slow, 'admin', ADMIN_PASSWORD);
    const username = `user-${randomUUID().slice(0, 8)}`;
    await admin.api.users.create({ username, password: PASSWORD, role: 'user' });
    const person = await signInTo(slow, username, PASSWORD);

    await approve(at(fast, admin), await deposit(at(fast, person), '100'));
    await approve(admin, await withdraw(person, '60'));

    const { rows } = await person.api.transactions.passbook({});
    expect(rows.map((row) => [row.type, row.runningBalancePaise])).toEqual([
      ['withdrawal', 40_00],
      ['deposit', 100_00],
    ]);
    const whole = await admin.api.audit.list({ search: username, limit: 100 });
    expect(whole.rows.map(({ action }) => action)).toEqual([
      'transaction.approve',
      'transaction.request',
      'bankAccount.insert',
      'transaction.approve',
      'transaction.request',
      'session.start',
      'user.create',
    ]);
    expect(await pageThroughAudit(admin, username)).toEqual(whole.rows.map(({ id }) => id));
  },
  PATIENCE_MS,
);

test(
  'a server whose clock is 400 days ahead ends no session and dates nothing in the future',
  async () => {
    const [fast, slow] = await startBoth(400 * 86_400_000);
    const admin = await signInTo(slow, 'admin', ADMIN_PASSWORD);
    const { user } = await at(fast, admin).api.sessions.current();
    expect(user.username).toBe('admin');
    const ahead = await signInTo(fast, 'admin', ADMIN_PASSWORD);
    expect((await at(slow, ahead).api.sessions.current()).user.username).toBe('admin');
    // Both servers date what they write by the database's clock.
    const { rows } = await admin.api.audit.list({ action: 'session.start', limit: 2 });
    const [newest, older] = rows.map(({ createdAt }) => createdAt.getTime());
    expect((newest ?? 0) - (older ?? 0)).toBeLessThan(PATIENCE_MS);
  },
  PATIENCE_MS,
);
