import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { generateSecretKey, parseSecretKeys } from '#server/base/keys.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { watchStatements } from '#server/testing/failing-batches.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { TEST_SECRET_KEY } from '#server/testing/secrets.ts';
import { hashToken, newToken } from '../sessions/cookie.ts';
import { login, logout } from '../sessions/login.ts';
import { endSessions } from '../sessions/operator-sessions.ts';
import { addReason, switchReason } from '../settings/reasons.ts';
import { saveSettings } from '../settings/settings.ts';
import { getTransaction } from '../transactions/search/search-views.ts';
import { removeUser } from '../users/remove-user.ts';
import { setPassword, setRole, setStatus } from '../users/users.ts';
import { decideTransactions } from './decide.ts';
import { claimDue } from './defer-decisions.queries.ts';
import { type DeskDecision, decideOnDesk } from './defer-decisions.ts';
import { executeDueDecisions } from './execute-decisions.ts';
import { getDeskRequest, listQueue } from './review-desk.ts';
import { undoDecision } from './undo-decision.ts';

let world: MoneyWorld;
let owner: Actor;
let maker: Actor;
beforeAll(async () => {
  world = await openMoneyWorld();
});
beforeEach(async () => {
  await world.db.query('DELETE FROM waiting_decisions');
  owner = await world.newActor();
  maker = await world.newActor({ role: 'admin' });
});
afterEach(() => expectVerified(world.db, { withoutRecords: true }));
afterAll(() => world.close());

const build = (id: string, parts: Partial<DeskDecision> = {}): DeskDecision => ({
  id,
  decision: 'approved',
  requestKey: randomUUID(),
  ...parts,
});
const decide = (id: string, parts?: Partial<DeskDecision>, actor = maker) =>
  decideOnDesk(world.deps, actor, build(id, parts));
const undo = (id: string, actor = maker) => undoDecision(world.deps, actor, id);
const executeDue = (deps: Pick<Deps, 'db' | 'log'> = world.deps) => executeDueDecisions(deps);
const statusOf = async (id: string) => (await getTransaction(world.deps, world.admin, id)).status;
const balance = async () => (await world.wallet(owner)).balancePaise;

/** Moves the due times and the servers' claims one hour into the past. */
async function passTime() {
  await world.db.query(
    `UPDATE waiting_decisions SET due_at = due_at - interval '1 hour', asked_at = asked_at - interval '1 hour',
       taken_until = taken_until - interval '1 hour'`,
  );
}

async function whatWaits(): Promise<number> {
  return (await world.db.query('SELECT 1 FROM waiting_decisions')).length;
}

/** Returns notifications of the administrator who made the decisions, newest first. */
async function told(actor = maker) {
  return world.db.query<{ title: string; message: string }>(
    'SELECT title, message FROM notifications WHERE user_id = $1 ORDER BY id DESC',
    [actor.userId],
  );
}

const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => undefined,
    (error) => error.code as string,
  );

