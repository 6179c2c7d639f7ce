import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import type { Database } from './db/database.ts';
import { openTestDatabase } from './testing/database.ts';
import { type SignedIn, signInTo } from './testing/harness.ts';
import { expectVerified } from './testing/money-world.ts';
import { type ServerProcess, startServerProcess } from './testing/server-process.ts';
import { ADMIN_PASSWORD } from './testing/stand-ins.ts';
import { openStream, type TestStream } from './testing/streams.ts';
import { buildDepositForm, buildImage, upload } from './testing/upload.ts';

const PASSWORD = 'correct-horse';
const PATIENCE_MS = 240_000;
const STREAMS = 6;
const DEPOSITS = 8;
/** A worker is killed after this many decisions, so that the others are at every stage. */
const KILL_AFTER = 3;
const RETRY_MS = 50;

let url: string;
let db: Database;
beforeEach(async () => {
  const opened = await openTestDatabase();
  ({ url, db } = opened);
  return () => opened.drop();
});

async function start(): Promise<ServerProcess> {
  const settings = {
    DATABASE_URL: url,
    WORKERS: '2',
    WORKER_TIMEOUT_MS: '10000',
    LOG_LEVEL: 'info',
    TRANSLATION_PROVIDER: 'off',
  };
  return (await startServerProcess(settings)).server;
}

/** Returns the process ids of the workers in the order in which they began to listen. */
function pidsOf({ printed }: ServerProcess): number[] {
  const lines = printed.split('\n').filter((line) => line.includes('Server listening at'));
  return lines.map((line) => Number(JSON.parse(line).pid));
}

async function readMetric(baseUrl: string, name: string): Promise<number> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.split(' ').at(-1));
}

/** Repeats a call, as a client does that has lost its connection. */
async function persist<Result>(call: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await call();
    } catch {
      await wait(RETRY_MS);
    }
  }
}

async function newPerson(admin: SignedIn): Promise<SignedIn> {
  const username = `user-${randomUUID().slice(0, 8)}`;
  await admin.api.users.create({ username, password: PASSWORD, role: 'user' });
  return signInTo(admin.baseUrl, username, PASSWORD);
}

async function deposit(person: SignedIn, form: object, body: Buffer): Promise<string> {
  const sent = await upload(person, { cookie: person.cookie, path: '/files/deposits', form, body });
  expect(sent).toMatchObject({ status: 200 });
  return String(sent.body.id);
}

/** Returns how many streams still receive the events of a deposit. */
async function countReceiving(streams: TestStream[], id: string): Promise<number> {
  const receiving = streams.map((stream) =>
    stream
      .until((event) => event.entity === 'transaction' && event.id === id)
      .then(() => 1)
      .catch(() => 0),
  );
  return (await Promise.all(receiving)).reduce<number>((sum, one) => sum + one, 0);
}

test(
  'killing a worker under load loses and repeats nothing; streams of the other one continue; a blocked one is replaced',
  async () => {
    const server = await start();
    const baseUrl = await server.untilReady();
    const admin = await signInTo(baseUrl, 'admin', ADMIN_PASSWORD);
    const people = await Promise.all([1, 2, 3, 4].map(() => newPerson(admin)));
    const [watcher = admin] = people;
    const form = () => buildDepositForm({ amount: '10' });
    const streams = await Promise.all(Array.from({ length: STREAMS }, () => openStream(admin)));
    const isSummed = () => readMetric(baseUrl, 'wallet_event_streams{role="admin"}');
    await expect.poll(isSummed).toBe(STREAMS);
    expect(await countReceiving(streams, await deposit(watcher, form(), await buildImage()))).toBe(
      STREAMS,
    );

    const made: string[] = [];
    let approved = 0;
    const work = Array.from({ length: DEPOSITS }, async (_, n) => {
      const [owner = admin, sent, requestKey] = [people[n % people.length], form(), randomUUID()];
      const receipt = await buildImage();
      const id = await persist(() => deposit(owner, sent, receipt));
      made.push(id);
      const decision = { ids: [id], decision: 'approved' as const, requestKey };
      const { results } = await persist(() => admin.api.review.decide(decision));
      expect(results).toEqual([{ id }]);
      approved += 1;
      if (approved === KILL_AFTER) process.kill(pidsOf(server)[1] ?? 0, 'SIGKILL');
    });
    await Promise.all(work);

    const rows = await db.query<{ id: string }>(
      `SELECT id FROM transactions WHERE status = 'approved'`,
    );
    expect(rows.map(({ id }) => id).sort()).toEqual(made.sort());
    await expectVerified(db);
    const sent = form();
    const receipt = await buildImage();
    const last = await persist(() => deposit(watcher, sent, receipt));
    const left = await countReceiving(streams, last);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(STREAMS);
    await expect.poll(() => pidsOf(server).length, { timeout: 60_000 }).toBe(3);
    expect(await readMetric(baseUrl, 'wallet_worker_restarts_total')).toBe(1);
    // A stopped process handles nothing, as one in an endless loop.
    process.kill(pidsOf(server)[2] ?? 0, 'SIGSTOP');
    await expect.poll(() => pidsOf(server).length, { timeout: 120_000 }).toBe(4);
    expect(server.printed).toContain('a worker does not reply');
    const restarts = () => readMetric(baseUrl, 'wallet_worker_restarts_total');
    expect(await persist(restarts)).toBe(2);
    server.signal('SIGTERM');
    expect((await server.exited).code).toBe(0);
  },
  PATIENCE_MS,
);

test('reports why its first worker could not start, and ends', async () => {
  const settings = { DATABASE_URL: url, WORKERS: '2' };
  const { server } = await startServerProcess(settings, (dataDir) => [
    ...['sh', '-c', 'echo none > "$0/audit-key.pem" && exec "$@"', dataDir],
  ]);
  expect((await server.exited).code).toBe(1);
  expect(server.printed).toContain('audit-key.pem is no Ed25519 private key');
});
