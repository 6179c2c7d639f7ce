import { type ApprovableCommand, needsApproval } from '#contract/approvals/rules.ts';
import type { ApprovalKind } from '#contract/shared/enums.ts';
import { type AppError, appError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { insertNotifications } from '../notifications/insert-notifications.ts';
import { toEndNotification } from './approvals.events.ts';
import {
  type ApprovalRow,
  type ConcernedAccount,
  failWaitingOf,
  lockStillWaiting,
  pairName,
  selectForBatch,
  selectHeldOf,
  selectHeldTargets,
} from './approvals.queries.ts';
import { type DaySums, nameOfSum, readDaySums } from './day-sums.ts';
import {
  comparedPaise,
  grantOf,
  isConfirmed,
  priceNeed,
  requireConfirmations,
  withConfirmers,
} from './grant-approval.ts';
import { recordApprovals } from './record-approvals.ts';
import {
  approvalRequired,
  groupBy,
  insertRequests,
  makerOf,
  type Need,
  type PricedNeed,
  prepareStoring,
  roomOf,
  tooMany,
} from './store-approvals.ts';

/** The rules in force and the waiting requests, read once for a batch of commands. */
export type BatchApprovals = Omit<Awaited<ReturnType<typeof selectForBatch>>, 'waitingIds'> & {
  command: ApprovableCommand;
  /** The waiting requests by target, locked. */
  waiting: Map<string, ApprovalRow>;
  daySums: DaySums;
  /** The commands of the batch that wait for an approval from now on. */
  held: readonly PricedNeed[];
};

/**
 * Reads once for a batch of commands: the rules of these kinds, the waiting requests for these targets, which it locks, and
 * which accounts depend on the administrator (`isConnected`), and what the administrators approved for them today.
 */
export async function readBatchApprovals(
  tx: Tx,
  {
    accounts = [],
    ...wanted
  }: {
    kinds: readonly ApprovalKind[];
    command: ApprovableCommand;
    targetIds: string[];
    accounts?: ConcernedAccount[];
  },
): Promise<BatchApprovals> {
  const { waitingIds, ...read } = await selectForBatch(tx.query, {
    ...wanted,
    accounts,
    now: tx.beganAt,
  });
  const rows = await lockStillWaiting(tx.query, waitingIds);
  const waiting = new Map(rows.map((row) => [row.targetId, row]));
  const daySums = await readDaySums(tx, { rules: read.rules, accounts });
  return { ...read, waiting, daySums, command: wanted.command, held: [] };
}

/** Returns the ids of pending requests whose approval waits for a second administrator: of these, or the oldest ones. */
export async function findHeldRequests(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { ids, limit }: { ids: readonly string[] | null; limit: number },
): Promise<string[]> {
  const wanted = { command: 'review.approve', targetIds: ids, limit, now: clock.now() };
  return selectHeldTargets(db.query, wanted);
}

/** Returns those of these objects for which a command waits for a second administrator. */
export async function findHeldTargets(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { command, ids }: { command: Need['command']; ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  return new Set(await selectHeldOf(db.query, { command, targetIds: ids, now: clock.now() }));
}

/** Returns whether the account depends on the administrator since the last days. */
export function isConnected({ connected }: BatchApprovals, account: ConcernedAccount): boolean {
  return connected.has(pairName(account));
}

/** Returns whether the rule of a kind is active while only one administrator is active. */
export function isUnprotected({ rules }: BatchApprovals, kind: ApprovalKind): boolean {
  return rules.some((rule) => rule.kind === kind && rule.isActive && rule.activeAdmins < 2);
}

/** Returns whether an active rule covers a command, also while only one administrator is active. */
export function isCovered({ rules }: BatchApprovals, need: Need): boolean {
  const amountPaise = comparedPaise(need);
  return rules.some((rule) => need.kinds.includes(rule.kind) && needsApproval(rule, amountPaise));
}

/** Returns the commands of a batch that need a second approval. `holdForApproval` stores requests for them. */
export async function findHeld(
  tx: Tx,
  { rules, daySums }: BatchApprovals,
  needs: readonly Need[],
): Promise<PricedNeed[]> {
  const grant = grantOf(tx);
  const held: PricedNeed[] = [];
  const sums = new Map(daySums);
  for (const need of needs) {
    const name = sumOf(need);
    const summed = name === undefined ? need : { ...need, earlierPaise: sums.get(name) ?? 0 };
    const priced = priceNeed(rules, summed);
    if (isConfirmed(grant, need)) await requireConfirmations(tx, grant, priced);
    else if (priced) held.push(priced);
    else if (name !== undefined) sums.set(name, comparedPaise(summed) ?? 0);
  }
  return held;
}

function sumOf({ actor, concernedId: ownerId, daySum: kind }: Need): string | undefined {
  const actorId = makerOf(actor);
  return kind && actorId && ownerId ? nameOfSum({ actorId, ownerId, kind }) : undefined;
}

/**
 * Stores requests for commands of a batch in its transaction. Returns SECOND_APPROVAL_REQUIRED, TOO_MANY_APPROVALS or
 * NO_CONFIRMER for each, by its target. A target that already waits, for this or another administrator, keeps that request.
 */
export async function holdForApproval(
  tx: Tx,
  { waiting }: BatchApprovals,
  held: readonly PricedNeed[],
): Promise<Map<string, AppError>> {
  const refusals = new Map<string, AppError>();
  const [due, open] = partition([...waiting.values()], (row) => row.expiresAt <= tx.beganAt);
  const ids = new Map(open.map(({ targetId, id }) => [targetId, id]));
  const unstored = held.filter(({ need }) => !ids.has(need.targetId));
  const fresh = await withConfirmers(tx, unstored);
  for (const { need } of unstored) refusals.set(need.targetId, appError('NO_CONFIRMER'));
  const targets = new Set(fresh.map(({ need }) => need.targetId));
  await prepareStoring(
    tx,
    fresh,
    due.filter(({ targetId }) => targets.has(targetId)),
  );
  for (const [actor, own] of groupBy(fresh, ({ need }) => need.actor)) {
    const room = await roomOf(tx, actor);
    for (const { need } of own.slice(room)) refusals.set(need.targetId, tooMany());
    const stored = own.slice(0, room);
    const storedIds = await insertRequests(tx, stored);
    stored.forEach(({ need }, n) => void ids.set(need.targetId, storedIds[n] ?? ''));
  }
  for (const { need } of held) {
    const id = ids.get(need.targetId);
    if (id !== undefined) refusals.set(need.targetId, approvalRequired(id));
  }
  return refusals;
}

/** Ends requests whose target was decided otherwise, in the transaction of that decision. */
export async function endOvertaken(
  tx: Tx,
  { command, waiting }: BatchApprovals,
  decidedIds: readonly string[],
): Promise<void> {
  const targetIds = decidedIds.filter((id) => waiting.has(id));
  if (targetIds.length === 0 || grantOf(tx)) return;
  const ended = await failWaitingOf(tx, { command, targetIds, failure: 'ALREADY_DECIDED' });
  await recordApprovals(tx, 'system', { action: 'approval.fail', rows: ended });
  insertNotifications(
    tx,
    ended.flatMap((row) => toEndNotification(row) ?? []),
  );
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean) {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))] as const;
}
