import { generateKeyPairSync, randomUUID } from 'node:crypto';
import dns from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MAX_DELIVERY_ATTEMPTS } from '#contract/webhooks/rules.ts';
import type { Delivery, WebhookForm } from '#contract/webhooks/schema.ts';
import {
  webhookBody,
  webhookEventNames,
  webhookEvents,
} from '#contract/webhooks/webhook-events.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import type { QueueJob } from '#server/platform/queue/run-queue.ts';
import { endApprovalsInEveryWay } from '#server/testing/ended-approvals.ts';
import { STATEMENT_FAILS, watchStatements } from '#server/testing/failing-batches.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { sendWith } from '#server/testing/queue.ts';
import { loadWebhookExample } from '#server/testing/webhook-example.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#server/testing/webhook-receiver.ts';
import { sealAuditLog } from '../audit/seal-audit.ts';
import { openSigningKey } from '../audit/signing-keys.ts';
import { requestClosure } from '../closures/closures.ts';
import { decideTransactions } from '../review/decide.ts';
import { cancelRequest } from '../transactions/cancel-request.ts';
import { adjustBalance } from '../users/adjust-balance.ts';
import { setFrozen } from '../users/freeze-account.ts';
import { removeUser } from '../users/remove-user.ts';
import { createTypedUser, setRole, setStatus } from '../users/users.ts';
import { createWebhookSender } from './send-webhooks.ts';
import {
  getDelivery,
  listDeliveries,
  pruneDeliveries,
  resend,
  sendTest,
} from './webhook-deliveries.ts';
import {
  createWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
  updateWebhook,
} from './webhooks.ts';

/** Other test files may use the CPU meanwhile. */
const PATIENTLY = { timeout: 30_000 };

let world: MoneyWorld;
let deps: Deps;
let receiver: WebhookReceiver;
let sender: QueueJob;

beforeAll(async () => {
  world = await openMoneyWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.db.query('DELETE FROM outgoing');
  await world.db.query('DELETE FROM webhook_deliveries');
  await world.db.query('DELETE FROM webhook_endpoints');
  const config = { ...world.deps.config, allowsPrivateWebhooks: true };
  deps = { ...world.deps, config };
  receiver = await startWebhookReceiver();
  sender = createWebhookSender(deps, { random: () => 0.5 });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await sender.stop();
  await receiver.close();
});

/** Adds a webhook of the test receiver for all events. */
function add(parts: Partial<WebhookForm> = {}) {
  return createWebhook(deps, world.admin, {
    url: receiver.url,
    description: '',
    eventTypes: [...webhookEventNames],
    isActive: true,
    ...parts,
  });
}

const sendAll = (by = sender) => sendWith(by);

async function deliveriesTo(id: string): Promise<Delivery[]> {
  return (await listDeliveries(deps, { id, limit: 100 })).rows;
}

async function onlyDelivery(id: string): Promise<Delivery> {
  const deliveries = await deliveriesTo(id);
  expect(deliveries).toHaveLength(1);
  return deliveries[0] as Delivery;
}

/** Moves due times and claims into the past, so that everything is due and unclaimed. */
async function passTime(interval = '1 day'): Promise<void> {
  await world.db.query(
    `UPDATE outgoing SET next_at = next_at - $1::interval, taken_until = taken_until - $1::interval`,
    [interval],
  );
  await world.db.query(
    'UPDATE webhook_endpoints SET failing_since = failing_since - $1::interval, previous_secret_until = previous_secret_until - $1::interval',
    [interval],
  );
}

/** Fails if an event has other data than the contract documents. */
function expectDocumented(event: { type: string }): void {
  const type = webhookEventNames.find((name) => name === event.type) ?? expect.unreachable();
  const { data } = webhookEvents[type];
  expect(webhookBody(type, data.strict()).parse(event)).toEqual(event);
}

const typesOf = (got = receiver.received) => got.map(({ body }) => JSON.parse(body).type as string);
const idOf = (headers: { [name: string]: unknown }) => String(headers['webhook-id']);

