import {
  APPROVAL_HOURS,
  type ApprovableCommand,
  type ApprovalKind,
  MAX_WAITING_APPROVALS,
  needsApproval,
} from '#contract/approvals/rules.ts';
import type { AuditedChange } from '#contract/audit-actions.ts';
import type { UserId } from '#contract/shared/base.ts';
import { COMMAND_LINE } from '#contract/shared/enums.ts';
import type { Database, Tx } from '#server/db/database.ts';
import type { MakerCredential } from '#server/db/schema/approvals.ts';
import type { Actor, Principal } from '#server/platform/auth/gate.ts';
import { type AuditEntry, lockChains, recordAudit } from '#server/platform/commands/audit.ts';
import { joinTransaction, runCommand } from '#server/platform/commands/command.ts';
import { publish } from '#server/platform/events/outbox.ts';
import { type AppError, appError } from '#server/platform/runtime/errors.ts';
import { fingerprintOf } from '#server/platform/runtime/fingerprint.ts';
import { newId } from '#server/platform/runtime/ids.ts';
import { insertNotifications, notifyOtherAdmins } from '../notifications/service.ts';
import { toBypassNotification, toEndNotification, toRequestNotification } from './events.ts';
import {
  type ApprovalRow,
  type ConcernedAccount,
  countConfirmers,
  countWaiting,
  failWaitingAbout,
  failWaitingOf,
  insertApprovals,
  type NewApproval,
  pairName,
  selectByKey,
  selectForBatch,
  selectRules,
} from './queries.ts';

export type { ApprovalRow, ConcernedAccount } from './queries.ts';

const HOUR_MS = 60 * 60_000;

/** A command that may need a second approval. */
export interface Need {
  actor: Principal;
  /** The strictest rule of these kinds applies. */
  kinds: readonly ApprovalKind[];
  command: ApprovableCommand;
  /** The input to store until the command is confirmed. It must not contain a readable secret. */
  input: Record<string, unknown>;
  /** Id of the object that the command changes. */
  targetId: string;
  concernedId?: UserId;
  amountPaise?: number;
  reason?: string | undefined;
  requestKey?: string | undefined;
  /** The audit record that the command would write. */
  change: AuditedChange;
  /** Called in the transaction that stores the request, for rows that its input refers to. */
  onStore?: (tx: Tx) => Promise<void>;
}

/** Thrown inside a command's transaction: the command rolls back, and `runApprovable` stores a request for it. */
class ApprovalNeeded extends Error {
  readonly need: PricedNeed;

  constructor(need: PricedNeed) {
    super('This command needs a second approval');
    this.need = need;
  }
}

/** A command with the kind of the rule that applies, and the number of confirmations that it needs. */
export interface PricedNeed {
  need: Need;
  kind: ApprovalKind;
  needed: number;
}

/** What lets commands of a transaction pass: the confirmed request, or an operator's decision to do without. */
type Grant = { requestFingerprint: Buffer; isUsed: boolean } | 'bypass';

const grants = new WeakMap<Tx, Grant>();

/** Lets the command of a confirmed request pass in this transaction, and no other command. */
export function grantConfirmed(tx: Tx, { fingerprint }: Pick<ApprovalRow, 'fingerprint'>): void {
  grants.set(tx, { requestFingerprint: fingerprint, isUsed: false });
}

/** Returns whether the command of the confirmed request has passed: it has not if there was nothing left to do. */
export function isGrantUsed(tx: Tx): boolean {
  const grant = grants.get(tx);
  return grant !== undefined && grant !== 'bypass' && grant.isUsed;
}

/**
 * Runs an operator's command in one transaction without the second approval that a rule requires. Records that, and
 * notifies all administrators.
 */
export async function runWithoutApproval<Parts extends { db: Database }, Result>(
  parts: Parts,
  work: (joined: Parts) => Promise<Result>,
): Promise<Result> {
  return runCommand(parts, COMMAND_LINE, async (tx) => {
    grants.set(tx, 'bypass');
    return work({ ...parts, db: joinTransaction(parts.db, tx) });
  });
}

/**
 * Passes if no rule requires a second approval of the command, or if the transaction carries out a confirmed request
 * for it. Otherwise the command rolls back, and `runApprovable` stores a request. Call it before the first write.
 * Throws NO_CONFIRMER if no administrator could confirm the request.
 */
