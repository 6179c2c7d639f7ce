import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from './db/database.ts';
import { replicaReads } from './db/replica.ts';
import { createEventHub, type EventHub } from './platform/events/event-hub.ts';
import { createLogger } from './platform/runtime/log.ts';
import { errorCodeOf, type SignedIn, startTestApp, type TestApp } from './testing/harness.ts';
import { type Replicas, startReplicas } from './testing/replicas.ts';
import { testSecrets } from './testing/secrets.ts';
import { openStream } from './testing/streams.ts';
import { buildDepositForm, buildImage, upload } from './testing/upload.ts';

const PATIENCE_MS = 240_000;
/** Of a healthy replica on a busy machine. */
const MAX_LAG_MS = 10_000;

let replicas: Replicas;
let db: Database;
let hasty: Database;
let events: EventHub;
let app: TestApp;
let admin: SignedIn;
let person: SignedIn;
beforeAll(async () => {
  replicas = await startReplicas({ isSynchronous: false });
  const open = (maxLagMs: number) => {
    const replica = { connection: { connectionString: replicas.readUrl }, maxLagMs };
    const others = { replica, secrets: testSecrets() };
    return openDatabase({ connectionString: replicas.connectionString }, others);
  };
  [db, hasty] = [open(MAX_LAG_MS), open(0)];
  events = createEventHub({ db, clock: db.clock, log: createLogger('silent') });
  await events.start();
  app = await startTestApp({ db, events });
  [admin, person] = [await app.admin(), await app.newUser()];
}, PATIENCE_MS);
afterAll(async () => {
  await events.close();
  await app.close();
  await Promise.all([db.close(), hasty.close()]);
  await replicas.stop();
});
beforeEach(() => replicaReads.reset());

async function deposit(): Promise<string> {
  const [form, body] = [buildDepositForm({ amount: '10' }), await buildImage()];
  const sent = { cookie: person.cookie, path: '/files/deposits', form, body };
  const { status, body: made } = await upload(app, sent);
  expect(status).toBe(200);
  return String(made.id);
}

async function readOutcomes() {
  const { values } = await replicaReads.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
}

const newestIds = async () => {
  const [own, all] = await Promise.all([
    person.api.transactions.passbook({ limit: 1 }),
    admin.api.transactions.search({ limit: 1 }),
  ]);
  return [own.rows[0]?.id, all.rows[0]?.id];
};

/** Returns how many statements have run on the replica, after this work. */
const replicaReadsOf = (work: () => Promise<unknown>) => async () => {
  await work();
  return (await readOutcomes()).replica ?? 0;
};

/** Reads with a database that does not wait for the replica. */
const countNow = async () => {
  const reads = await hasty.forReading();
  const [row] = await reads.query<{ count: number }>('SELECT count(*) FROM transactions');
  return row?.count;
};

test('lists, dashboards and exports read from the replica, and contain every change immediately', async () => {
  for (let n = 0; n < 8; n += 1) {
    const id = await deposit();
    expect(await newestIds()).toEqual([id, id]);
  }
  const stream = await openStream(person);
  const [id] = await newestIds();
  await admin.api.review.decide({
    ...{ ids: [String(id)], decision: 'approved', requestKey: randomUUID() },
  });
  await stream.until(({ entity }) => entity === 'transaction');
  const { rows } = await person.api.transactions.passbook({ limit: 1 });
  expect(rows[0]).toMatchObject({ id, status: 'approved' });
  await stream.close();

  const { api } = admin;
  await Promise.all([
    person.api.dashboards.own({}),
    person.api.dashboards.recent({}),
    person.api.notifications.list({ limit: 5 }),
    person.api.transactions.processingTimes({}),
    person.api.audit.own({ limit: 5 }),
    ...[api.dashboards.admin({}), api.dashboards.charts({ days: 30 }), api.dashboards.work({})],
    ...[
      api.transactions.list({ type: 'deposit', tab: 'pending', limit: 5 }),
      api.transactions.counts({}),
    ],
    ...[api.audit.list({ limit: 5 }), api.audit.actions({}), api.users.list({ limit: 5 })],
    api.timelines.list({ userId: person.userId, limit: 5 }),
  ]);
  const outcomes = await readOutcomes();
  // The search compares the receipts of new deposits, which writes.
  expect(Object.keys(outcomes).sort()).toEqual(['replica', 'writes']);
  expect(outcomes.replica).toBeGreaterThan(50);
});

test('reads from the primary while the replica lags, and from the replica once it has caught up', async () => {
  await replicas.pauseReplay();
  const before = await countNow();
  await deposit();
  // A background job may have written before the first read, so that the replica was already behind.
  replicaReads.reset();
  expect(await countNow()).toBe(Number(before) + 1);
  expect(await readOutcomes()).toMatchObject({ behind: 1 });
  expect(await hasty.replica?.lagBytes()).toBeGreaterThan(0);
  await replicas.resumeReplay();
  await expect.poll(replicaReadsOf(countNow), { timeout: 30_000 }).toBeGreaterThan(1);
});

