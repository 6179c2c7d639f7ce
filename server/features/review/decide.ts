export type { DecisionInput } from './decide.queries.ts';

import { MAX_DECISIONS_AT_ONCE } from '#contract/review/rules.ts';
import { transactionId, userId } from '#contract/shared/base.ts';
import { toPaise } from '#contract/shared/money.ts';
import { isDecidable, toShownStatus } from '#contract/transactions/rules.ts';
import type { ReasonTexts } from '#contract/transactions/schema.ts';
import { type AppError, appError, isAppError } from '#server/base/errors.ts';
import type { Secrets } from '#server/base/secrets.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { releaseHolds } from '#server/ledger/holds.ts';
import { type Posting, postToLedger } from '#server/ledger/post.ts';
import { type BeneficiaryDigests, findDigests } from '#server/ledger/recorded-digests.ts';
import { lockWallets } from '#server/ledger/wallets.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import {
  type AuditEntry,
  type AuditInput,
  lockChains,
  recordAudit,
} from '#server/platform/commands/audit.ts';
import { batchCommand } from '#server/platform/commands/batched-command.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { returnKeyAmount, takeKeyAmount } from '#server/platform/commands/key-limits.ts';
import { type OutboxEvent, publish } from '#server/platform/events/outbox.ts';
import { openBeneficiary } from '#server/platform/secrets/account-numbers.ts';
import { enqueueWebhookEvents } from '../../platform/events/webhook-queue.ts';
import {
  type BatchApprovals,
  endOvertaken,
  findHeld,
  holdForApproval,
  isConnected,
  isCovered,
  isUnprotected,
  readBatchApprovals,
} from '../approvals/hold-batch.ts';
import type { ConcernedAccount } from '../approvals/require-approval.ts';
import type { Need, PricedNeed } from '../approvals/store-approvals.ts';
import { accountFrozen, type Freezes, findFreezes } from '../frozen-accounts/frozen-accounts.ts';
import { insertUnpublished } from '../notifications/insert-notifications.ts';
import { notifyOfChange } from '../notifications/notify-of-change.ts';
import { findReasonTexts } from '../settings/reasons.ts';
import { acceptMatches, findMatches, pickMatches } from '../statements/accept-matches.ts';
import { DEFAULT_DECIDER } from '../transactions/search/search-views.ts';
import { receiptUrlOf } from '../transactions/transaction-views.ts';
import { toTransactionEvent } from '../transactions/transactions.events.ts';
import type { TransactionRow } from '../transactions/transactions.ts';
import { findWarnings } from '../transactions/warnings.ts';
import { toRequestEvent } from '../webhooks/queue-events.ts';
import {
  bindKeys,
  type Command,
  type DecisionInput,
  type DecisionResults,
  deciderOf,
  findDeciders,
  freeKeys,
  type KeyUse,
  lockActiveSources,
  markDecided,
  type Names,
  type PlannedDecision,
  withDecisionApplied,
} from './decide.queries.ts';
import { decideInParts } from './decide-in-parts.ts';
import { selectDeferred } from './defer-decisions.queries.ts';
import { checkDuplicates, findSame, lockWithDuplicates } from './refuse-duplicates.ts';
import { findUnconfirmed } from './require-confirmation.ts';
import { toNotification } from './review.events.ts';

/** A longer list runs in its own transaction, so that other commands of a batch don't wait for it. */
const LONGEST_TOGETHER = 20;

/**
 * Decides pending requests: statuses, ledger, holds, notifications, audit and events. It takes one transaction, or one for
 * each part of a list of more than MAX_DECISIONS_AT_ONCE. Each request that can't be decided has an error in the result.
 * Throws SOURCE_NOT_FOUND, REASON_NOT_FOUND or IDEMPOTENCY_CONFLICT for the whole list.
 */
export async function decideTransactions(
  deps: Deps,
  actor: Actor,
  decision: DecisionInput,
): Promise<DecisionResults> {
  const ids = [...new Set(decision.ids.map((id) => id.toLowerCase()))];
  const command = { actor, decision: { ...decision, ids } };
  if (ids.length <= MAX_DECISIONS_AT_ONCE) return decideList(deps, command);
  return decideInParts(command, (part) => decideList(deps, part));
}