describe('a deferred decision', () => {
  test('is visible to all reviewers, changes nothing before it is due, and is executed once', async () => {
    const { id } = await world.deposit(owner, 50_000);
    expect(await decide(id, { notes: 'seen' })).toEqual({ undoMs: 5000 });
    await executeDue();
    expect(await statusOf(id)).toBe('pending');
    const { rows } = await listQueue(world.deps, world.admin.userId, {
      type: 'deposit',
      limit: 100,
    });
    const seen = { decision: 'approved', decidedBy: maker.username, undoMs: expect.any(Number) };
    expect(rows.find((row) => row.id === id)?.waiting).toEqual({ ...seen, isOwn: false });
    const { waiting } = await getDeskRequest(world.deps, maker, id);
    expect(waiting).toEqual({ ...seen, isOwn: true });
    await passTime();
    await executeDue();
    await executeDue();
    expect(await getTransaction(world.deps, world.admin, id)).toMatchObject({
      status: 'approved',
      decidedBy: maker.username,
      adminNotes: 'seen',
    });
    expect(await balance()).toBe(50_000);
    expect(await whatWaits()).toBe(0);
    expect(await told()).toEqual([]);
  });

  test('can be undone only by the reviewer who made it, repeatedly, until it is executed', async () => {
    const { id } = await world.deposit(owner, 50_000);
    await decide(id);
    await undo(id, world.admin);
    expect(await whatWaits()).toBe(1);
    await undo(id);
    await undo(id);
    await passTime();
    await executeDue();
    expect(await statusOf(id)).toBe('pending');
    await decide(id, { decision: 'rejected' });
    await passTime();
    await executeDue();
    expect(await codeOf(undo(id))).toBe('ALREADY_DECIDED');
    expect(await codeOf(undo(newId()))).toBe('TRANSACTION_NOT_FOUND');
    const actions = await world.db.query<{ action: string }>(
      'SELECT action FROM audit_log WHERE entity_id = $1 ORDER BY seq',
      [id],
    );
    expect(actions.map(({ action }) => action)).toEqual([
      'transaction.request',
      'transaction.undo',
      'transaction.reject',
    ]);
  });

  test('sent again is not stored twice, and is refused after it was undone', async () => {
    const { id } = await world.deposit(owner, 50_000);
    const decision = build(id);
    const send = () => decideOnDesk(world.deps, maker, decision);
    const [first] = await Promise.all([send(), send(), send()]);
    expect(first.undoMs).toBeGreaterThan(0);
    expect(await whatWaits()).toBe(1);
    const other = { ...decision, decision: 'rejected' as const };
    expect(await codeOf(decideOnDesk(world.deps, maker, other))).toBe('IDEMPOTENCY_CONFLICT');
    await undo(id);
    expect(await codeOf(send())).toBe('DECISION_UNDONE');
    const again = build(id);
    await decideOnDesk(world.deps, maker, again);
    await passTime();
    await executeDue();
    expect(await decideOnDesk(world.deps, maker, again)).toEqual({ undoMs: 0 });
    expect(await balance()).toBe(50_000);
  });

  test('refuses other decisions on its request, own requests, and decided or deleted requests', async () => {
    const { id } = await world.deposit(owner, 50_000);
    const own = await world.deposit(maker, 50_000);
    await decide(id);
    expect(await codeOf(decide(id, {}, world.admin))).toBe('DECISION_WAITING');
    expect(await codeOf(decide(id, { decision: 'rejected' }))).toBe('DECISION_WAITING');
    expect(await codeOf(decide(own.id))).toBe('OWN_REQUEST');
    expect(await codeOf(decide(newId()))).toBe('TRANSACTION_NOT_FOUND');
    expect(await codeOf(decide(own.id, { sourceId: newId() }, world.admin))).toBe(
      'SOURCE_NOT_FOUND',
    );
    await undo(id);
    await world.decide(id, 'rejected');
    expect(await codeOf(decide(id))).toBe('ALREADY_DECIDED');
  });

  test('keeps a reason that is disabled later', async () => {
    const { id } = await world.deposit(owner, 50_000);
    const reason = await addReason(world.deps, maker, { en: 'Wrong app.' });
    await decide(id, { decision: 'rejected', reasonId: reason.id });
    await switchReason(world.deps, maker, { id: reason.id, isActive: false });
    await passTime();
    await executeDue();
    expect(await getTransaction(world.deps, world.admin, id)).toMatchObject({
      status: 'rejected',
      adminNotes: 'Wrong app.',
      reason: { en: 'Wrong app.' },
    });
  });

  test('is executed immediately when the undo time is 0', async () => {
    const { id } = await world.deposit(owner, 50_000);
    await saveSettings(world.deps, maker, { undoSeconds: 0 });
    expect(await decide(id)).toEqual({ undoMs: 0 });
    await saveSettings(world.deps, maker, { undoSeconds: 5 });
    expect(await balance()).toBe(50_000);
    expect(await whatWaits()).toBe(0);
  });

  test('is executed when the database’s clock was set back', async () => {
    const { id } = await world.deposit(owner, 50_000);
    await decide(id);
    await world.db.query(
      `UPDATE waiting_decisions SET due_at = due_at + interval '1 day', asked_at = asked_at + interval '1 day',
         taken_until = due_at + interval '1 day'`,
    );
    await executeDue();
    expect(await statusOf(id)).toBe('approved');
  });
});