test('reads from the primary while the replica is down or frozen', async () => {
  await replicas.crashStandby();
  const id = await deposit();
  expect(await newestIds()).toEqual([id, id]);
  expect((await readOutcomes()).down).toBeGreaterThan(0);
  expect(await db.replica?.lagBytes()).toBeUndefined();
  await replicas.restartStandby();
  await expect.poll(replicaReadsOf(newestIds), { timeout: 60_000 }).toBeGreaterThan(0);

  await replicas.freezeStandby();
  const startedAt = performance.now();
  expect(await newestIds()).toEqual([id, id]);
  expect(performance.now() - startedAt).toBeLessThan(5000);
  replicas.thawStandby();
});

describe('while the primary is away', () => {
  /** Takes the primary away, and waits until the replica serves the same lists. */
  async function lose(take: () => Promise<unknown>) {
    const ids = await newestIds();
    await expect.poll(replicaReadsOf(newestIds), { timeout: 60_000 }).toBeGreaterThan(0);
    const isServed = async () => (await newestIds().catch(() => [])).join() === ids.join();
    await take();
    const lostAt = performance.now();
    await expect.poll(isServed, { timeout: 30_000 }).toBe(true);
    expect(performance.now() - lostAt).toBeLessThan(5000);
  }
  /** Returns what reads the picture of the person and one of their receipts. */
  async function addImages() {
    const [{ cookie }, body] = [person, await buildImage('png', { width: 300, height: 300 })];
    const avatar = await upload(app, { cookie, path: '/files/avatars', form: {}, body });
    const { receiptUrl } = await person.api.transactions.own({ id: await deposit() });
    const statusOf = async (url: unknown) =>
      (await fetch(`${app.baseUrl}${url}`, { headers: { cookie } })).status;
    return () => Promise.all([avatar.body.avatarUrl, receiptUrl].map(statusOf));
  }

  const untilWritable = () =>
    expect.poll(() => deposit().catch(() => ''), { timeout: 60_000 }).not.toBe('');

  test('reads lists and sessions from the replica, and writes nothing', async () => {
    const [left, other, off] = [await app.newUser(), await app.newUser(), await app.newUser()];
    await left.api.sessions.logout({});
    await admin.api.users.setStatus({ userId: off.userId, status: 'inactive' });
    const balance = await person.api.balances.current({});
    const readImages = await addImages();
    const stream = await openStream(person);
    await lose(() => replicas.crashPrimary());
    const { api } = admin;
    const isOff = { database: false, authentication: false, transactions: false };
    expect((await api.dashboards.admin({})).health).toEqual(isOff);
    await Promise.all([
      ...[person.api.dashboards.own({}), person.api.notifications.list({ limit: 5 })],
      ...[api.users.list({ limit: 5 }), api.audit.list({ limit: 5 }), api.dashboards.work({})],
    ]);
    // A page opens with these.
    expect(await person.api.sessions.current({})).toMatchObject({ user: { id: person.userId } });
    expect(await person.api.balances.current({})).toEqual(balance);
    await Promise.all([
      ...[person.api.settings.get({}), person.api.settings.brand({})],
      ...[person.api.banners.listActive({}), person.api.supportMessages.unread({})],
      ...[api.sessions.current({}), api.supportMessages.summary({})],
    ]);
    // Each view of a receipt is recorded.
    expect(await readImages()).toEqual([200, 503]);
    expect(await errorCodeOf(left.api.sessions.current({}))).toBe('MISSING_SESSION');
    expect(await errorCodeOf(off.api.sessions.current({}))).toBe('ACCOUNT_INACTIVE');
    const list = (one: Pick<SignedIn, 'api'>) =>
      errorCodeOf(one.api.transactions.list({ type: 'deposit', tab: 'pending', limit: 1 }));
    expect(await list(left)).toBe('MISSING_SESSION');
    expect(await list(other)).toBe('ADMIN_REQUIRED');
    // A session that the replica does not have may be a new one.
    const unknown = app.client(`${other.cookie}x`);
    expect(await list({ api: unknown })).toBe('UNAVAILABLE');
    const writing = person.api.notifications.markAllRead({});
    expect(await errorCodeOf(writing)).toBe('UNAVAILABLE');
    expect(await errorCodeOf(unknown.sessions.current({}))).toBe('UNAVAILABLE');
    expect(await errorCodeOf(person.api.profiles.current({}))).toBe('UNAVAILABLE');

    await replicas.restartPrimary();
    await untilWritable();
    await stream.until(({ entity }) => entity === 'resync');
    await stream.close();
    expect(await list(left)).toBe('MISSING_SESSION');
    expect(await errorCodeOf(unknown.sessions.current({}))).toBe('MISSING_SESSION');
  });

  test('reads from the replica if the primary accepts connections and does not respond', async () => {
    let thaw: () => void = () => undefined;
    await lose(async () => {
      thaw = await replicas.freezePrimary();
    });
    thaw();
    await untilWritable();
  });
});

test('never reads from a replica that was promoted while the primary runs', async () => {
  await expect.poll(replicaReadsOf(newestIds), { timeout: 60_000 }).toBeGreaterThan(0);
  await replicas.promoteStandby();
  replicaReads.reset();
  const id = await deposit();
  expect(await newestIds()).toEqual([id, id]);
  expect(Object.keys(await readOutcomes())).toEqual(['down']);
});