export async function decideList(deps: Deps, list: Command): Promise<DecisionResults> {
  const { actor, decision } = list;
  const command = { ...list, uncheckedIds: await findUnchecked(deps.db, actor, decision) };
  if (decision.ids.length <= LONGEST_TOGETHER) return decideTogether(deps, command);
  return runCommand(deps, actor, (tx) => decide(tx, command));
}

/** Returns the ids of pending requests with warnings that the approval does not acknowledge. */
export async function findUnchecked(
  db: Pick<Tx, 'query' | 'secrets'>,
  actor: Actor,
  { ids, decision, acknowledgedIds }: DecisionInput,
): Promise<Set<string>> {
  if (decision === 'rejected' || !acknowledgedIds) return new Set();
  const checked = new Set(acknowledgedIds);
  const others = ids.filter((id) => !checked.has(id));
  const warnings = await findWarnings(db, actor.userId, others);
  return new Set(others.filter((id) => (warnings.get(id)?.length ?? 0) > 0));
}

const decideTogether = batchCommand<Command, DecisionResults>({
  name: 'decision',
  work: decideEach,
  conflictKeys: ({ actor, decision }) => [
    `${actor.userId} ${decision.requestKey.toLowerCase()}`,
    ...decision.ids,
  ],
});

export async function decide(tx: Tx, command: Command): Promise<DecisionResults> {
  const [results = new Map()] = await decideEach(tx, [command]);
  if (isAppError(results)) throw results;
  return results;
}

/** Executes decisions that have no request in common. Returns the results of each, or the error of its whole list. */
async function decideEach(
  tx: Tx,
  commands: readonly Command[],
): Promise<(DecisionResults | AppError)[]> {
  const [keys, rows] = await Promise.all([
    bindKeys(tx, commands),
    lockWithDuplicates(tx, commands),
  ]);
  const [facts, deferred, approvals, same, matches] = await Promise.all([
    readFacts(tx, rows),
    findDeferred(tx, rows.filter(isDecidable)),
    readApprovals(tx, rows, commands),
    findSame(tx, commands, rows),
    findMatches(tx, rows.filter(isDecidable).filter(isDeposit).map(toMatchable)),
  ]);
  const found = new Map(rows.map((row) => [row.id, row]));
  const refusalOf = (id: string, command: Command) => {
    const row = found.get(id);
    const refused = validateDecision(row, command, facts) ?? deferred.get(id);
    return refused ?? (row && refuseUnreadable(tx.secrets, row, command.decision));
  };
  const refusals = (command: Command) =>
    command.decision.ids.map((id) => [id, refusalOf(id, command)] as const);
  const results = new Map(commands.map((command) => [command, new Map(refusals(command))]));
  const reasons = await findReasonTexts(tx.query, commands.flatMap(reasonIdOf));
  const decidable = [...results].flatMap(([command, refused]) =>
    planDecisions(command, { found, refused, reasons }),
  );
  const sources = await lockActiveSources(tx, decidable.flatMap(sourceIdOf));
  const unconfirmed = await findUnconfirmed(tx.query, decidable);
  const refusedLists = new Map<Command, AppError>();
  for (const command of commands) {
    const own = decidable.filter(({ command: other }) => other === command);
    const error =
      listRefusal(command, { use: keys.get(command), reasons, sources, planned: own }) ??
      unconfirmed.get(command);
    if (error) refusedLists.set(command, error);
  }
  freeKeys(
    tx,
    [...refusedLists.keys()].filter((command) => keys.get(command) === 'new'),
  );
  const checked = checkDuplicates(
    decidable.filter(({ command }) => !refusedLists.has(command)),
    same,
  );
  const { planned: matched, refused: unmatched } = await withMatches(tx, checked.planned, matches);
  const { planned, refused: forPeople } = refuseAutomatic(matched, approvals);
  const held = await findHeld(tx, approvals, planned.filter(isApproval).map(toNeedFor(approvals)));
  const heldIds = new Set(held.map(({ need }) => need.targetId));
  const free = planned.filter(({ row }) => !heldIds.has(row.id));
  const overLimit = takeAmounts(tx, free.filter(isApproval));
  const accepted = free.filter(({ row }) => !overLimit.has(row.id));
  const notApplied = await applyDecisions(tx, accepted, { held, approvals });
  returnAmounts(
    tx,
    accepted.filter((one) => isApproval(one) && notApplied.has(one.row.id)),
  );
  const refused = new Map([
    ...checked.refused,
    ...unmatched,
    ...forPeople,
    ...overLimit,
    ...notApplied,
    ...(await holdForApproval(tx, approvals, held)),
  ]);
  return commands.map((command) => {
    const own = [...(results.get(command) ?? [])];
    return (
      refusedLists.get(command) ?? new Map(own.map(([id, was]) => [id, refused.get(id) ?? was]))
    );
  });
}