describe('an announced event', () => {
  test('has one of the listed types, and data with ids, states and amounts but no personal data', async () => {
    await add();
    const owner = await world.newActor();
    const { id } = await world.deposit(owner, 500_000, {}, { utr: '412345678901' });
    await world.decide(id, 'approved');
    await world.decide((await world.deposit(owner, 20_000)).id, 'rejected');
    const account = await world.newBankAccount(owner);
    await world.decide((await world.withdraw(owner, 100_000, account)).id, 'approved');
    await world.decide((await world.withdraw(owner, 100_000, account)).id, 'rejected');
    await cancelRequest(deps, owner, (await world.deposit(owner, 20_000)).id);
    await cancelRequest(deps, owner, (await world.withdraw(owner, 100_000, account)).id);
    const adjustment = {
      newBalance: '10',
      shownBalancePaise: 400_000,
      reason: 'Refund of a fee',
      requestKey: randomUUID(),
    };
    await adjustBalance(deps, world.admin, { userId: owner.userId, ...adjustment });
    const typed = { username: 'ravi', password: 'quiet-lamp-1', role: 'user' as const };
    const userId = await createTypedUser(deps, world.admin, typed);
    await setStatus(deps, world.admin, { userId, status: 'inactive' });
    await setStatus(deps, world.admin, { userId, status: 'active' });
    await requestClosure(deps, await world.newActor(), '');
    await setFrozen(deps, world.admin, { userId, isFrozen: true, reason: 'Suspicion' });
    await setFrozen(deps, world.admin, { userId, isFrozen: false, reason: 'Explained' });
    await removeUser(deps, world.admin, userId);
    const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
    const approval = await endApprovalsInEveryWay(world, 'ravi');
    const place = { db: world.db, config: { auditKey: String(pem) }, dataDir: '' };
    await sealAuditLog(deps, { key: await openSigningKey(place, deps.log) });
    await sendAll();
    expect(new Set(typesOf())).toEqual(new Set(webhookEventNames));
    for (const { body } of receiver.received) expectDocumented(JSON.parse(body));
    const approved = receiver.received.find(({ body }) => body.includes('deposit.approved'));
    expect(JSON.parse(approved?.body ?? '')).toEqual({
      id: idOf(approved?.headers ?? {}),
      type: 'deposit.approved',
      createdAt: '2026-11-01T10:00:00.000Z',
      data: {
        id,
        userId: owner.userId,
        type: 'deposit',
        kind: 'request',
        amountPaise: 500_000,
        status: 'approved',
        referenceId: expect.any(String),
        utr: '412345678901',
        createdAt: '2026-11-01T10:00:00.000Z',
        decidedAt: '2026-11-01T10:00:00.000Z',
      },
    });
    const confirmed = receiver.received.find(({ body }) => body.includes('approval.confirmed'));
    expect(JSON.parse(confirmed?.body ?? '').data).toEqual({
      approvalId: approval.confirmed,
      state: 'confirmed',
      kind: 'adjustment',
      action: 'user.adjustBalance',
      targetId: approval.ownerId,
      userId: approval.ownerId,
      amountPaise: 10_000,
      requestedBy: approval.makerId,
      confirmationsNeeded: 1,
      expiresAt: '2026-11-03T10:00:00.000Z',
    });
    const everything = receiver.received.map(({ body }) => body).join();
    for (const secret of ['ravi', owner.username, '123456789012', 'Asha']) {
      expect(everything).not.toContain(secret);
    }
    await expectVerified(world.db);
  });

  test('causes no statement if no webhook is active', async () => {
    await add({ isActive: false });
    const owner = await world.newActor();
    const counted: string[] = [];
    const { transaction } = deps.db;
    const watched: Deps['db']['transaction'] = (work, options) =>
      transaction((tx) => work(watchStatements(tx, (text) => void counted.push(text))), options);
    const decide = async () => {
      const { id } = await world.deposit(owner, 10_000);
      counted.length = 0;
      await decideTransactions({ ...deps, db: { ...deps.db, transaction: watched } }, world.admin, {
        ids: [id],
        decision: 'approved',
        requestKey: randomUUID(),
      });
      return [...counted];
    };
    const without = await decide();
    expect(without.filter((text) => text.includes('webhook_deliveries'))).toEqual([]);
    await add();
    expect((await decide()).length).toBe(without.length + 1);
  });

  test('is queued for each active webhook subscribed to it, with the same id', async () => {
    const [first, second, other, off] = [
      await add({ eventTypes: ['deposit.requested'] }),
      await add({ eventTypes: ['deposit.requested', 'deposit.approved'] }),
      await add({ eventTypes: ['user.deleted'] }),
      await add({ isActive: false }),
    ];
    await world.deposit(await world.newActor(), 50_000);
    const ids = [(await onlyDelivery(first.id)).id, (await onlyDelivery(second.id)).id];
    expect(new Set(ids).size).toBe(1);
    expect([...(await deliveriesTo(other.id)), ...(await deliveriesTo(off.id))]).toEqual([]);
  });

  test('of a bulk decision is queued by one statement, and not queued if the decision is rolled back', async () => {
    const { id: webhookId } = await add({ eventTypes: ['deposit.approved'] });
    const owner = await world.newActor();
    const requests = [await world.deposit(owner, 10_000), await world.deposit(owner, 20_000)];
    const ids = requests.map(({ id }) => id);
    const decide = (parts: Deps) =>
      decideTransactions(parts, world.admin, {
        ids,
        decision: 'approved',
        requestKey: randomUUID(),
      });
    const inserts: string[] = [];
    let fails = true;
    const { transaction } = deps.db;
    const watched: Deps['db']['transaction'] = (work, options) =>
      transaction(async (tx) => {
        const write: typeof tx.write = (text, values) => {
          tx.write(text, values);
          if (!text.includes('INTO "webhook_deliveries"')) return;
          inserts.push(text);
          // After the statement, as if the commit fails.
          if (fails) throw new Error(STATEMENT_FAILS);
        };
        return work({ ...tx, write });
      }, options);
    const parts = { ...deps, db: { ...deps.db, transaction: watched } };
    await expect(decide(parts)).rejects.toThrow(STATEMENT_FAILS);
    expect(inserts.length).toBeGreaterThan(0);
    expect(await deliveriesTo(webhookId)).toEqual([]);
    await sendAll();
    expect(receiver.received).toEqual([]);
    [fails, inserts.length] = [false, 0];
    await decide(parts);
    expect(inserts).toHaveLength(1);
    await sendAll();
    expect(typesOf()).toEqual(['deposit.approved', 'deposit.approved']);
  });
});

