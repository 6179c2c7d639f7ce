import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Database } from './db/database.ts';
import { TEST_DAY } from './testing/clock.ts';
import { openTestDatabase } from './testing/database.ts';
import { clientOf, type SignedIn, signInTo } from './testing/harness.ts';
import { expectVerified } from './testing/money-world.ts';
import { type ServerProcess, startServerProcess } from './testing/server-process.ts';
import { ADMIN_PASSWORD } from './testing/stand-ins.ts';
import { buildDepositForm, buildImage, upload } from './testing/upload.ts';

const PASSWORD = 'correct-horse';
const PATIENCE_MS = 240_000;
const LINES = 3000;
const DEPOSITS = 4;

let url: string;
let db: Database;
beforeEach(async () => {
  const opened = await openTestDatabase();
  ({ url, db } = opened);
  return () => opened.drop();
});

interface Running {
  server: ServerProcess;
  baseUrl: string;
}

async function start(): Promise<Running> {
  const settings = { DATABASE_URL: url, TRANSLATION_PROVIDER: 'off' };
  const { server } = await startServerProcess(settings);
  return { server, baseUrl: await server.untilReady() };
}

const at = ({ baseUrl }: Running, { cookie, userId }: SignedIn): SignedIn => ({
  api: clientOf(baseUrl, cookie),
  baseUrl,
  cookie,
  userId,
});

/** Kills the server when this SQL is true, with any work of other requests. */
async function killWhen({ server }: Running, sql: string): Promise<void> {
  const isTrue = async () => (await db.query<{ ok: boolean }>(`SELECT ${sql} AS ok`))[0]?.ok;
  await expect.poll(isTrue, { timeout: 50_000, interval: 2 }).toBe(true);
  server.signal('SIGKILL');
  await server.exited;
}

const count = async (sql: string) =>
  (await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`))[0]?.n;

/** SQL: another session is in a transaction, and its last statement begins with this. */
const isAt = (statement: string) =>
  `EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
     AND state <> 'idle' AND query ILIKE '${statement}%')`;

const utrOf = (n: number) => String(630_500_000_000 + n * 7919);

/** An invented statement in which every so many lines pay a deposit. */
function buildStatement(): Buffer {
  const every = Math.floor(LINES / DEPOSITS);
  const rows = Array.from({ length: LINES }, (_, n) => {
    const deposit = n % every === 0 && n / every < DEPOSITS ? n / every : undefined;
    return deposit === undefined
      ? `${TEST_DAY},CASH ${n},,${n + 1}.25`
      : `${TEST_DAY},UPI/CR/${utrOf(deposit)},,500.00`;
  });
  return Buffer.from(['Date,Details,Debit,Credit', ...rows, ''].join('\n'));
}

const isLate = ({ code, data }: Record<string, unknown>) =>
  code === 'STATEMENT_UNREADABLE' && (data as { fault?: string }).fault === 'tooMuchWork'; // The data of this code.

test(
  'a server that is killed while it imports, matches and approves leaves nothing half done or twice',
  async () => {
    let running = await start();
    const admin = await signInTo(running.baseUrl, 'admin', ADMIN_PASSWORD);
    const username = `user-${randomUUID().slice(0, 8)}`;
    await admin.api.users.create({ username, password: PASSWORD, role: 'user' });
    const person = await signInTo(running.baseUrl, username, PASSWORD);
    for (let n = 0; n < DEPOSITS; n += 1) {
      const form = buildDepositForm({ amount: '500', utr: utrOf(n) });
      const body = await buildImage();
      const sent = { cookie: person.cookie, path: '/files/deposits', form, body };
      expect(await upload(running, sent)).toMatchObject({ status: 200 });
    }
    const account = { name: 'Current account', lastFour: null, isActive: true };
    const { id: accountId } = await admin.api.statements.createAccount(account);

    const form = { accountId, fileName: 'a.csv', isImport: true, requestKey: randomUUID() };
    const body = buildStatement();
    /** On a busy machine the file may not be read in time. That changes nothing, so it is sent again. */
    const send = async (baseUrl: string): ReturnType<typeof upload> => {
      const sent = { cookie: admin.cookie, path: '/files/statements', form, body };
      const answer = await upload({ baseUrl }, sent);
      return isLate(answer.body) ? send(baseUrl) : answer;
    };
    const imported = send(running.baseUrl).catch(() => undefined);
    const hasImport = 'EXISTS (SELECT FROM statement_imports)';
    await killWhen(running, `${isAt('INSERT INTO statement_lines')} OR ${hasImport}`);
    await imported;
    expect([0, LINES]).toContain(await count('statement_lines'));

    running = await start();
    expect(await send(running.baseUrl)).toMatchObject({ status: 200 });
    expect(await send(running.baseUrl)).toMatchObject({ status: 200 });
    expect(await count('statement_lines')).toBe(LINES);
    expect(await count('statement_imports')).toBe(1);
    await killWhen(running, 'EXISTS (SELECT FROM statement_matches)');

    running = await start();
    const isMatched = 'NOT EXISTS (SELECT FROM statement_imports WHERE NOT is_matched)';
    await expect
      .poll(async () => (await db.query(`SELECT WHERE ${isMatched}`)).length, { timeout: 50_000 })
      .toBe(1);
    const { api } = at(running, admin);
    const { rows } = await api.reconciliation.matches({ state: 'proposed', limit: 100 });
    expect(new Set(rows.map(({ request }) => request?.id)).size).toBe(DEPOSITS);
    expect(rows).toHaveLength(DEPOSITS);
    const accept = { ids: rows.map(({ id }) => id), requestKey: randomUUID() };
    const accepted = api.reconciliation.accept(accept).catch(() => undefined);
    const approved = `transactions WHERE status = 'approved' AND utr IS NOT NULL`;
    await killWhen(running, `${isAt('UPDATE transactions')} OR EXISTS (SELECT FROM ${approved})`);
    await accepted;
    expect([0, DEPOSITS]).toContain(await count(approved));

    running = await start();
    const again = await at(running, admin).api.reconciliation.accept(accept);
    expect(again.results.map(({ refusal }) => refusal?.code)).not.toContain('MATCH_NOT_FOUND');
    expect(await count(`statement_matches WHERE state = 'accepted'`)).toBe(DEPOSITS);
    const { balancePaise } = await at(running, person).api.balances.current();
    expect(balancePaise).toBe(DEPOSITS * 500_00);
    running.server.signal('SIGKILL');
    await running.server.exited;
    await expectVerified(db);
  },
  PATIENCE_MS,
);