/** Adds the received money that an approval accepts. Refuses an approval whose chosen money was claimed since. */
async function withMatches(
  tx: Tx,
  planned: PlannedDecision[],
  found: Awaited<ReturnType<typeof findMatches>>,
): Promise<{ planned: PlannedDecision[]; refused: Map<string, AppError> }> {
  const deposits = planned.filter((one) => isApproval(one) && isDeposit(one.row));
  const { picked, refused } = await pickMatches(
    tx,
    deposits.map(({ row }) => toMatchable(row)),
    found,
  );
  const kept = planned.filter(({ row }) => !refused.has(row.id));
  return { refused, planned: kept.map((one) => ({ ...one, matches: picked.get(one.row.id) })) };
}

/** Refuses automatic approvals that a rule covers, also while no second administrator could confirm them. */
function refuseAutomatic(
  planned: PlannedDecision[],
  approvals: BatchApprovals,
): { planned: PlannedDecision[]; refused: Map<string, AppError> } {
  const isForPeople = (one: PlannedDecision) =>
    one.command.automatic !== undefined && isCovered(approvals, toNeedFor(approvals)(one));
  return {
    planned: planned.filter((one) => !isForPeople(one)),
    refused: new Map(
      planned
        .filter(isForPeople)
        .map(({ row }) => [row.id, appError('SECOND_APPROVAL_REQUIRED')] as const),
    ),
  };
}

function planDecisions(
  command: Command,
  facts: {
    found: Map<string, TransactionRow>;
    refused: DecisionResults;
    reasons: Map<string, ReasonTexts>;
  },
): PlannedDecision[] {
  const [reasonId = ''] = reasonIdOf(command);
  const reason = facts.reasons.get(reasonId);
  return command.decision.ids.flatMap((id) => {
    const row = facts.found.get(id);
    return row && isDecidable(row) && !facts.refused.get(id) ? [{ row, command, reason }] : [];
  });
}

function listRefusal(
  command: Command,
  facts: {
    use: KeyUse | undefined;
    reasons: Map<string, ReasonTexts>;
    sources: Set<string>;
    planned: PlannedDecision[];
  },
): AppError | undefined {
  if (facts.use === 'conflict') return appError('IDEMPOTENCY_CONFLICT');
  const isMissing = reasonIdOf(command).some((id) => !facts.reasons.has(id));
  if (isMissing) return appError('REASON_NOT_FOUND');
  const isGone = facts.planned.flatMap(sourceIdOf).some((id) => !facts.sources.has(id));
  return isGone ? appError('SOURCE_NOT_FOUND') : undefined;
}

/** Returns API_KEY_LIMIT, by request, for the approvals that exceed what an API key may approve today. */
function takeAmounts(tx: Tx, approvals: PlannedDecision[]): Map<string, AppError> {
  return new Map(
    approvals.flatMap(({ row, command: { actor } }) => {
      const refusal = takeKeyAmount(tx, actor, row.amountPaise);
      return refusal ? [[row.id, refusal] as const] : [];
    }),
  );
}

function returnAmounts(tx: Tx, approvals: PlannedDecision[]): void {
  for (const { row, command } of approvals) returnKeyAmount(tx, command.actor, row.amountPaise);
}

function readApprovals(
  tx: Tx,
  rows: readonly TransactionRow[],
  commands: readonly Command[],
): Promise<BatchApprovals> {
  const owners = new Map(rows.map(({ id, userId: ownerId }) => [id, ownerId]));
  const accounts = commands
    .filter(isApproving)
    .flatMap(({ actor: { userId: actorId }, decision }) => {
      const owned = decision.ids.flatMap((id) => owners.get(id) ?? []);
      return [...new Set(owned)].map((ownerId) => ({ actorId, ownerId }));
    });
  return readBatchApprovals(tx, {
    ...({
      kinds: ['deposit', 'withdrawal', 'connectedAccount'],
      command: 'review.approve',
    } as const),
    targetIds: [...owners.keys()],
    accounts,
  });
}