describe('a webhook delivery', () => {
  test('is signed as the documentation verifies it, for a day by the old secret too', async () => {
    const { id, secret } = await add();
    const now = vi.spyOn(deps.clock, 'now').mockImplementation(() => new Date());
    await sendTest(deps, world.admin, id);
    await sendAll();
    const { secret: newer } = await rotateSecret(deps, world.admin, id);
    await sendTest(deps, world.admin, id);
    await sendAll();
    await passTime('25 hours');
    await sendTest(deps, world.admin, id);
    await sendAll();
    now.mockRestore();
    const { readWebhook } = await loadWebhookExample();
    const verifies = (key: string, n: number) => {
      const { body = '', headers = {} } = receiver.received[n] ?? {};
      return readWebhook(key, headers, body) !== undefined;
    };
    expect([0, 1, 2].map((n) => verifies(secret, n))).toEqual([true, true, false]);
    expect([0, 1, 2].map((n) => verifies(newer, n))).toEqual([false, true, true]);
    expect(receiver.received[0]?.headers).toMatchObject({ 'content-type': 'application/json' });
  });

  test('that fails is retried with increasing delays and the same id, until the last attempt', async () => {
    const { id } = await add();
    await sendTest(deps, world.admin, id);
    receiver.answer = (response) =>
      void response.writeHead(500).end(`sorry\u0000${'x'.repeat(5000)}`);
    await sendAll();
    await sendAll();
    expect(receiver.received).toHaveLength(1);
    const first = await onlyDelivery(id);
    expect(first).toMatchObject({
      state: 'pending',
      attempts: 1,
      lastStatus: 500,
      lastFailure: 'answer',
    });
    expect(Number(first.nextAt) - Number(first.lastAt)).toBeGreaterThan(4900);
    expect(Number(first.nextAt) - Number(first.lastAt)).toBeLessThan(5100);
    const { answer } = await getDelivery(deps, { webhookId: id, id: first.id });
    expect(answer).toMatch(/^sorryx+$/);
    expect(answer?.length).toBeLessThanOrEqual(1024);
    for (let tries = 1; tries < MAX_DELIVERY_ATTEMPTS; tries += 1) {
      await passTime('7 hours');
      await sendAll();
    }
    expect(await onlyDelivery(id)).toMatchObject({
      state: 'failed',
      attempts: MAX_DELIVERY_ATTEMPTS,
      nextAt: null,
    });
    await passTime();
    await sendAll();
    expect(receiver.received).toHaveLength(MAX_DELIVERY_ATTEMPTS);
    expect(new Set(receiver.received.map(({ headers }) => idOf(headers))).size).toBe(1);
  });

  test('that failed permanently is sent unchanged when an administrator resends it', async () => {
    const { id } = await add();
    await sendTest(deps, world.admin, id);
    await world.db.query(
      `WITH failed AS (UPDATE webhook_deliveries SET state = 'failed', attempts = ${MAX_DELIVERY_ATTEMPTS})
       DELETE FROM outgoing`,
    );
    await sendAll();
    expect(receiver.received).toEqual([]);
    const { id: event } = await onlyDelivery(id);
    await resend(deps, world.admin, { webhookId: id, id: event });
    await sendAll();
    expect(await onlyDelivery(id)).toMatchObject({ id: event, state: 'delivered', attempts: 1 });
    await resend(deps, world.admin, { webhookId: id, id: event });
    await sendAll();
    const [one, two] = receiver.received;
    expect(two?.body).toBe(one?.body);
    expect(idOf(two?.headers ?? {})).toBe(event);
  });

  test('claimed by a crashed server is sent by another one after two minutes', async () => {
    const { id } = await add();
    await sendTest(deps, world.admin, id);
    receiver.answer = () => undefined;
    const { sent } = await sender.run();
    await expect.poll(() => receiver.received.length, PATIENTLY).toBe(1);
    const other = createWebhookSender(deps);
    await sendAll(other);
    expect(receiver.received).toHaveLength(1);
    await passTime('121 seconds');
    receiver.answer = (response) => void response.writeHead(200).end();
    await sendAll(other);
    expect(await onlyDelivery(id)).toMatchObject({ state: 'delivered', attempts: 2 });
    await sender.stop();
    await sent;
    // A late response to the first server changes nothing.
    expect(await onlyDelivery(id)).toMatchObject({ state: 'delivered' });
  });

  test('in progress when the server stops can be claimed by others immediately', async () => {
    const { id } = await add();
    await sendTest(deps, world.admin, id);
    receiver.answer = () => undefined;
    await sender.run();
    await expect.poll(() => receiver.received.length, PATIENTLY).toBe(1);
    await sender.stop();
    receiver.answer = (response) => void response.writeHead(200).end();
    await sendAll(createWebhookSender(deps));
    expect(await onlyDelivery(id)).toMatchObject({ state: 'delivered', attempts: 1 });
  });

  test('to a slow receiver does not delay other webhooks, and at most four are in progress', async () => {
    const slow = await add({ url: `${receiver.url}/slow`, eventTypes: ['deposit.requested'] });
    const quick = await add({ eventTypes: ['deposit.requested'] });
    receiver.answer = (response, { path }) =>
      path === '/slow' ? undefined : void response.writeHead(200).end();
    const owner = await world.newActor();
    await Promise.all(Array.from({ length: 10 }, () => world.deposit(owner, 10_000)));
    await sender.run();
    const statesOf = async (id: string) => (await deliveriesTo(id)).map(({ state }) => state);
    await expect.poll(() => statesOf(quick.id), PATIENTLY).toEqual(Array(10).fill('delivered'));
    expect(receiver.received.filter(({ path }) => path === '/slow')).toHaveLength(4);
    expect(await statesOf(slow.id)).toEqual(Array(10).fill('pending'));
  });

  test('is delivered when the receiver returns 200 and keeps the connection open', async () => {
    const { id } = await add();
    await sendTest(deps, world.admin, id);
    receiver.answer = (response) => void response.writeHead(200).write('thank you');
    // The status arrives within the timeout; the response never ends.
    await sendAll(createWebhookSender(deps, { timeoutMs: 5000 }));
    const delivery = await onlyDelivery(id);
    expect(delivery).toMatchObject({ state: 'delivered', attempts: 1, lastStatus: 200 });
    const { answer } = await getDelivery(deps, { webhookId: id, id: delivery.id });
    expect(answer).toBe('thank you');
  });

  test('fails with a timeout if the receiver does not respond', async () => {
    const { id } = await add();
    await sendTest(deps, world.admin, id);
    receiver.answer = () => undefined;
    await sendAll(createWebhookSender(deps, { timeoutMs: 50 }));
    expect(await onlyDelivery(id)).toMatchObject({ lastFailure: 'timeout', lastStatus: null });
  });
});

