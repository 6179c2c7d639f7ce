import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Frame } from '#contract/events/frames.ts';
import { EVENT_POSITION_HEADER } from '#contract/events/position.ts';
import type { LiveEvent } from '#contract/events/schema.ts';
import { buildApp } from '../../app/app.ts';
import { newId } from '../../base/ids.ts';
import { openDatabase } from '../../db/database.ts';
import type { Deps } from '../../deps/deps.ts';
import {
  errorCodeOf,
  type SignedIn,
  startTestApp,
  TEST_PASSWORD,
  type TestApp,
} from '../../testing/harness.ts';
import { openStream, requestFrames, type TestStream } from '../../testing/streams.ts';
import { createEventHub } from './event-hub.ts';
import { type OutboxEvent, publish, type TransactionChanged } from './outbox.ts';
import { PreparedEvent } from './recent-events.ts';

let app: TestApp;
let admin: SignedIn;
let user: SignedIn;
let other: { deps: Deps; baseUrl: string; close(): Promise<void> };
const open: TestStream[] = [];

beforeAll(async () => {
  app = await startTestApp();
  other = await startSecondServer();
  admin = await app.admin();
  user = await app.newUser();
});
afterEach(async () => {
  for (const stream of open.splice(0)) await stream.close();
});
afterAll(async () => {
  await other.close();
  await app.close();
});

async function startSecondServer() {
  const { clock, log } = app.deps;
  const db = openDatabase({ connectionString: app.databaseUrl }, { clock });
  const events = createEventHub({ db, clock, log });
  const deps = { ...app.deps, db, events };
  await events.start();
  const server = await buildApp(deps);
  const baseUrl = await server.listen({ host: '127.0.0.1', port: 0 });
  const close = async () => {
    await events.close();
    await server.close();
    await db.close();
  };
  return { deps, baseUrl, close };
}

async function stream(
  person: Pick<SignedIn, 'baseUrl' | 'cookie'>,
  lastEventId?: string,
): Promise<TestStream> {
  const opened = await openStream(person, lastEventId);
  open.push(opened);
  return opened;
}

/** Commits an event on the first server, or on the server with the given `deps`. */
async function publishEvent(event: OutboxEvent, deps: Deps = app.deps): Promise<void> {
  await deps.db.transaction(async (tx) => publish(tx, [event]));
}

function qrCode(id: string): OutboxEvent {
  return { forEveryone: true, payload: { entity: 'qrCode', op: 'update', id } };
}

function balance(userId: string): OutboxEvent {
  return { userId, payload: { entity: 'balance', op: 'update', userId } };
}

function transactionOf(userId: string, id: string = newId()): OutboxEvent {
  return {
    userId,
    forAdmins: true,
    payload: {
      entity: 'transaction',
      op: 'insert',
      id,
      userId,
      type: 'deposit',
      status: 'pending',
      amountPaise: 100,
      audience: 'admin',
    },
  };
}

const isQrCode = (id: string) => (event: LiveEvent) => event.entity === 'qrCode' && event.id === id;

test('a stream carries its user’s events and events for everyone, and for administrators also theirs', async () => {
  const [mine, theirs] = [await stream(user), await stream(admin)];
  const stranger = await app.newUser();
  await publishEvent(balance(stranger.userId));
  await publishEvent({
    forAdmins: true,
    payload: { entity: 'user', op: 'update', userId: stranger.userId },
  });
  await publishEvent(balance(user.userId));
  await publishEvent(qrCode('end'));
  await mine.until(isQrCode('end'));
  await theirs.until(isQrCode('end'));
  const kinds = (events: LiveEvent[]) => events.map((event) => event.entity);
  expect(kinds(mine.seen)).toEqual(['ready', 'balance', 'qrCode']);
  expect(kinds(theirs.seen).filter((kind) => kind === 'balance')).toEqual([]);
  expect(kinds(theirs.seen)).toContain('user');
});