/** Stores requests for approvals that need a second one. Returns the error that says so, by request. */
export async function holdDecisions(
  tx: Tx,
  planned: readonly PlannedDecision[],
): Promise<Map<string, AppError>> {
  const approved = planned.filter(isApproval);
  if (approved.length === 0) return new Map();
  const approvals = await readApprovals(
    tx,
    approved.map(({ row }) => row),
    approved.map(({ command }) => command),
  );
  const held = await findHeld(tx, approvals, approved.map(toNeedFor(approvals)));
  return holdForApproval(tx, approvals, held);
}

/** Locks what `approveConfirmed` changes and reads. */
export async function lockApproved(tx: Tx, id: string): Promise<void> {
  await lockWithDuplicates(tx, [{ decision: { ids: [id], decision: 'approved' } }]);
}

/** Carries out the approval of a request that a second administrator has confirmed. Throws why it is refused. */
export async function approveConfirmed(
  deps: Deps,
  actor: Actor,
  { id, ...given }: { id: string } & Omit<DecisionInput, 'ids' | 'decision'>,
): Promise<void> {
  const { notes, sourceId, requestKey, confirmedDuplicateIds } = given;
  const said = { notes, sourceId, requestKey, confirmedDuplicateIds };
  const decision = { ids: [id], decision: 'approved', ...said } as const;
  const command = { actor, decision: { ...decision, ids: [id] } };
  const results = await runCommand(deps, actor, (tx) => decide(tx, command));
  for (const refused of results.values()) if (refused) throw refused;
}

const accountOf = ({ row, command }: PlannedDecision): ConcernedAccount => ({
  actorId: command.actor.userId,
  ownerId: row.userId,
});

const toNeedFor =
  (approvals: BatchApprovals) =>
  (planned: PlannedDecision): Need =>
    toNeed(planned, isConnected(approvals, accountOf(planned)));

/** What another administrator confirms. `approveConfirmed` carries it out. */
function toNeed(
  { row, command: { actor, decision, automatic } }: PlannedDecision,
  isOfConnected: boolean,
): Need {
  const { id, type, amountPaise, referenceId } = row;
  const { notes, sourceId, requestKey, confirmedDuplicateIds } = decision;
  return {
    actor,
    kinds: isOfConnected ? ['connectedAccount', type] : [type],
    command: 'review.approve',
    // A receipt that is replaced while the request waits makes the confirmation fail.
    input: {
      ...{ id, notes, sourceId, receiptUrl: row.permanentReceiptUrl },
      ...(confirmedDuplicateIds && { confirmedDuplicateIds }),
    },
    requestKey,
    targetId: id,
    concernedId: userId.parse(row.userId),
    amountPaise,
    // Automatic approvals have a daily limit.
    ...(!automatic && { daySum: type }),
    reason: notes,
    change: {
      ...({ action: 'transaction.approve', entity: 'transaction' } as const),
      before: { status: 'pending' },
      after: { status: 'approved', type, amountPaise, referenceId, sourceId: sourceId ?? null },
    },
  };
}

/** Returns DECISION_WAITING, by id, for each of these locked requests that has a deferred decision. */
export async function findDeferred(
  tx: Tx,
  rows: readonly TransactionRow[],
): Promise<Map<string, AppError>> {
  if (rows.length === 0) return new Map();
  const deferred = await selectDeferred(
    tx.query,
    rows.map(({ id }) => id),
  );
  return new Map(
    deferred.map(({ transactionId: id, deciderName }) => [
      id,
      appError('DECISION_WAITING', { decidedBy: deciderName }),
    ]),
  );
}

/** What `validateDecision` needs to know about locked requests. */
interface Facts {
  deciders: Names;
  frozen: Freezes;
}

/** Reads the freezes after the requests are locked: a freeze locks the pending requests of its account too. */
export async function readFacts(tx: Tx, rows: TransactionRow[]): Promise<Facts> {
  const paid = rows.filter((row) => isWithdrawal(row) && isDecidable(row));
  const [deciders, frozen] = await Promise.all([
    findDeciders(tx, rows),
    findFreezes(tx.query, paid.map(ownerOf)),
  ]);
  return { deciders, frozen };
}