export async function requireApproval(tx: Tx, need: Need): Promise<void> {
  const grant = grants.get(tx);
  if (isConfirmed(grant, need)) return;
  const priced = priceNeed(await selectRules(tx.query, need.kinds), need);
  if (!priced) return;
  if (grant === 'bypass') return recordBypass(tx, priced);
  throw new ApprovalNeeded(await requireConfirmer(tx, priced));
}

function isConfirmed(grant: Grant | undefined, need: Need): boolean {
  if (!grant || grant === 'bypass') return false;
  if (grant.requestFingerprint.equals(fingerprintOfNeed(need))) {
    grant.isUsed = true;
    return true;
  }
  // The object of the request has changed since: its confirmers saw another one.
  throw appError('APPROVAL_FAILED');
}

function fingerprintOfNeed({ command, input, targetId }: Need): Buffer {
  return fingerprintOf({ command, input, targetId });
}

/** Runs a command like `runCommand`. If it needs a second approval, stores a request and throws SECOND_APPROVAL_REQUIRED. */
export async function runApprovable<Result>(
  deps: { db: Database },
  who: Principal | { actor: Principal; changing: UserId[] },
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  try {
    return await runCommand(deps, who, work);
  } catch (error) {
    if (!(error instanceof ApprovalNeeded)) throw error;
    const { need } = error.need;
    const [id] = await runCommand(deps, need.actor, async (tx) => {
      await need.onStore?.(tx);
      await requireSameNeed(tx, need);
      return storeRequests(tx, [error.need]);
    });
    throw approvalRequired(id);
  }
}

/**
 * Stores a request for the command that puts something new into effect, in the transaction that saves it without effect.
 * Returns false if no rule applies. Throws NO_CONFIRMER. `chainId` is the audit chain of what is saved: it is locked before that of requests,
 * as a confirmation does.
 */
export async function holdNew(tx: Tx, need: Need, chainId: string): Promise<boolean> {
  const priced = priceNeed(await selectRules(tx.query, need.kinds), need);
  if (!priced) return false;
  const confirmable = await requireConfirmer(tx, priced);
  await lockChains(tx, [chainId]);
  await storeRequests(tx, [confirmable]);
  return true;
}

/** Throws IDEMPOTENCY_CONFLICT if the key of a command belongs to another command of its maker. */
async function requireSameNeed(tx: Tx, need: Need): Promise<void> {
  const makerId = makerOf(need.actor);
  const requestKey = need.requestKey?.toLowerCase();
  if (!requestKey || !makerId) return;
  const found = await selectByKey(tx.query, { makerId, requestKey, targetIds: [need.targetId] });
  const fingerprint = fingerprintOfNeed(need);
  if (found.some((row) => !row.fingerprint.equals(fingerprint))) {
    throw appError('IDEMPOTENCY_CONFLICT');
  }
}

/** Returns the error for a stored request. */
export function approvalRequired(approvalId: string | undefined): AppError {
  return appError('SECOND_APPROVAL_REQUIRED', { approvalId: approvalId ?? '' });
}

/** The rules in force and the waiting requests, read once for a batch of commands. */
export type BatchApprovals = Awaited<ReturnType<typeof selectForBatch>> & {
  command: ApprovableCommand;
};

/**
 * Reads once for a batch of commands: the rules of these kinds, the waiting requests for these targets, and which accounts
 * depend on the administrator (`isConnected`).
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
  const read = await selectForBatch(tx.query, { ...wanted, accounts, now: tx.beganAt });
  return { ...read, command: wanted.command };
}

/** Returns whether the administrator created the account, set its password or changed its level in the last days. */
export function isConnected({ connected }: BatchApprovals, account: ConcernedAccount): boolean {
  return connected.has(pairName(account));
}

/** Returns whether the rule of a kind is active while only one administrator is active. */
export function isUnprotected({ rules }: BatchApprovals, kind: ApprovalKind): boolean {
  return rules.some((rule) => rule.kind === kind && rule.isActive && rule.activeAdmins < 2);
}

