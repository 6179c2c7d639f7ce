import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from './db/database.ts';
import { copyDatabase, dropDatabase } from './testing/databases.ts';
import { clientOf, signInTo } from './testing/harness.ts';
import { startServerProcess } from './testing/server-process.ts';
import { ADMIN_PASSWORD } from './testing/stand-ins.ts';
import { startWebhookReceiver, type WebhookReceiver } from './testing/webhook-receiver.ts';

const PEOPLE = 40;

let url: string;
let db: Database;
let receiver: WebhookReceiver;
beforeEach(async () => {
  url = await copyDatabase(inject('templateUrl'));
  db = openDatabase({ connectionString: url });
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  await receiver.close();
  await db.close();
  await dropDatabase(url);
});

function start() {
  const shared = { DATABASE_URL: url, DATABASE_POOL_SIZE: '8', TRANSLATION_PROVIDER: 'off' };
  return startServerProcess({ ...shared, WEBHOOK_ALLOW_PRIVATE: 'true' });
}

const idsReceived = () => receiver.received.map(({ headers }) => String(headers['webhook-id']));

/** Long enough to start two servers while other tests run. */
const PATIENCE_MS = 240_000;

test(
  'another server delivers the webhook of a killed one, and two servers send each event once',
  async () => {
    const { server: first } = await start();
    const here = await first.untilReady();
    const admin = await signInTo(here, 'admin', ADMIN_PASSWORD);
    const { webhooks } = admin.api;
    const { id } = await webhooks.create({ url: receiver.url, eventTypes: ['user.created'] });
    receiver.answer = () => undefined;
    await webhooks.sendTest({ id });
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(1);
    first.signal('SIGKILL');
    await first.exited;
    receiver.answer = (response) => void response.writeHead(204).end();
    const servers = [await start(), await start()].map(({ server }) => server);
    const [second = '', third = ''] = await Promise.all(servers.map((one) => one.untilReady()));
    // Expires the killed server's lease of two minutes.
    await db.query(`UPDATE outgoing SET taken_until = taken_until - interval '2 minutes'`);
    await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(2);
    const [event, again] = idsReceived();
    expect(again).toBe(event);

    const apis = [second, third].map((base) => clientOf(base, admin.cookie));
    await Promise.all(
      Array.from({ length: PEOPLE }, (_, n) =>
        apis[n % 2]?.users.create({
          username: `person-${n}`,
          password: 'quiet-lamp-1',
          role: 'user',
        }),
      ),
    );
    await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(2 + PEOPLE);
    const waiting = () =>
      db.query<{ state: string }>(`SELECT 1 FROM webhook_deliveries WHERE state <> 'delivered'`);
    await expect.poll(waiting, { timeout: 30_000 }).toEqual([]);
    expect(new Set(idsReceived()).size).toBe(1 + PEOPLE);
    expect(receiver.received).toHaveLength(2 + PEOPLE);
  },
  PATIENCE_MS,
);