/** Returns undefined if the request is pending, or if the same decision was made before. */
export function validateDecision(
  row: TransactionRow | undefined,
  command: Command,
  { deciders, frozen }: Facts,
): AppError | undefined {
  const { actor, decision, uncheckedIds } = command;
  if (!row) return appError('TRANSACTION_NOT_FOUND');
  const isOwn = row.userId === actor.userId && decision.decision === 'approved';
  if (isOwn && isDecidable(row)) return appError('OWN_REQUEST');
  const isPayment = isWithdrawal(row) && decision.decision === 'approved';
  const freezeReason = isPayment && isDecidable(row) ? frozen.get(row.userId) : undefined;
  if (freezeReason !== undefined) return accountFrozen(freezeReason);
  if (isDecidable(row) && hasUnseenReceipt(row, command)) return appError('RECEIPT_REPLACED');
  if (uncheckedIds?.has(row.id) && isDecidable(row)) return appError('WARNING_NOT_ACKNOWLEDGED');
  const isReplay =
    row.decisionKey === decision.requestKey.toLowerCase() &&
    row.decidedBy === deciderOf(command) &&
    row.status === decision.decision;
  if (isDecidable(row) || isReplay) return undefined;
  const decidedBy = deciders.get(row.decidedBy ?? '') ?? DEFAULT_DECIDER;
  return appError('ALREADY_DECIDED', { status: toShownStatus(row), decidedBy });
}

/** Returns UNAVAILABLE for an approval if the account number cannot be opened: the amount could not be paid. */
export function refuseUnreadable(
  secrets: Secrets,
  row: TransactionRow,
  { decision }: Command['decision'],
): AppError | undefined {
  const isPaid = decision === 'approved' && isDecidable(row) && row.beneficiary !== null;
  return isPaid && !openBeneficiary(secrets, row) ? appError('UNAVAILABLE') : undefined;
}

/** Returns whether the owner replaced the receipt after the reviewer saw it. A rejection does not depend on it. */
function hasUnseenReceipt(row: TransactionRow, { decision }: Command): boolean {
  if (decision.decision !== 'approved' || !row.receiptReplacedAt) return false;
  const seen = decision.seenReceipts?.find(({ id }) => id.toLowerCase() === row.id);
  return seen !== undefined && seen.receiptUrl !== receiptUrlOf(row);
}

async function applyDecisions(
  tx: Tx,
  planned: PlannedDecision[],
  context: { held: readonly PricedNeed[]; approvals: BatchApprovals },
): Promise<Map<string, AppError>> {
  if (planned.length === 0) return new Map();
  const approved = planned.filter(isApproval);
  const rejected = planned.filter((one) => !isApproval(one)).map(({ row }) => row);
  const released = rejected.filter(isWithdrawal);
  // Locks all wallets in user order before releasing and posting, to prevent deadlocks.
  if (approved.length > 0 && released.length > 0) {
    await lockWallets(tx, [...approved.map(({ row }) => row), ...released].map(ownerOf));
  }
  await releaseHolds(tx, released.map(toRelease));
  const refused = new Map<string, AppError>();
  if (approved.length > 0) {
    const postings = approved.map(({ row }) => toPosting(row));
    for (const { posting, error } of await postToLedger(tx, postings)) {
      refused.set(posting.transactionId, error);
    }
  }
  const accepted = planned.filter(({ row }) => !refused.has(row.id));
  if (accepted.length > 0) {
    // The requests for second approvals append to chains too: all are locked in one order.
    await lockHeldChains(tx, accepted, context.held);
    await keepDecisions(tx, withDecisionApplied(accepted, tx.at), context.approvals);
    await notifyUnprotected(tx, accepted.filter(isApproval), context.approvals);
  }
  return refused;
}

/** Notifies administrators of approvals for accounts that the approving administrator set up, if there is no second administrator. */
async function notifyUnprotected(
  tx: Tx,
  approved: PlannedDecision[],
  approvals: BatchApprovals,
): Promise<void> {
  if (!isUnprotected(approvals, 'connectedAccount')) return;
  const connected = approved.filter((one) => isConnected(approvals, accountOf(one)));
  const actors = new Map(connected.map(({ command: { actor } }) => [actor.userId, actor]));
  for (const actor of actors.values()) {
    await notifyOfChange(tx, { kind: 'connectedApproval', actor });
  }
}

