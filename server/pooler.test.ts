import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toDecimal } from '#contract/shared/money.ts';
import { createLogger } from './base/log.ts';
import { type Database, openDatabase } from './db/database.ts';
import { requestWithdrawal } from './features/withdrawals/request-withdrawal.ts';
import { createEventHub, type EventHub } from './platform/events/event-hub.ts';
import { findWrongOutcomes, raceApprovals } from './testing/approval-races.ts';
import { openTestDatabase } from './testing/database.ts';
import { type SignedIn, startTestApp, type TestApp } from './testing/harness.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from './testing/money-world.ts';
import { hasPooler, type TestPooler } from './testing/pooler.ts';
import { testSecrets } from './testing/secrets.ts';
import { openStream } from './testing/streams.ts';
import { buildDepositForm, buildImage, upload } from './testing/upload.ts';

const RACES = 12;
const DEPOSITS = 8;
const KILLS = 4;

describe.skipIf(!hasPooler)('money through a pooler in transaction mode', () => {
  let world: MoneyWorld;
  beforeAll(async () => {
    world = await openMoneyWorld({ isPooled: true });
  });
  afterAll(async () => {
    await expectVerified(world.db, { withoutRecords: true });
    await world.close();
  });

  test('pays one of many concurrent withdrawals with funds for one, and a retry has no effect', async () => {
    const owner = await world.newActor({ balancePaise: 10_000 });
    const bankAccountId = await world.newBankAccount(owner);
    const keys = Array.from({ length: 12 }, () => randomUUID());
    const withdraw = (requestKey: string) =>
      requestWithdrawal(world.deps, owner, {
        amount: toDecimal(10_000),
        bankAccountId,
        requestKey,
      });
    const first = await Promise.allSettled(keys.map(withdraw));
    const second = await Promise.allSettled(keys.map(withdraw));
    const paid = (outcomes: typeof first) =>
      outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []));
    expect(paid(first)).toHaveLength(1);
    expect(paid(second)).toEqual(paid(first));
    expect(await world.wallet(owner)).toEqual({ balancePaise: 10_000, heldPaise: 10_000 });
  });

  test('gives each of many contested approvals one outcome', async () => {
    await world.db.query(
      `INSERT INTO approval_rules (kind, threshold_paise, approvals, is_active, in_force_since)
       VALUES ('deposit', NULL, 1, true, '-infinity')`,
    );
    const admin = () => world.newActor({ role: 'admin' });
    const people = { maker: await admin(), confirmer: await admin(), third: await admin() };
    const outcomes = await raceApprovals({ world, second: world.deps, people }, RACES);
    expect(findWrongOutcomes(outcomes)).toEqual([]);
    expect(outcomes).toHaveLength(RACES);
  });
});

describe.skipIf(!hasPooler)('a server behind a pooler in transaction mode', () => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>;
  let pooler: TestPooler;
  let events: EventHub;
  let app: TestApp;
  let admin: SignedIn;
  beforeAll(async () => {
    opened = await openTestDatabase({ isPooled: true });
    if (!opened.pooler) throw new Error('There is no pooler');
    pooler = opened.pooler;
    events = createEventHub({ db: opened.db, clock: opened.clock, log: createLogger('silent') });
    await events.start();
    app = await startTestApp({ db: opened.db, events });
    admin = await app.admin();
  });
  afterAll(async () => {
    await events.close();
    await app.close();
    await opened.drop();
  });

  test('limits every statement and leaves no setting to the next user of a session', async () => {
    const setting = `SELECT current_setting('statement_timeout') AS "timeout"`;
    const limited = [{ timeout: '30s' }];
    const many = await Promise.all(
      Array.from({ length: 20 }, () =>
        Promise.all([
          opened.db.query(setting),
          opened.db.transaction((tx) => tx.query(setting)),
          opened.db.probe(setting),
        ]),
      ),
    );
    for (const [alone, within, probed] of many) {
      expect([alone, within]).toEqual([limited, limited]);
      expect(probed).toEqual([{ timeout: '600ms' }]);
    }
    const ready = await fetch(`${app.baseUrl}/readyz`);
    expect(ready.status).toBe(200);
    const others = Array.from({ length: 8 }, () => new pg.Client(pooler.connection));
    for (const other of others) {
      await other.connect();
      await other.query('BEGIN');
      const { rows } = await other.query(
        `${setting}, current_setting('work_mem') AS memory, current_setting('lock_timeout') AS lock`,
      );
      expect(rows).toEqual([{ timeout: '0', memory: '4MB', lock: '0' }]);
    }
    await Promise.all(others.map((other) => other.end()));
  });

  test('rolls back a statement that fails alone, and keeps its session', async () => {
    await expect(opened.db.query('SELECT 1 / $1::int', [0])).rejects.toThrow('division by zero');
    expect(await opened.db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('loses and doubles nothing when the pooler is killed and restarted under load', async () => {
    const person = await app.newUser();
    const stream = await openStream(person);
    const ids: string[] = [];
    const counts = { acknowledged: 0, failed: 0 };
    for (let kill = 0; kill < KILLS; kill += 1) {
      const jobs = Array.from({ length: DEPOSITS }, () => newJob(person, counts));
      const before = counts.acknowledged;
      const working = (await Promise.all(jobs)).map((untilDone) => untilDone());
      const acknowledged = () => counts.acknowledged - before;
      await expect.poll(acknowledged, { interval: 1, timeout: 30_000 }).toBeGreaterThan(0);
      await pooler.kill();
      await pooler.restart();
      ids.push(...(await Promise.all(working)));
    }
    expect(counts.failed).toBeGreaterThan(0);
    await stream.until(({ entity }) => entity === 'balance');
    await stream.close();
    const rows = await direct.query<{ id: string; status: string }>(
      'SELECT id, status FROM transactions WHERE user_id = $1 ORDER BY id',
      [person.userId],
    );
    expect(rows).toEqual(ids.sort().map((id) => ({ id, status: 'approved' })));
    await expectVerified(direct);
  }, 120_000);

  let direct: Database;
  beforeAll(() => {
    direct = openDatabase({ connectionString: opened.url }, { secrets: testSecrets() });
    return () => direct.close();
  });

  /** A deposit and its approval, each repeated with its key until it is acknowledged. */
  async function newJob(owner: SignedIn, counts: { acknowledged: number; failed: number }) {
    const [form, body] = [buildDepositForm({ amount: '10' }), await buildImage()];
    const requestKey = randomUUID();
    const deposit = async () => {
      const sent = await upload(app, { cookie: owner.cookie, path: '/files/deposits', form, body });
      return sent.status === 200 ? String(sent.body.id) : undefined;
    };
    const approve = (ids: string[]) =>
      admin.api.review.decide({ ids, decision: 'approved', requestKey }).then(
        ({ results }) => results,
        () => undefined,
      );
    const untilAcknowledged = async <Result>(call: () => Promise<Result | undefined>) => {
      for (;;) {
        const result = await call();
        counts[result === undefined ? 'failed' : 'acknowledged'] += 1;
        if (result !== undefined) return result;
      }
    };
    return async () => {
      const id = await untilAcknowledged(deposit);
      expect(await untilAcknowledged(() => approve([id]))).toEqual([{ id }]);
      return id;
    };
  }
});