describe('a deferred decision that can’t be executed is dropped, and its reviewer is notified', () => {
  const stillWaits = { title: 'Decision not carried out', message: /was not carried out/ };

  test.each<[string, (id: string) => Promise<unknown>]>([
    [
      'after a demotion',
      () => setRole(world.deps, world.admin, { userId: maker.userId, role: 'user' }),
    ],
    [
      'after its reviewer became an auditor',
      () =>
        setRole(world.deps, world.admin, {
          ...{ userId: maker.userId, role: 'admin' },
          adminRole: 'auditor',
        }),
    ],
    [
      'after a deactivation',
      () => setStatus(world.deps, world.admin, { userId: maker.userId, status: 'inactive' }),
    ],
    [
      'after a new password',
      () =>
        setPassword(world.deps, world.admin, { userId: maker.userId, newPassword: 'quiet-lamp-2' }),
    ],
    [
      'after its source was deactivated',
      () => world.db.query('UPDATE sources SET is_active = false'),
    ],
  ])('%s', async (_, happen) => {
    const sourceId = newId();
    await world.db.query(
      'INSERT INTO sources (id, name, is_active, created_at) VALUES ($1, $2, true, now())',
      [sourceId, `Shop ${sourceId}`],
    );
    const { id, referenceId } = await world.deposit(owner, 50_000);
    await decide(id, { sourceId });
    await happen(id);
    await passTime();
    await executeDue();
    expect(await statusOf(id)).toBe('pending');
    expect(await whatWaits()).toBe(0);
    const [notice] = await told();
    expect(notice?.title).toBe(stillWaits.title);
    expect(notice?.message).toMatch(stillWaits.message);
    expect(notice?.message).toContain(`₹500.00 (${referenceId})`);
  });

  test('after a server of an earlier version decided the request in a list', async () => {
    const { id, referenceId } = await world.deposit(owner, 50_000);
    await decide(id);
    const hide = (from: string, to: string) =>
      world.db.query('UPDATE waiting_decisions SET transaction_id = $2 WHERE transaction_id = $1', [
        from,
        to,
      ]);
    const elsewhere = newId();
    await hide(id, elsewhere);
    await world.decide(id, 'rejected');
    await hide(elsewhere, id);
    await passTime();
    await executeDue();
    expect(await statusOf(id)).toBe('rejected');
    expect((await told())[0]?.message).toBe(
      `₹500.00 (${referenceId}) was already decided by ${world.admin.username}.`,
    );
  });

  test('after the user or the reviewer was deleted', async () => {
    const { id } = await world.deposit(owner, 50_000);
    const other = await world.deposit(world.admin, 50_000);
    await decide(id);
    await world.db.query('DELETE FROM transactions WHERE user_id = $1', [owner.userId]);
    await passTime();
    await executeDue();
    expect((await told())[0]?.message).toBe(
      'This request no longer exists. Please reload the list.',
    );
    await decide(other.id);
    await removeUser(world.deps, world.admin, maker.userId);
    await passTime();
    await executeDue();
    expect(await statusOf(other.id)).toBe('pending');
    expect(await whatWaits()).toBe(0);
  });
});