const reasonIdOf = ({ decision: { decision, reasonId } }: Command) =>
  decision === 'rejected' && reasonId ? [reasonId] : [];
const sourceIdOf = (planned: PlannedDecision) =>
  (isApproval(planned) && planned.command.decision.sourceId) || [];
const isApproving = ({ decision }: Command) => decision.decision === 'approved';
const isApproval = ({ command }: PlannedDecision) => isApproving(command);
const ownerOf = (row: TransactionRow) => userId.parse(row.userId);
const isWithdrawal = (row: TransactionRow) => row.type === 'withdrawal';
const isDeposit = (row: TransactionRow) => row.type === 'deposit';
const toMatchable = ({ id, amountPaise }: TransactionRow) => ({
  requestId: id,
  paise: amountPaise,
});

function toPosting(row: TransactionRow): Posting {
  const amountPaise = toPaise(row.amountPaise);
  const subject = { transactionId: transactionId.parse(row.id), userId: userId.parse(row.userId) };
  if (row.type === 'deposit') return { ...subject, amountPaise };
  return { ...subject, amountPaise: toPaise(-amountPaise), releaseHoldPaise: amountPaise };
}

function toRelease(row: TransactionRow) {
  return { userId: userId.parse(row.userId), amountPaise: toPaise(row.amountPaise) };
}

async function lockHeldChains(
  tx: Tx,
  accepted: PlannedDecision[],
  held: readonly PricedNeed[],
): Promise<void> {
  if (held.length === 0) return;
  const heldOwners = held.flatMap(({ need }) => need.concernedId ?? []);
  await lockChains(tx, [...new Set([...accepted.map(({ row }) => row.userId), ...heldOwners])]);
}

async function keepDecisions(
  tx: Tx,
  planned: PlannedDecision[],
  approvals: BatchApprovals,
): Promise<void> {
  const digests = await findDigests(
    tx,
    planned.map(({ row }) => row),
  );
  const auditInputs: AuditInput[] = planned.map((one) => ({
    actor: signerOf(one.command),
    entries: [toAuditEntry(one, digests)],
  }));
  const matched = planned.flatMap(({ command, row, matches = [] }) =>
    matches.map((match) => ({ ...match, actor: signerOf(command), ownerId: row.userId })),
  );
  auditInputs.push(...acceptMatches(tx, matched));
  const [rows] = await Promise.all([
    markDecided(
      tx,
      planned.map(({ row }) => row),
    ),
    recordAudit(tx, auditInputs),
  ]);
  await endOvertaken(
    tx,
    approvals,
    rows.map(({ id }) => id),
  );
  const notificationIds = insertUnpublished(tx, rows.map(toNotification));
  enqueueWebhookEvents(tx, rows.map(toRequestEvent));
  publish(
    tx,
    rows.map((row, n) => toDecisionEvent(row, notificationIds[n] ?? '')),
  );
}

function toDecisionEvent(row: TransactionRow, notificationId: string): OutboxEvent {
  const also = { balance: row.status === 'approved' || isWithdrawal(row), notificationId };
  const payload = { ...toTransactionEvent('update', row), also };
  return { userId: row.userId, forAdmins: true, payload };
}

const signerOf = ({ actor, automatic }: Command): Actor | 'system' =>
  automatic ? 'system' : actor;

function toAuditEntry(
  { row, command, duplicateIds: confirmedDuplicateIds, matches = [] }: PlannedDecision,
  digests: BeneficiaryDigests,
): AuditEntry {
  const { actor, automatic } = command;
  const { id, userId: chainId, status, type, amountPaise, referenceId, sourceId } = row;
  const beneficiarySha256 = digests.get(id);
  const said = { status, type, amountPaise, referenceId, beneficiarySha256, sourceId };
  return {
    chainId,
    action: status === 'approved' ? 'transaction.approve' : 'transaction.reject',
    entity: 'transaction',
    entityId: id,
    before: { status: 'pending' },
    after: {
      ...{ ...said, withNotes: row.adminNotes !== null },
      ...(confirmedDuplicateIds && { confirmedDuplicateIds }),
      ...(automatic && {
        ...{ importedBy: actor.userId, enabledBy: automatic.enabledBy },
        lineIds: matches.map(({ line }) => line.id),
      }),
    },
  };
}
