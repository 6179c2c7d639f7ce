import { type ApprovalObstacle, FIXED_KINDS } from '#contract/approvals/rules.ts';
import type { Approval, ApprovalRule } from '#contract/approvals/schema.ts';
import { type UserId, userId } from '#contract/shared/base.ts';
import { type ApprovalKind, COMMAND_LINE } from '#contract/shared/enums.ts';
import type { ErrorCode } from '#contract/shared/errors.ts';
import { type AppError, appError, toAppError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { type Actor, type Principal, restoreActor } from '#server/platform/auth/gate.ts';
import { joinTransaction, runCommand, runConfirmation } from '#server/platform/commands/command.ts';
import { fromCursor, toPage } from '#server/platform/lists/cursor.ts';
import { insertNotifications } from '../notifications/insert-notifications.ts';
import {
  addConfirmation,
  countApprovals,
  type End,
  endApproval,
  findListed,
  hasConfirmed,
  type ListedApproval,
  listEnded,
  listWaiting,
  lockApproval,
  raiseNeeded,
  selectApproval,
  selectIsRecentAccount,
} from './answer-approvals.queries.ts';
import { listRules } from './approval-rules.ts';
import { toEndNotification } from './approvals.events.ts';
import type { ApprovalRow } from './approvals.queries.ts';
import { eraseEnded } from './erase-approvals.queries.ts';
import { ConfirmationsMissing, grantConfirmed, isGrantUsed } from './grant-approval.ts';
import { recordApprovals } from './record-approvals.ts';

interface ListInput {
  tab: 'waiting' | 'ended';
  targetId?: string | undefined;
  kind?: ApprovalKind | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** Returns waiting requests, oldest first, or ended ones, the last ended first. */
export async function listApprovals(
  deps: Deps,
  actor: Actor,
  { tab, targetId, kind, cursor, limit }: ListInput,
) {
  const wanted = { after: fromCursor(cursor), limit: limit + 1, targetId, kind };
  const list = tab === 'waiting' ? listWaiting : listEnded;
  const rows = await list(deps.db.query, readingOf(deps, actor), wanted);
  const page = toPage(rows, limit, ({ createdAt, endedAt, id }) => ({
    at: endedAt ?? createdAt,
    id,
  }));
  return { ...page, rows: page.rows.map((row) => present(row, actor)) };
}

/** Throws APPROVAL_NOT_FOUND. */
export async function getApproval(deps: Deps, actor: Actor, id: string): Promise<Approval> {
  const row = await findListed(deps.db.query, readingOf(deps, actor), id);
  if (!row) throw appError('APPROVAL_NOT_FOUND');
  return present(row, actor);
}

/** Returns the numbers of waiting requests and of what protects the installation. */
export async function summarizeApprovals(deps: Deps, actor: Actor) {
  const [counts, rules] = await Promise.all([
    countApprovals(deps.db.query, readingOf(deps, actor)),
    listRules(deps),
  ]);
  return { ...counts, activeRules: rules.filter(isSwitchedOn).length };
}

const isSwitchedOn = ({ kind, isActive }: ApprovalRule) => isActive && !FIXED_KINDS.includes(kind);

const readingOf = ({ clock }: Deps, { userId: reader }: Actor) => ({ reader, now: clock.now() });

/** How the commands of requests are carried out. The application passes it on, because it knows the features. */
export interface CommandExecutor {
  /** Locks what a command locks before its approval request, so that both take their locks in one order. */
  lockTargets(tx: Tx, row: ApprovalRow): Promise<void>;
  /** Runs a stored command as its maker. */
  execute(deps: Deps, maker: Principal, row: ApprovalRow): Promise<unknown>;
}

/** Thrown inside a confirmation, which rolls back: the request has failed. */
class FailedExecution extends Error {
  readonly reason: AppError;

  constructor(reason: AppError) {
    super('A confirmed command could not be carried out', { cause: reason });
    this.reason = reason;
  }
}

/**
 * Confirms a request. The last confirmation that it needs carries out its command as its maker, in the same transaction.
 * If the rules in force need more confirmations than the request did, it needs those. If the command is refused, for example
 * because its request was decided meanwhile, nothing but the state of the approval request changes. Throws APPROVAL_NOT_FOUND, APPROVAL_ENDED, APPROVAL_OWN, APPROVAL_CONCERNS_CALLER,
 * APPROVAL_RECENT_ACCOUNT or APPROVAL_FAILED.
 */
export async function confirmApproval(
  deps: Deps,
  actor: Actor,
  { id, executor, needed = 0 }: { id: string; executor: CommandExecutor; needed?: number },
): Promise<Approval> {
  const known = await selectApproval(deps.db.query, id);
  // Not waiting, or the caller's own: the transaction checks the caller's rights first, and then refuses.
  if (known?.state !== 'waiting' || known.makerId === actor.userId) {
    await runCommand(deps, actor, async (tx) => requireOther(tx, await lockWaiting(tx, id), actor));
    throw appError('APPROVAL_ENDED');
  }
  const maker = makerOf(known);
  const changing = known.concernedId ? [userId.parse(known.concernedId)] : [];
  try {
    await runConfirmation(deps, { actor, maker, changing }, async (tx, makerRefusal) => {
      await executor.lockTargets(tx, known);
      const row = await lockWaiting(tx, id);
      await requireOther(tx, row, actor);
      if (await hasConfirmed(tx.query, id, actor.userId)) return;
      const confirmations = await addConfirmation(tx, id, actor.userId);
      if (confirmations < Math.max(row.needed, needed)) {
        return recordConfirmation(tx, actor, await raiseNeeded(tx, row, needed));
      }
      if (makerRefusal) throw new FailedExecution(makerRefusal);
      grantConfirmed(tx, { ...row, confirmations });
      const inner = { ...deps, db: joinTransaction(deps.db, tx) };
      await refusalsAsFailures(() => executor.execute(inner, maker, row));
      if (!isGrantUsed(tx)) throw new FailedExecution(appError('APPROVAL_FAILED'));
      await recordConfirmation(tx, actor, await end(tx, row, confirmedBy(actor)));
    });
  } catch (error) {
    if (error instanceof ConfirmationsMissing) {
      return confirmApproval(deps, actor, { id, executor, needed: error.needed });
    }
    if (!(error instanceof FailedExecution)) throw error;
    await failApproval(deps, actor, { id, reason: error.reason });
    throw appError('APPROVAL_FAILED', { reason: error.reason.code });
  }
  return getApproval(deps, actor, id);
}

const confirmedBy = (actor: Actor): End => ({ state: 'confirmed', endedBy: actor.userId });

/** Refusals that pass by themselves: the request goes on waiting. */
const TRANSIENT: ReadonlySet<string> = new Set<ErrorCode>(['DECISION_WAITING', 'UNAVAILABLE']);

async function refusalsAsFailures(run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const refused = toAppError(error);
    throw refused && !TRANSIENT.has(refused.code) ? new FailedExecution(refused) : error;
  }
}

async function recordConfirmation(tx: Tx, actor: Actor, row: ApprovalRow): Promise<void> {
  await recordApprovals(tx, actor, { action: 'approval.confirm', rows: [row] });
}

/** Ends a request and notifies its maker. */
async function end(tx: Tx, row: ApprovalRow, how: End): Promise<ApprovalRow> {
  const ended = await endApproval(tx, row, how);
  // The request that deleted an account was still waiting when the account's data was erased.
  if (ended.state === 'confirmed' && row.command === 'users.remove') {
    await eraseEnded(tx, { userId: row.targetId, username: null });
  }
  const notice = toEndNotification(ended);
  insertNotifications(tx, notice ? [notice] : []);
  return ended;
}

async function failApproval(
  deps: Deps,
  actor: Actor,
  { id, reason }: { id: string; reason: AppError },
): Promise<void> {
  await runCommand(deps, actor, async (tx) => {
    const row = await lockWaiting(tx, id);
    const failed = await end(tx, row, {
      state: 'failed',
      endedBy: actor.userId,
      failure: reason.code,
    });
    await recordApprovals(tx, actor, { action: 'approval.fail', rows: [failed] });
  });
}

/** Refuses a request. Throws the same errors as `confirmApproval`, except APPROVAL_FAILED. */
export async function refuseApproval(
  deps: Deps,
  actor: Actor,
  { id, reason }: { id: string; reason?: string | undefined },
): Promise<void> {
  await runCommand(deps, actor, async (tx) => {
    const row = await lockWaiting(tx, id);
    await requireOther(tx, row, actor);
    const how = { state: 'refused', endedBy: actor.userId, refusal: reason } as const;
    const refused = await end(tx, row, how);
    await recordApprovals(tx, actor, { action: 'approval.refuse', rows: [refused] });
  });
}

/** Withdraws an own request. Throws APPROVAL_NOT_FOUND, APPROVAL_ENDED or APPROVAL_OF_ANOTHER. */
export async function withdrawApproval(deps: Deps, actor: Actor, id: string): Promise<void> {
  await runCommand(deps, actor, async (tx) => {
    const row = await lockWaiting(tx, id);
    if (row.makerId !== actor.userId) throw appError('APPROVAL_OF_ANOTHER');
    const withdrawn = await end(tx, row, { state: 'withdrawn', endedBy: actor.userId });
    await recordApprovals(tx, actor, { action: 'approval.withdraw', rows: [withdrawn] });
  });
}

/** An expired request counts as ended before the background job has ended it. */
async function lockWaiting(tx: Tx, id: string): Promise<ApprovalRow> {
  const row = await lockApproval(tx.query, id);
  if (!row) throw appError('APPROVAL_NOT_FOUND');
  if (row.state !== 'waiting' || row.expiresAt <= tx.beganAt) throw appError('APPROVAL_ENDED');
  return row;
}

const errorOf: Record<Exclude<ApprovalObstacle, 'confirmed'>, ErrorCode> = {
  maker: 'APPROVAL_OWN',
  concerned: 'APPROVAL_CONCERNS_CALLER',
  recentAccount: 'APPROVAL_RECENT_ACCOUNT',
};

async function requireOther(tx: Tx, row: ApprovalRow, actor: Actor): Promise<void> {
  const { userId: reader } = actor;
  const { makerId } = row;
  const isRecent =
    makerId !== null &&
    (await selectIsRecentAccount(tx.query, { reader, makerId, now: tx.beganAt }));
  const obstacle = obstacleOf(row, reader, isRecent);
  if (obstacle) throw appError(errorOf[obstacle]);
}

function obstacleOf(
  { makerId, concernedId }: Pick<ApprovalRow, 'makerId' | 'concernedId'>,
  reader: UserId,
  isRecentAccount: boolean,
): Exclude<ApprovalObstacle, 'confirmed'> | undefined {
  if (makerId === reader) return 'maker';
  if (concernedId === reader) return 'concerned';
  return isRecentAccount ? 'recentAccount' : undefined;
}

function makerOf({
  makerId,
  makerName,
  makerCredential,
}: ApprovalRow & { makerName: string | null }): Principal {
  if (makerId === null || makerCredential === null) return COMMAND_LINE;
  const { kind, id, label = '', ip, permission } = makerCredential;
  const credential = kind === 'apiKey' ? { kind, id, name: '', label, scopes: [] } : { kind, id };
  return restoreActor({
    // The stored admin role is read in the transaction.
    ...({ role: 'admin', access: 'admin', adminRole: 'reviewer' } as const),
    permission,
    ...{ userId: userId.parse(makerId), username: makerName ?? '', credential, ip },
  });
}

function present(row: ListedApproval, { userId: reader }: Actor): Approval {
  const { makerId, concernedId, endedBy, confirmations, isRecentAccount } = row;
  const has = confirmations.some(({ id }) => id === reader);
  const person = (id: string | null, username: string | null) =>
    id === null ? null : { id: userId.parse(id), username };
  return {
    ...row,
    maker: person(makerId, row.makerName),
    concerned: person(concernedId, row.concernedName),
    endedBy: person(endedBy, row.endedByName),
    confirmations: confirmations.map(({ at, ...who }) => ({ ...who, at: new Date(at) })),
    obstacle: obstacleOf(row, reader, isRecentAccount) ?? (has ? 'confirmed' : null),
    isOwn: makerId === reader,
  };
}