/** Returns the commands of a batch that need a second approval. `holdForApproval` stores requests for them. */
export function findHeld(tx: Tx, { rules }: BatchApprovals, needs: readonly Need[]): PricedNeed[] {
  const unconfirmed = needs.filter((need) => !isConfirmed(grants.get(tx), need));
  return unconfirmed.flatMap((need) => priceNeed(rules, need) ?? []);
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
  const ids = new Map(waiting);
  const unstored = held.filter(({ need }) => !ids.has(need.targetId));
  const fresh = await withConfirmers(tx, unstored);
  for (const { need } of unstored) refusals.set(need.targetId, appError('NO_CONFIRMER'));
  for (const [actor, own] of groupBy(fresh, ({ need }) => need.actor)) {
    const room = await roomOf(tx, actor);
    for (const { need } of own.slice(room)) refusals.set(need.targetId, tooMany());
    const stored = own.slice(0, room);
    const storedIds = await storeRequests(tx, stored);
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
  if (targetIds.length === 0 || grants.has(tx)) return;
  const ended = await failWaitingOf(tx, { command, targetIds, failure: 'ALREADY_DECIDED' });
  await recordApprovals(tx, 'system', { action: 'approval.fail', rows: ended });
  insertNotifications(
    tx,
    ended.flatMap((row) => toEndNotification(row) ?? []),
  );
}

/** Ends the waiting requests of a deleted account and about it, in the transaction of the deletion. */
export async function endRequestsOf(tx: Tx, userId: UserId): Promise<void> {
  const grant = grants.get(tx);
  const confirmed = grant && grant !== 'bypass' ? grant.requestFingerprint : null;
  const ended = await failWaitingAbout(tx, { userId, confirmed, failure: 'USER_NOT_FOUND' });
  await recordApprovals(tx, 'system', { action: 'approval.fail', rows: ended });
  insertNotifications(
    tx,
    ended.flatMap((row) => (row.makerId === userId ? [] : (toEndNotification(row) ?? []))),
  );
}

/** Returns the commands that somebody can confirm, with the number of confirmations that are possible. */
async function withConfirmers(tx: Tx, priced: readonly PricedNeed[]): Promise<PricedNeed[]> {
  if (priced.length === 0) return [];
  const requests = priced.map(({ need: { actor, concernedId = null } }) => ({
    makerId: makerOf(actor),
    concernedId,
  }));
  const counts = await countConfirmers(tx.query, requests, tx.beganAt);
  return priced.flatMap((one, n) => {
    const count = counts[n] ?? 0;
    return count > 0 ? [{ ...one, needed: Math.min(one.needed, count) }] : [];
  });
}

async function requireConfirmer(tx: Tx, priced: PricedNeed): Promise<PricedNeed> {
  const [confirmable] = await withConfirmers(tx, [priced]);
  if (!confirmable) throw appError('NO_CONFIRMER');
  return confirmable;
}

/** Returns the strictest rule that applies; undefined if none does, or if only one administrator is active. */
function priceNeed(
  rules: Awaited<ReturnType<typeof selectRules>>,
  need: Need,
): PricedNeed | undefined {
  if ((rules[0]?.activeAdmins ?? 0) < 2) return undefined;
  const [rule] = rules
    .filter(({ kind }) => need.kinds.includes(kind))
    .filter((applying) => needsApproval(applying, need.amountPaise))
    .toSorted((a, b) => b.approvals - a.approvals);
  return rule && { need, kind: rule.kind, needed: rule.approvals };
}

async function roomOf(tx: Tx, actor: Principal): Promise<number> {
  const waiting = await countWaiting(tx.query, makerOf(actor));
  return Math.max(0, MAX_WAITING_APPROVALS - waiting);
}

const makerOf = (actor: Principal) => (actor === COMMAND_LINE ? null : actor.userId);
const tooMany = () => appError('TOO_MANY_APPROVALS', { limit: MAX_WAITING_APPROVALS });

/** Stores requests of one maker and notifies the other administrators. Returns their ids. Throws TOO_MANY_APPROVALS. */
async function storeRequests(tx: Tx, priced: readonly PricedNeed[]): Promise<string[]> {
  const [first] = priced;
  if (!first) return [];
  const { actor } = first.need;
  if ((await roomOf(tx, actor)) < priced.length) throw tooMany();
  const repeated = await findRepeated(tx, priced);
  const fresh = priced.filter(({ need }) => !repeated.has(need.targetId));
  const rows = fresh.map((one) => toRow(tx, one));
  const inserted = await insertApprovals(tx, rows);
  const made = rows.filter((_, n) => inserted[n]?.isNew);
  if (made.length > 0) {
    await recordApprovals(tx, actor, { action: 'approval.request', rows: made });
    await notifyOtherAdmins(tx, makerOf(actor), toRequestNotification(actor, made));
  }
  const ids = new Map(fresh.map(({ need }, n) => [need.targetId, inserted[n]?.id ?? '']));
  return priced.map(({ need }) => repeated.get(need.targetId) ?? ids.get(need.targetId) ?? '');
}

/** Returns the requests made before with the same keys. A repeated call makes no second request, even after the end. */
async function findRepeated(tx: Tx, priced: readonly PricedNeed[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const keyed = groupBy(priced, ({ need }) => need.requestKey?.toLowerCase());
  for (const [requestKey, group] of keyed) {
    const makerId = makerOf(group[0]?.need.actor ?? COMMAND_LINE);
    if (!requestKey || !makerId) continue;
    const targetIds = group.map(({ need }) => need.targetId);
    for (const { id, targetId } of await selectByKey(tx.query, {
      makerId,
      requestKey,
      targetIds,
    })) {
      found.set(targetId, id);
    }
  }
  return found;
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? [];
    groups.set(keyOf(item), [...group, item]);
  }
  return groups;
}

function toRow(tx: Tx, { need, kind, needed }: PricedNeed): NewApproval {
  const { actor, change } = need;
  return {
    id: newId(),
    kind,
    command: need.command,
    input: need.input,
    fingerprint: fingerprintOfNeed(need),
    makerId: makerOf(actor),
    makerCredential: actor === COMMAND_LINE ? null : credentialOf(actor),
    requestKey: need.requestKey?.toLowerCase() ?? null,
    concernedId: need.concernedId ?? null,
    targetId: need.targetId,
    amountPaise: need.amountPaise ?? null,
    reason: need.reason || null,
    action: change.action,
    entity: change.entity,
    before: change.before,
    after: change.after,
    needed,
    state: 'waiting',
    createdAt: tx.at,
    expiresAt: new Date(tx.at.getTime() + APPROVAL_HOURS * HOUR_MS),
    endedAt: null,
    endedBy: null,
    refusal: null,
    failure: null,
  };
}

function credentialOf({ credential, ip, permission }: Actor): MakerCredential {
  const { kind, id } = credential;
  const label = credential.kind === 'apiKey' ? { label: credential.label } : {};
  return { kind, id, ip, permission, ...label };
}

type ApprovalAction = Extract<AuditedChange, { entity: 'approval' }>['action'];
type RecordedRow = Pick<
  ApprovalRow,
  | ('id' | 'kind' | 'action' | 'targetId' | 'amountPaise' | 'makerId' | 'concernedId' | 'needed')
  | ('state' | 'failure')
>;

/** Records what happened to requests, and publishes it. The records are in the chain of the person concerned. */
export async function recordApprovals(
  tx: Tx,
  actor: Principal | 'system',
  { action, rows }: { action: ApprovalAction; rows: readonly RecordedRow[] },
): Promise<void> {
  const entries = rows.map(
    (row): AuditEntry => ({
      chainId: chainOf(row),
      action,
      entity: 'approval',
      entityId: row.id,
      before: null,
      after: {
        kind: row.kind,
        requestedAction: row.action,
        state: row.state,
        targetId: row.targetId,
        amountPaise: row.amountPaise,
        requestedBy: row.makerId,
        approvals: row.needed,
        ...(row.failure && { becauseOf: row.failure }),
      },
    }),
  );
  await recordAudit(tx, { actor, entries });
  const op = action === 'approval.request' ? 'insert' : 'update';
  publish(
    tx,
    rows.map(({ id }) => ({ forAdmins: true, payload: { entity: 'approval', op, id } })),
  );
}

/** Returns the audit chain of a request. */
export function chainOf({ concernedId }: Pick<ApprovalRow, 'concernedId'>): string {
  return concernedId ?? 'approvals';
}

async function recordBypass(tx: Tx, priced: PricedNeed): Promise<void> {
  const row = toRow(tx, priced);
  await recordApprovals(tx, priced.need.actor, { action: 'approval.bypass', rows: [row] });
  await notifyOtherAdmins(tx, null, toBypassNotification(row));
}
