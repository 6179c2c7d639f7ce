import { type ClosureState, MAX_CLOSURES_PER_DAY } from '#contract/closures/rules.ts';
import type { Closure, ClosureRow } from '#contract/closures/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import { DEFAULT_USERNAMES } from '#contract/shared/enums.ts';
import { formatRupees } from '#contract/shared/money.ts';
import { MIN_WITHDRAWAL } from '#contract/withdrawals/rules.ts';
import { appError } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { Query, Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { getWallet, lockWallet } from '#server/ledger/wallets.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { publish } from '#server/platform/events/outbox.ts';
import { fromCursor, toPage } from '#server/platform/lists/cursor.ts';
import { enqueueWebhookEvents } from '../../platform/events/webhook-queue.ts';
import { insertNotifications } from '../notifications/insert-notifications.ts';
import { notifyAdmins } from '../notifications/notifications.ts';
import { toAdminNotice, toRefusalNotice } from './closures.events.ts';
import {
  countClosuresSince,
  countOpen,
  countPending,
  endClosure,
  findNewest,
  findOpenClosure,
  insertClosure,
  selectOpen,
} from './closures.queries.ts';

export { findOpenClosure } from './closures.queries.ts';

const DAY_MS = 24 * 60 * 60_000;

export async function getOwnClosure({ db }: Deps, { userId }: Actor) {
  const [request, wallet, pendingRequests] = await Promise.all([
    findNewest(db.query, userId),
    getWallet(db, userId),
    countPending(db.query, userId),
  ]);
  return { request: request ?? null, balancePaise: wallet.balancePaise, pendingRequests };
}

/**
 * Requests to close the caller's account. Returns the open request if there is one. Throws CLOSURE_WITH_PENDING,
 * CLOSURE_WITH_BALANCE, DEFAULT_USER_KEPT or TOO_MANY_CLOSURES.
 */
export async function requestClosure(deps: Deps, actor: Actor, reason: string): Promise<Closure> {
  const { userId } = actor;
  return runCommand(deps, { actor, changing: [userId] }, async (tx) => {
    if (isDefault(actor.username)) throw appError('DEFAULT_USER_KEPT');
    const { balancePaise } = await lockWallet(tx, userId);
    const open = await findOpenClosure(tx.query, userId);
    if (open) return open;
    await requireClosable(tx.query, { userId, balancePaise });
    const since = new Date(tx.at.getTime() - DAY_MS);
    if ((await countClosuresSince(tx.query, { userId, since })) >= MAX_CLOSURES_PER_DAY) {
      throw appError('TOO_MANY_CLOSURES');
    }
    const closure = await insertClosure(tx, { userId, id: newId(), reason });
    await recordChange(tx, { actor, userId, id: closure.id, state: 'open' });
    await notifyAdmins(tx, toAdminNotice(actor));
    return closure;
  });
}

/** A balance below the smallest withdrawal cannot be withdrawn, so it does not prevent the closure. */
async function requireClosable(
  query: Query,
  { userId, balancePaise }: { userId: UserId; balancePaise: number },
): Promise<void> {
  if ((await countPending(query, userId)) > 0) throw appError('CLOSURE_WITH_PENDING');
  if (balancePaise >= MIN_WITHDRAWAL) {
    throw appError('CLOSURE_WITH_BALANCE', { balance: formatRupees(balancePaise) });
  }
}

/** Takes back the caller's open request; repeating it has no effect. Throws CLOSURE_ENDED. */
export async function withdrawClosure(deps: Deps, actor: Actor, id: string): Promise<void> {
  const { userId } = actor;
  await runCommand(deps, { actor, changing: [userId] }, async (tx) => {
    const before = await endClosure(tx, { userId, id, state: 'withdrawn', refusalReason: null });
    if (before === 'withdrawn') return;
    if (before !== 'open') throw appError('CLOSURE_ENDED');
    await recordChange(tx, { actor, userId, id, state: 'withdrawn' });
  });
}

/** Refuses an open request and notifies the user with the reason. Throws CLOSURE_REASON_REQUIRED or CLOSURE_ENDED. */
export async function refuseClosure(
  deps: Deps,
  actor: Actor,
  { userId, id, reason }: { userId: UserId; id: string; reason: string },
): Promise<void> {
  if (reason === '') throw appError('CLOSURE_REASON_REQUIRED');
  await runCommand(deps, { actor, changing: [userId] }, async (tx) => {
    const before = await endClosure(tx, { userId, id, state: 'refused', refusalReason: reason });
    if (before !== 'open') throw appError('CLOSURE_ENDED');
    await recordChange(tx, { actor, userId, id, state: 'refused' });
    insertNotifications(tx, [toRefusalNotice(userId, reason)]);
  });
}

/** Throws CLOSURE_ENDED unless the request, which a deletion is based on, is open. The user is locked. */
export async function requireOpenClosure(tx: Tx, userId: UserId, id: string): Promise<void> {
  const open = await findOpenClosure(tx.query, userId);
  if (open?.id !== id) throw appError('CLOSURE_ENDED');
}

export async function listClosures(
  { db }: Deps,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ rows: ClosureRow[]; nextCursor: string | undefined; total: number }> {
  const [rows, total] = await Promise.all([
    selectOpen(db.query, { after: fromCursor(cursor), limit: limit + 1 }),
    countOpen(db.query),
  ]);
  return { ...toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id })), total };
}

function isDefault(username: string): boolean {
  return DEFAULT_USERNAMES.some((name) => name === username.toLowerCase());
}

const ACTIONS = {
  open: 'closure.request',
  withdrawn: 'closure.withdraw',
  refused: 'closure.refuse',
} as const;

/** Records and events contain no reason: they outlive the account. */
async function recordChange(
  tx: Tx,
  { actor, userId, id, state }: { actor: Actor; userId: UserId; id: string; state: ClosureState },
): Promise<void> {
  const entry = { chainId: userId, entity: 'closure', entityId: id } as const;
  await recordAudit(tx, {
    actor,
    entries: [{ ...entry, action: ACTIONS[state], before: null, after: { state } }],
  });
  enqueueWebhookEvents(tx, [{ type: 'user.closure', data: { userId, closureId: id, state } }]);
  const op = state === 'open' ? 'insert' : 'update';
  publish(tx, [{ userId, forAdmins: true, payload: { entity: 'closure', op, userId } }]);
}