describe('while the key of the account number is missing', () => {
  const setKey = (key: string) => world.db.secrets.use(parseSecretKeys(key) ?? []);

  async function deferApproval(): Promise<string> {
    owner = await world.newActor({ balancePaise: 5000 });
    const { id } = await world.withdraw(owner, 1000, await world.newBankAccount(owner));
    await decide(id);
    await passTime();
    setKey(generateSecretKey());
    return id;
  }

  test('a due approval waits, can be undone, and is executed once the key is back', async () => {
    const id = await deferApproval();
    await executeDue();
    await executeDue();
    expect([await statusOf(id), await whatWaits(), await told()]).toEqual(['pending', 1, []]);
    setKey(TEST_SECRET_KEY);
    await passTime();
    await executeDue();
    expect([await statusOf(id), await whatWaits()]).toEqual(['approved', 0]);
    const next = await deferApproval();
    await executeDue();
    await undo(next);
    setKey(TEST_SECRET_KEY);
    expect([await statusOf(next), await whatWaits()]).toEqual(['pending', 0]);
  });

  test('a due approval is dropped after a day', async () => {
    const id = await deferApproval();
    for (let hours = 0; hours < 25; hours += 1) await passTime();
    await executeDue();
    setKey(TEST_SECRET_KEY);
    expect([await statusOf(id), await whatWaits()]).toEqual(['pending', 0]);
    expect(await told()).toHaveLength(1);
  });

  test('the desk refuses an approval, and defers a rejection', async () => {
    const id = await deferApproval();
    await undo(id);
    expect(await codeOf(decide(id))).toBe('UNAVAILABLE');
    await decide(id, { decision: 'rejected' });
    await passTime();
    await executeDue();
    setKey(TEST_SECRET_KEY);
    expect(await statusOf(id)).toBe('rejected');
  });
});

describe('a decision that can still be undone', () => {
  test('prevents lists from deciding its request, but not other requests', async () => {
    const { id } = await world.deposit(owner, 50_000);
    const { id: free } = await world.deposit(owner, 20_000);
    await decide(id);
    for (const [actor, verdict] of [
      [world.admin, 'rejected'],
      [maker, 'approved'],
    ] as const) {
      const decision = { ids: [id, free], decision: verdict, requestKey: randomUUID() };
      const outcomes = await decideTransactions(world.deps, actor, decision);
      expect(outcomes.get(id)).toMatchObject({
        code: 'DECISION_WAITING',
        data: { decidedBy: maker.username },
      });
    }
    expect(await statusOf(free)).toBe('rejected');
    await passTime();
    await executeDue();
    expect(await statusOf(id)).toBe('approved');
    expect(await told()).toEqual([]);
  });

  /** Sets a session token for the reviewer, as a browser's cookie has it. */
  async function giveToken(): Promise<string> {
    const token = newToken();
    await world.db.query('UPDATE sessions SET token_hash = $2 WHERE id = $1', [
      maker.credential.id,
      hashToken(token),
    ]);
    return token;
  }

  test('is executed when its reviewer logs out', async () => {
    const { id } = await world.deposit(owner, 50_000);
    const other = await world.deposit(owner, 20_000);
    await decide(id);
    await decide(other.id, {}, world.admin);
    await logout(world.deps, await giveToken());
    await executeDue();
    expect(await statusOf(id)).toBe('approved');
    expect(await statusOf(other.id)).toBe('pending');
    expect(await told()).toEqual([]);
  });

  test('is executed when its reviewer signs in again', async () => {
    const { id } = await world.deposit(owner, 50_000);
    const username = maker.username;
    await setPassword(world.deps, world.admin, {
      userId: maker.userId,
      newPassword: 'quiet-lamp-2',
    });
    await world.db.query('UPDATE sessions SET ended_at = NULL, ended_reason = NULL WHERE id = $1', [
      maker.credential.id,
    ]);
    await world.db.query('UPDATE users SET must_change_password = false WHERE id = $1', [
      maker.userId,
    ]);
    await decide(id);
    const browser = { ip: '127.0.0.1', userAgent: undefined, device: '', isDirect: true };
    const visitor = { ...browser, token: await giveToken() };
    await login(world.deps, visitor, { username, password: 'quiet-lamp-2' });
    await executeDue();
    expect(await statusOf(id)).toBe('approved');
  });

  test('is dropped when its session is ended from outside', async () => {
    const { id } = await world.deposit(owner, 50_000);
    await decide(id);
    await endSessions(world.deps, world.admin, { userId: maker.userId });
    await passTime();
    await executeDue();
    expect(await statusOf(id)).toBe('pending');
    const titles = (await told()).map(({ title }) => title);
    expect(titles).toEqual(['Decision not carried out', 'Sessions ended']);
  });
});