describe('locks of webhook deliveries', () => {
  /** Resolves once a session of this database waits for a lock. */
  const untilOneWaits = () =>
    expect
      .poll(
        () =>
          world.db.query(
            `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          ),
        PATIENTLY,
      )
      .toHaveLength(1);

  test('"Send again" during a failing attempt waits for the attempt instead of deadlocking with it', async () => {
    const { id: webhookId } = await add();
    await sendTest(deps, world.admin, webhookId);
    const { id } = await onlyDelivery(webhookId);
    receiver.answer = (response) => void response.writeHead(500).end();
    const { transaction } = deps.db;
    let resent: Promise<void> | undefined;
    const failures: unknown[] = [];
    const slowly: Deps['db']['transaction'] = (work, options) =>
      transaction((tx) => {
        let statements = 0;
        const before = async () => {
          statements += 1;
          // After the first statement of the attempt, whichever row that locks.
          if (statements !== 2 || resent) return;
          resent = resend(deps, world.admin, { webhookId, id });
          await untilOneWaits();
        };
        return work(watchStatements(tx, before));
      }, options).catch((error) => {
        failures.push(error);
        throw error;
      });
    await sendAll(createWebhookSender({ ...deps, db: { ...deps.db, transaction: slowly } }));
    await resent;
    expect(resent).toBeDefined();
    expect(failures).toEqual([]);
    expect(await onlyDelivery(webhookId)).toMatchObject({ state: 'pending', lastStatus: 500 });
  });

  test.each([
    ['its owner', true],
    ['the owner of another webhook', false],
  ])(
    'a webhook that stops while %s is deleted does not deadlock with the deletion',
    async (_, isOwn) => {
      const owner = await world.newActor({ role: 'admin' });
      const form = { url: receiver.url, description: '', eventTypes: [...webhookEventNames] };
      const owned = await createWebhook(deps, owner, { ...form, isActive: true });
      const { id } = isOwn ? owned : await add();
      await sendTest(deps, world.admin, id);
      receiver.answer = (response) => void response.writeHead(410).end();
      const { transaction } = deps.db;
      let removal: Promise<void> | undefined;
      const failures: unknown[] = [];
      const slowly: Deps['db']['transaction'] = (work, options) =>
        transaction((tx) => {
          const before = async (statement: string) => {
            if (!statement.includes('INSERT INTO "notifications"') || removal) return;
            removal = removeUser(deps, world.admin, owner.userId);
            removal.catch((error) => failures.push(error));
            await untilOneWaits();
          };
          return work(watchStatements(tx, before));
        }, options).catch((error) => {
          failures.push(error);
          throw error;
        });
      await sendAll(createWebhookSender({ ...deps, db: { ...deps.db, transaction: slowly } }));
      await removal;
      expect(removal).toBeDefined();
      expect(failures).toEqual([]);
      const stopped = (await listWebhooks(deps)).map((webhook) => webhook.stopReason);
      expect(stopped.sort()).toEqual(isOwn ? ['gone'] : ['gone', 'owner_deleted']);
    },
  );
});

test('deleting a webhook deletes what waits for it', async () => {
  const { id } = await add();
  await sendTest(deps, world.admin, id);
  await removeWebhook(deps, world.admin, id);
  expect(await world.db.query('SELECT 1 FROM outgoing')).toEqual([]);
});

describe('a webhook is switched off and administrators are notified', () => {
  test.each([
    ['demoted', 'owner_demoted'],
    ['deleted', 'owner_deleted'],
    ['deactivated', 'owner_deactivated'],
  ])('when the administrator who set it up is %s', async (change, stopReason) => {
    const owner = await world.newActor({ role: 'admin' });
    const other = await world.newActor({ role: 'admin' });
    const form = { url: receiver.url, description: '', eventTypes: [...webhookEventNames] };
    const { id } = await createWebhook(deps, owner, { ...form, isActive: true });
    const { id: kept } = await add();
    const { userId } = owner;
    const changes: Record<string, () => Promise<unknown>> = {
      demoted: () => setRole(deps, world.admin, { userId, role: 'user' }),
      deleted: () => removeUser(deps, world.admin, userId),
      deactivated: () => setStatus(deps, world.admin, { userId, status: 'inactive' }),
    };
    await changes[change]?.();
    const webhookOf = async (wanted: string) =>
      (await listWebhooks(deps)).find((webhook) => webhook.id === wanted);
    expect(await webhookOf(id)).toMatchObject({ isActive: false, stopReason });
    expect(await webhookOf(kept)).toMatchObject({ isActive: true, stopReason: null });
    expect(await told(other)).toHaveLength(1);
    if (change !== 'deleted') expect(await told(owner)).toEqual([]);
    // The administrator who resumes the webhook becomes its owner.
    await updateWebhook(deps, other, { id, form: { isActive: true } });
    expect(await webhookOf(id)).toMatchObject({ isActive: true, stopReason: null });
    await setRole(deps, world.admin, { userId: other.userId, role: 'user' });
    expect(await webhookOf(id)).toMatchObject({ isActive: false, stopReason: 'owner_demoted' });
    await expectVerified(world.db);
  });

  async function told(who: Actor) {
    return world.db.query<{ title: string; message: string }>(
      `SELECT title, message FROM notifications WHERE user_id = $1 AND title = 'Webhook switched off'`,
      [who.userId],
    );
  }

  test('when its receiver returns 410 Gone', async () => {
    const admin = await world.newActor({ role: 'admin' });
    const { id } = await add();
    receiver.answer = (response) => void response.writeHead(410).end();
    await sendTest(deps, world.admin, id);
    await sendTest(deps, world.admin, id);
    await sendAll();
    const [webhook] = await listWebhooks(deps);
    expect(webhook).toMatchObject({ isActive: false, stopReason: 'gone' });
    expect((await deliveriesTo(id)).map(({ state }) => state)).toContain('failed');
    const host = new URL(receiver.url).host;
    const title = 'Webhook switched off';
    expect(await told(admin)).toEqual([{ title, message: expect.stringContaining(host) }]);
    await world.deposit(await world.newActor(), 50_000);
    expect(await deliveriesTo(id)).toHaveLength(2);
    await expect(sendTest(deps, world.admin, id)).rejects.toMatchObject({
      code: 'WEBHOOK_INACTIVE',
    });
    await updateWebhook(deps, world.admin, { id, form: { isActive: true } });
    const [revived] = await listWebhooks(deps);
    expect(revived).toMatchObject({ isActive: true, stopReason: null, failingSince: null });
    await expectVerified(world.db);
  });

  test('when all deliveries have failed for three days, but not after one failed hour', async () => {
    const admin = await world.newActor({ role: 'admin' });
    const { id } = await add();
    const tryOnce = async (status: number) => {
      receiver.answer = (response) => void response.writeHead(status).end();
      await sendTest(deps, world.admin, id);
      await sendAll();
      return (await listWebhooks(deps))[0];
    };
    expect((await tryOnce(503))?.failingSince).toEqual(expect.any(Date));
    await passTime('73 hours');
    expect(await tryOnce(200)).toMatchObject({ isActive: true, failingSince: null });
    await tryOnce(503);
    await passTime('71 hours');
    expect(await tryOnce(503)).toMatchObject({ isActive: true });
    await passTime('2 hours');
    expect(await tryOnce(503)).toMatchObject({ isActive: false, stopReason: 'failing' });
    expect(await told(admin)).toHaveLength(1);
  });
});

describe('webhooks are not sent into a private network', () => {
  const open = () => createWebhookSender({ ...deps, config: world.deps.config });
  const port = () => new URL(receiver.url).port;

  test.each(['127.0.0.1', '[::1]', '169.254.169.254', '10.1.2.3', '[::ffff:127.0.0.1]'])(
    'to the saved address %s',
    async (host) => {
      const { id } = await add({ url: `http://${host}:${port()}/` });
      await sendTest(deps, world.admin, id);
      await sendAll(open());
      expect(await onlyDelivery(id)).toMatchObject({ state: 'pending', lastFailure: 'private' });
      expect(receiver.received).toEqual([]);
    },
  );

  test('to a name that resolves to a private address when connecting', async () => {
    const answer = (_name: string, _options: object, done: (...args: unknown[]) => void) =>
      done(null, [{ address: '127.0.0.1', family: 4 }]);
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation(answer as never);
    const { id } = await add({ url: `http://hooks.example:${port()}/` });
    await sendTest(deps, world.admin, id);
    expect(lookup).not.toHaveBeenCalled();
    await sendAll(open());
    expect(await onlyDelivery(id)).toMatchObject({ lastFailure: 'private' });
    expect(lookup).toHaveBeenCalledTimes(1);
    expect(receiver.received).toEqual([]);
  });

  test('after a redirect, which counts as a failed delivery', async () => {
    const { id } = await add({ url: `${receiver.url}/first` });
    receiver.answer = (response) =>
      void response.writeHead(307, { location: `${receiver.url}/second` }).end();
    await sendTest(deps, world.admin, id);
    await sendAll();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/first']);
    expect(await onlyDelivery(id)).toMatchObject({ lastStatus: 307, lastFailure: 'answer' });
  });
});

