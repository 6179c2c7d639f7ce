import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LiveEvent } from '#contract/events/schema.ts';
import { type SignedIn, startTestApp, type TestApp } from '../../testing/harness.ts';
import { openStream, type TestStream } from '../../testing/streams.ts';
import { pruneEvents } from './event-tail.ts';
import { publish } from './outbox.ts';

const DAY_MS = 24 * 60 * 60_000;

let app: TestApp;
let user: SignedIn;
let listener: TestStream;

beforeAll(async () => {
  app = await startTestApp();
  user = await app.newUser();
  listener = await openStream(user);
});
afterAll(async () => {
  await listener.close();
  await app.close();
});

const isQrCode = (id: string) => (event: LiveEvent) => event.entity === 'qrCode' && event.id === id;
const isResync = (event: LiveEvent) => event.entity === 'resync';

async function publishEvent(id: string): Promise<void> {
  const payload = { entity: 'qrCode', op: 'update', id } as const;
  await app.deps.db.transaction(async (tx) => publish(tx, [{ forEveryone: true, payload }]));
}

/** Writes an event that an open transaction holds back until the returned function is called. */
async function publishHeldBack(id: string): Promise<() => Promise<void>> {
  const { pool } = app.deps.db;
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query(
    `INSERT INTO events (for_admins, payload, created_at) VALUES (true, '{"entity":"carousel","op":"update"}', now())`,
  );
  await publishEvent(id);
  return async () => {
    await client.query('ROLLBACK');
    client.release();
  };
}

test('sends resync to open streams when an older copy of the database is restored, and then continues', async () => {
  await publishEvent('before-the-copy');
  await listener.until(isQrCode('before-the-copy'));
  await publishEvent('after-the-copy');
  await listener.until(isQrCode('after-the-copy'));
  const lost = listener.lastEventId;
  await app.deps.db.query(`DELETE FROM events WHERE payload->>'id' = 'after-the-copy'`);
  await publishEvent('in-the-copy');
  await listener.until(isResync);
  await publishEvent('later');
  await listener.until(isQrCode('later'));
  const resumed = await openStream(user, lost);
  await resumed.until(isResync);
  await resumed.close();
});

test('sends resync when a forward clock jump prunes unread events', async () => {
  const release = await publishHeldBack('pruned-unread');
  await publishEvent('the-mark');
  await pruneEvents(app.deps.db.query, new Date(app.deps.clock.now().getTime() + 35 * DAY_MS));
  await release();
  await listener.until(isResync);
  expect(listener.seen.some(isQrCode('pruned-unread'))).toBe(false);
});

test('events that carry a transaction id of another cluster hold back no other events', async () => {
  const { db } = app.deps;
  await db.query(
    `INSERT INTO events (xid, for_admins, for_everyone, payload, created_at)
     VALUES ('9000000000000', false, true, '{"entity":"carousel","op":"update"}', now())`,
  );
  await publishEvent('beside-the-dump');
  await listener.until(isQrCode('beside-the-dump'));
});