test('a transaction event names its audience: owner, admin, or both for an administrator’s own transaction', async () => {
  const [mine, theirs] = [await stream(user), await stream(admin)];
  const isTransaction = (event: LiveEvent) => event.entity === 'transaction';
  await publishEvent(transactionOf(user.userId));
  expect(await mine.until(isTransaction)).toMatchObject({ audience: 'owner' });
  expect(await theirs.until(isTransaction)).toMatchObject({ audience: 'admin' });
  await publishEvent(transactionOf(admin.userId));
  expect(await theirs.until(isTransaction)).toMatchObject({ audience: 'both' });
});

test('sends the events that one row names, and the position after the last of them', async () => {
  const [mine, theirs] = [await stream(user), await stream(admin)];
  const { payload, ...event } = transactionOf(user.userId);
  const also = { balance: true, notificationId: newId() };
  await publishEvent({ ...event, payload: { ...payload, also } as TransactionChanged });
  await publishEvent(qrCode('after'));
  await mine.until(isQrCode('after'));
  await theirs.until(isQrCode('after'));
  const { audience: _, ...changed } = payload as TransactionChanged;
  expect(mine.seen.slice(1, -1)).toEqual([
    { ...changed, audience: 'owner' },
    { entity: 'balance', op: 'update', userId: user.userId },
    { entity: 'notification', op: 'insert', id: also.notificationId },
  ]);
  expect(theirs.seen.slice(1, -1)).toEqual([
    { ...changed, audience: 'admin' },
    { entity: 'balance', op: 'update', userId: user.userId },
  ]);
});

test('a stream that was cut off between the events of one row gets all of them again', () => {
  const also = { balance: true, notificationId: newId() };
  const payload = { ...transactionOf(user.userId).payload, also } as TransactionChanged;
  const logged = { id: '1:2:3', userId: user.userId, forAdmins: true, forEveryone: false, payload };
  const frame = new PreparedEvent(logged).frameFor({
    ...user,
    role: 'user',
    adminRole: 'reviewer',
  });
  const parts = String(frame).trimEnd().split('\n\n');
  expect(parts.map((part) => part.startsWith('id: 1:2:3\n'))).toEqual([false, false, true]);
});

test('delivers an event that commits after events with higher numbers', async () => {
  const listener = await stream(user);
  let commit: () => void = () => undefined;
  const mayCommit = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let late: Promise<void> | undefined;
  await new Promise<void>((written) => {
    late = app.deps.db.transaction(async (tx) => {
      publish(tx, [qrCode('late')]);
      // Runs after the event is sent and before the commit. The query returns once the event is written.
      tx.beforeCommit(async () => {
        await tx.query('SELECT');
        written();
        await mayCommit;
      });
    });
  });
  await publishEvent(qrCode('early'));
  await publishEvent(qrCode('early-too'));
  commit();
  await late;
  await listener.until(isQrCode('early-too'));
  const ids = listener.seen.flatMap((event) => (event.entity === 'qrCode' ? [event.id] : []));
  expect(ids).toEqual(['late', 'early', 'early-too']);
});

test('a stream resumes after the last event it received, on any server', async () => {
  const first = await stream(user);
  await publishEvent(qrCode('before'));
  await first.until(isQrCode('before'));
  await first.close();
  const { lastEventId } = first;
  await publishEvent(qrCode('missed'));
  await publishEvent(balance(admin.userId));
  await publishEvent(qrCode('missed-too'));
  for (const baseUrl of [app.baseUrl, other.baseUrl]) {
    const resumed = await stream({ baseUrl, cookie: user.cookie }, lastEventId);
    await resumed.until(isQrCode('missed-too'));
    const told = resumed.seen.map((event) => ('id' in event ? event.id : event.entity));
    expect(told).toEqual(['ready', 'missed', 'missed-too']);
  }
});

test('a stream that received no event resumes from the position in its ready event', async () => {
  const first = await stream(user);
  await first.close();
  await publishEvent(qrCode('after-ready'));
  const resumed = await stream(user, first.lastEventId);
  await resumed.until(isQrCode('after-ready'));
  expect(resumed.seen.map((event) => event.entity)).toEqual(['ready', 'qrCode']);
});