test('records different failures for an unknown name, a closed port and a response without TLS', async () => {
  const silent = createServer((socket) => void socket.resume().end('no TLS'));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  const failureOf = async (url: string) => {
    const { id } = await add({ url });
    await sendTest(deps, world.admin, id);
    await sendAll();
    return (await onlyDelivery(id)).lastFailure;
  };
  expect(await failureOf('https://nobody.invalid/')).toBe('name');
  expect(await failureOf(`https://127.0.0.1:${port}/`)).toBe('certificate');
  silent.close();
  await once(silent, 'close');
  expect(await failureOf(`http://127.0.0.1:${port}/`)).toBe('connection');
});

test('a server configured not to send leaves deliveries unchanged', async () => {
  const { id } = await add();
  await sendTest(deps, world.admin, id);
  const config = { ...deps.config, sendsEvents: false };
  await sendAll(createWebhookSender({ ...deps, config }));
  expect(await onlyDelivery(id)).toMatchObject({ state: 'pending', attempts: 0 });
  expect(receiver.received).toEqual([]);
});

test('deletes deliveries after thirty days, whatever their state', async () => {
  const { id } = await add();
  await sendTest(deps, world.admin, id);
  await sendTest(deps, world.admin, id);
  await sendAll();
  await world.db.query(
    `UPDATE webhook_deliveries SET created_at = created_at - interval '31 days'
     WHERE id = (SELECT id FROM webhook_deliveries ORDER BY id LIMIT 1)`,
  );
  await pruneDeliveries(deps);
  expect(await deliveriesTo(id)).toHaveLength(1);
});