describe('concurrent execution', () => {
  const many = async (count: number) => {
    const owners = await Promise.all(Array.from({ length: 5 }, () => world.newActor()));
    const made = await Promise.all(
      Array.from({ length: count / owners.length }, () =>
        owners.map((one) => world.deposit(one, 1000)),
      ).flat(),
    );
    await Promise.all(made.map(({ id }) => decide(id)));
    return made.map(({ id }) => id);
  };

  test('three servers execute each of a hundred decisions once', async () => {
    const ids = await many(100);
    await passTime();
    await Promise.all([executeDue(), executeDue(), executeDue()]);
    await executeDue();
    expect(await whatWaits()).toBe(0);
    const posted = await world.db.query(
      'SELECT transaction_id FROM ledger_entries WHERE transaction_id = ANY ($1) GROUP BY 1 HAVING count(*) = 2',
      [ids],
    );
    expect(posted).toHaveLength(100);
  });

  test('undoing during the execution has one outcome, which the call reports', async () => {
    const ids = await many(30);
    await passTime();
    const [, ...outcomes] = await Promise.all([executeDue(), ...ids.map((id) => codeOf(undo(id)))]);
    const statuses = await Promise.all(ids.map(statusOf));
    expect(outcomes.map((code) => (code ? 'approved' : 'pending'))).toEqual(statuses);
    expect(outcomes.every((code) => !code || code === 'ALREADY_DECIDED')).toBe(true);
  });

  test('two servers that claimed the same decision execute it once', async () => {
    const { id } = await world.deposit(owner, 50_000);
    await decide(id);
    await passTime();
    const servers: Promise<void>[] = [];
    await world.db.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM transactions WHERE id = $1 FOR UPDATE', [id]);
      for (const server of [1, 2]) {
        await new Promise<void>((resolve) => {
          const before = async (_: Tx, statement: number) => {
            // The first statement checks the reviewer's rights; from the second on, the servers wait for each other.
            if (statement === 2) resolve();
          };
          servers.push(executeDue(watched(before)));
        });
        expect(servers).toHaveLength(server);
        await passTime();
      }
    });
    await Promise.all(servers);
    await executeDue();
    expect(await balance()).toBe(50_000);
    expect(await told()).toEqual([]);
  });
});

/** Returns dependencies whose transactions call `before` ahead of each statement. */
function watched(before: (tx: Tx, statement: number) => Promise<void>): Pick<Deps, 'db' | 'log'> {
  const { db, log } = world.deps;
  const watch = (tx: Tx): Tx => {
    let statement = 0;
    return watchStatements(tx, () => {
      statement += 1;
      return before(tx, statement);
    });
  };
  const transaction: Deps['db']['transaction'] = (work, options) =>
    db.transaction((tx) => work(watch(tx)), options);
  return { log, db: { ...db, transaction } };
}

test('after a server is killed at any statement, the next server executes the decision once', async () => {
  let cut = 0;
  for (let at = 1; ; at += 1) {
    const { id } = await world.deposit(owner, 100);
    await decide(id);
    await passTime();
    const before = await balance();
    const wasCut = cut;
    const killed = watched(async (tx, statement) => {
      if (statement !== at || cut > wasCut) return;
      cut += 1;
      const [backend] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await world.db.query('SELECT pg_terminate_backend($1, 1000)', [backend?.pid]);
    });
    await executeDue(killed).catch(() => undefined);
    if (cut > wasCut) expect(await balance()).toBe(before);
    await passTime();
    await executeDue();
    expect(await balance()).toBe(before + 100);
    if (cut === wasCut) break;
  }
  expect(cut).toBeGreaterThan(8);
});

test('a decision claimed by one server is not claimed by another until the claim expires', async () => {
  const { id } = await world.deposit(owner, 100);
  await decide(id);
  await passTime();
  expect(await claimDue(world.db.query, 10)).toHaveLength(1);
  expect(await claimDue(world.db.query, 10)).toEqual([]);
  await passTime();
  expect(await claimDue(world.db.query, 10)).toMatchObject([{ transactionId: id, attempts: 2 }]);
  await passTime();
  await executeDue();
  expect(await statusOf(id)).toBe('approved');
});