test('a response carries the event position from which a stream misses no later change', async () => {
  const headers = { cookie: user.cookie, 'content-type': 'application/json' };
  const ask = (procedure: string, init: RequestInit) =>
    fetch(`${app.baseUrl}/rpc/${procedure}`, { method: 'POST', body: '{}', ...init });
  const answer = await ask('sessions/current', { headers });
  const position = answer.headers.get(EVENT_POSITION_HEADER) ?? '';
  expect(position).toMatch(/^\d+:\d+:\d+$/);
  await publishEvent(qrCode('after-the-answer'));
  const resumed = await stream(user, position);
  await resumed.until(isQrCode('after-the-answer'));
  expect(resumed.seen.map((event) => event.entity)).toEqual(['ready', 'qrCode']);
  const stranger = await ask('sessions/current', {
    headers: { 'content-type': 'application/json' },
  });
  expect(stranger.status).toBe(401);
  expect(stranger.headers.has(EVENT_POSITION_HEADER)).toBe(false);
});

test('sends resync when too much was missed, or when the position is invalid or from another copy of the database', async () => {
  const first = await stream(user);
  await publishEvent(qrCode('known'));
  await first.until(isQrCode('known'));
  await app.deps.db.transaction(async (tx) =>
    publish(
      tx,
      Array.from({ length: 600 }, (_, n) => qrCode(`many-${n}`)),
    ),
  );
  await first.until(isQrCode('many-599'));
  const [transaction = '', number = ''] = first.lastEventId?.split(':') ?? [];
  const ahead = `${Number(transaction) + 1e9}:${Number(number) + 1e9}:1`;
  const elsewhere = `${transaction}:${number}:1`;
  const isResync = (event: LiveEvent) => event.entity === 'resync';
  for (const lastEventId of ['0:0:0', 'not-an-id', '9:9:9', ahead, elsewhere]) {
    const resumed = await stream(user, lastEventId);
    await resumed.until(isResync);
    expect(resumed.lastEventId).toMatch(/^\d+:\d+:\d+$/);
    await resumed.close();
  }
});

test('events of one server reach the streams of another', async () => {
  const there = await stream({ baseUrl: other.baseUrl, cookie: user.cookie });
  await publishEvent(qrCode('from-here'));
  await there.until(isQrCode('from-here'));
  const here = await stream(user);
  await publishEvent(qrCode('from-there'), other.deps);
  await here.until(isQrCode('from-there'));
});

test('deactivating a user immediately ends their sessions and streams on every server', async () => {
  const leaver = await app.newUser();
  const streams = [
    await stream(leaver),
    await stream({ baseUrl: other.baseUrl, cookie: leaver.cookie }),
  ];
  await admin.api.users.setStatus({ userId: leaver.userId as never, status: 'inactive' });
  expect(await errorCodeOf(leaver.api.sessions.current())).toBe('ACCOUNT_INACTIVE');
  for (const one of streams) {
    const rest = await one.rest();
    expect(rest).toEqual([{ entity: 'sessionEnded', reason: 'User account is inactive' }]);
  }
  await admin.api.users.setStatus({ userId: leaver.userId as never, status: 'active' });
  expect(await errorCodeOf(leaver.api.sessions.current())).toBe('ACCOUNT_INACTIVE');
});

test('signing out ends the streams of that session and keeps those of other sessions', async () => {
  const person = await app.newUser();
  const elsewhere = await app.signIn(person.username, 'correct-horse');
  const [leaving, staying] = [await stream(person), await stream(elsewhere)];
  await person.api.sessions.logout();
  expect((await leaving.rest()).at(-1)).toMatchObject({ entity: 'sessionEnded' });
  await publishEvent(qrCode('still-here'));
  await staying.until(isQrCode('still-here'));
});

test('a role change is sent to the open stream and changes which later events it carries', async () => {
  const person = await app.newUser();
  const listener = await stream(person);
  const userId = person.userId as never;
  const forAdmins = (id: string): OutboxEvent => ({
    forAdmins: true,
    payload: { entity: 'source', op: 'update', id },
  });
  await publishEvent(forAdmins('not-yet'));
  await admin.api.users.setRole({ userId, role: 'admin' });
  await listener.until((event) => event.entity === 'role' && event.role === 'admin');
  await publishEvent(forAdmins('now'));
  await listener.until((event) => event.entity === 'source' && event.id === 'now');
  await admin.api.users.setRole({ userId, role: 'user' });
  await listener.until((event) => event.entity === 'role' && event.role === 'user');
  await publishEvent(forAdmins('no-more'));
  await publishEvent(qrCode('last'));
  await listener.until(isQrCode('last'));
  const sources = listener.seen.flatMap((event) => (event.entity === 'source' ? [event.id] : []));
  expect(sources).toEqual(['now']);
});

