import {
  APPROVAL_HOURS,
  type ApprovableCommand,
  MAX_WAITING_APPROVALS,
} from '#contract/approvals/rules.ts';
import type { AuditedChange } from '#contract/audit-details.ts';
import type { UserId } from '#contract/shared/base.ts';
import { type ApprovalKind, COMMAND_LINE } from '#contract/shared/enums.ts';
import type { TransactionType } from '#contract/transactions/rules.ts';
import { type AppError, appError } from '#server/base/errors.ts';
import { fingerprintOf } from '#server/base/fingerprint.ts';
import { newId } from '#server/base/ids.ts';
import type { Tx } from '#server/db/database.ts';
import type { MakerCredential } from '#server/db/schema/approvals.ts';
import type { Actor, Principal } from '#server/platform/auth/gate.ts';
import { lockChains } from '#server/platform/commands/audit.ts';
import { insertNotifications } from '../notifications/insert-notifications.ts';
import { notifyOtherAdmins } from '../notifications/notifications.ts';
import { toEndNotification, toRequestNotification } from './approvals.events.ts';
import {
  type ApprovalRow,
  countWaiting,
  insertApprovals,
  lockExpired,
  lockMakers,
  markExpired,
  type NewApproval,
  type RecordedRow,
  selectByKey,
} from './approvals.queries.ts';
import { chainOf, recordApprovals } from './record-approvals.ts';

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
  /** Added to the amount when a rule is applied: what the same administrator did for the account on this day. */
  earlierPaise?: number;
  /** In a batch, `findHeld` computes `earlierPaise` from this sum of the day, to which the command adds. */
  daySum?: TransactionType;
  reason?: string | undefined;
  requestKey?: string | undefined;
  /** The audit record that the command would write. */
  change: AuditedChange;
  /** Called in the transaction that stores the request, for rows that its input refers to. */
  onStore?: (tx: Tx) => Promise<void>;
}

/** A command with the kind of the rule that applies, and the number of confirmations that it needs. */
export interface PricedNeed {
  need: Need;
  kind: ApprovalKind;
  needed: number;
}

export function fingerprintOfNeed({ command, input, targetId }: Need): Buffer {
  return fingerprintOf({ command, input, targetId });
}

/** Returns the error for a stored request. */
export function approvalRequired(approvalId: string | undefined): AppError {
  return appError('SECOND_APPROVAL_REQUIRED', { approvalId: approvalId ?? '' });
}

export async function roomOf(tx: Tx, actor: Principal): Promise<number> {
  const waiting = await countWaiting(tx.query, makerOf(actor), tx.beganAt);
  return Math.max(0, MAX_WAITING_APPROVALS - waiting);
}

export const makerOf = (actor: Principal) => (actor === COMMAND_LINE ? null : actor.userId);
export const tooMany = () => appError('TOO_MANY_APPROVALS', { limit: MAX_WAITING_APPROVALS });

/** Stores requests of one maker and notifies the other administrators. Returns their ids. Throws TOO_MANY_APPROVALS. */
export async function storeRequests(tx: Tx, priced: readonly PricedNeed[]): Promise<string[]> {
  const [first] = priced;
  if (!first) return [];
  const targetIds = priced.map(({ need }) => need.targetId);
  await prepareStoring(tx, priced, await lockExpired(tx.query, { targetIds, now: tx.beganAt }));
  if ((await roomOf(tx, first.need.actor)) < priced.length) throw tooMany();
  return insertRequests(tx, priced);
}

/**
 * Takes the locks of storing requests in one order: locked rows of expired requests for the same targets, audit chains, makers.
 * Ends the expired ones, which the background job has not ended yet.
 */
export async function prepareStoring(
  tx: Tx,
  priced: readonly PricedNeed[],
  expired: readonly ApprovalRow[],
): Promise<void> {
  if (priced.length === 0) return;
  const concerned = priced.map(({ need }) => chainOf({ concernedId: need.concernedId ?? null }));
  await lockChains(tx, [...new Set([...concerned, ...expired.map(chainOf)])]);
  const makers = priced.map(({ need }) => makerOf(need.actor));
  await lockMakers(tx.query, makers);
  if (expired.length === 0) return;
  await recordExpired(
    tx,
    await markExpired(
      tx,
      expired.map(({ id }) => id),
    ),
  );
}

/** Records that requests have expired, and notifies their makers. */
export async function recordExpired(tx: Tx, rows: readonly RecordedRow[]): Promise<void> {
  await recordApprovals(tx, 'system', { action: 'approval.expire', rows });
  insertNotifications(
    tx,
    rows.flatMap((row) => toEndNotification(row) ?? []),
  );
}

export async function insertRequests(tx: Tx, priced: readonly PricedNeed[]): Promise<string[]> {
  const [first] = priced;
  if (!first) return [];
  const { actor } = first.need;
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

export function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? [];
    groups.set(keyOf(item), [...group, item]);
  }
  return groups;
}

export function toRow(tx: Tx, { need, kind, needed }: PricedNeed): NewApproval {
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
    erasedAt: null,
  };
}

function credentialOf({ credential, ip, permission }: Actor): MakerCredential {
  const { kind, id } = credential;
  const label = credential.kind === 'apiKey' ? { label: credential.label } : {};
  return { kind, id, ip, permission, ...label };
}