test('an administrator without the permission receives no event about it, even after a change of the admin role', async () => {
  const reviewer = await app.newUser({ role: 'admin', adminRole: 'reviewer' });
  const userId = reviewer.userId as never;
  const listener = await stream(reviewer);
  const webhook = (id: string): OutboxEvent => ({
    forAdmins: true,
    payload: { entity: 'webhook', op: 'update', id },
  });
  await publishEvent(webhook('not-yet'));
  await admin.api.users.setRole({ userId, role: 'admin', adminRole: 'auditor' });
  await listener.until((event) => event.entity === 'role' && event.adminRole === 'auditor');
  await publishEvent(webhook('now'));
  await listener.until((event) => event.entity === 'webhook' && event.id === 'now');
  await admin.api.users.setRole({ userId, role: 'admin', adminRole: 'support' });
  await listener.until((event) => event.entity === 'role' && event.adminRole === 'support');
  await publishEvent(webhook('no-more'));
  await publishEvent(qrCode('end'));
  await listener.until(isQrCode('end'));
  const seen = listener.seen.flatMap((event) => (event.entity === 'webhook' ? [event.id] : []));
  expect(seen).toEqual(['now']);
});

test('opening a ninth stream of one session ends its oldest stream', async () => {
  const person = await app.newUser();
  const streams: TestStream[] = [];
  for (let n = 0; n < 9; n += 1) streams.push(await stream(person));
  expect(await streams[0]?.rest()).toEqual([]);
  await publishEvent(qrCode('others'));
  await streams[1]?.until(isQrCode('others'));
});

async function hears(frames: AsyncGenerator<Frame>, entity: LiveEvent['entity']): Promise<boolean> {
  for await (const { event } of frames) if (event.entity === entity) return true;
  return false;
}

test('opening a hundred streams concurrently leaves eight per session and twenty per user', async () => {
  const person = await app.newUser();
  const sessions: SignedIn[] = [];
  while (sessions.length < 5) sessions.push(await app.signIn(person.username, TEST_PASSWORD));
  const opened = await Promise.all(
    Array.from({ length: 100 }, (_, n) => requestFrames(sessions[n % 5] ?? person)),
  );
  await publishEvent(balance(person.userId));
  const told = await Promise.all(opened.map((frames) => hears(frames, 'balance')));
  const bySession = [0, 1, 2, 3, 4].map((s) => told.filter((is, n) => is && n % 5 === s).length);
  expect(Math.max(...bySession)).toBeLessThanOrEqual(8);
  expect(told.filter(Boolean)).toHaveLength(20);
});

test('serializes an event once per audience, however many streams carry it', async () => {
  const person = await app.newUser();
  const admins = await Promise.all([1, 2].map(() => app.newUser({ role: 'admin' })));
  const people = [person, person, user, ...admins, ...admins];
  const streams = await Promise.all(people.map((one) => stream(one)));
  const made = vi.spyOn(JSON, 'stringify');
  const id = newId();
  const told = [transactionOf(person.userId, id), qrCode('told-to-all')];
  for (const event of told) await publishEvent(event);
  await Promise.all(streams.map((one) => one.until(isQrCode('told-to-all'))));
  const written = new Set<unknown>(told.map(({ payload }) => payload));
  // Writing the outbox serializes each payload as well.
  const sent = made.mock.calls.map(([value]): unknown => value).filter((it) => !written.has(it));
  const events = sent as Partial<{ id: string; audience: string }>[];
  made.mockRestore();
  const audiences = events.flatMap((event) => (event.id === id ? [event.audience] : []));
  expect(audiences.sort()).toEqual(['admin', 'owner']);
  expect(events.filter((event) => event.id === 'told-to-all')).toHaveLength(1);
});
