import { sql } from 'drizzle-orm';
import { type ApprovableCommand, RECENT_ACCOUNT_DAYS } from '#contract/approvals/rules.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { ApprovalKind } from '#contract/shared/enums.ts';
import { ADMIN_ROLES, can } from '#contract/shared/permissions.ts';
import type { Query, Tx } from '#server/db/database.ts';
import { insertStatement, type NewRow } from '#server/db/insert-many.ts';
import { approvalRequests, approvalRules } from '#server/db/schema/approvals.ts';
import {
  boolean,
  computed,
  countOf,
  integer,
  type Selected,
  select,
  selectFirst,
  selectionOf,
  selectValues,
  text,
  texts,
  together,
} from '#server/db/selection.ts';
import { updateReturning } from '#server/db/update.ts';

const confirmerRoles = ADMIN_ROLES.filter((adminRole) =>
  can({ role: 'admin', adminRole }, 'approvals:confirm'),
);
/** SQL: an account that can confirm requests for a second approval. */
const IS_CONFIRMER = `role = 'admin' AND status = 'active' AND admin_role IN (${confirmerRoles.map((name) => `'${name}'`)})`;

export const activeAdmins = integer(`SELECT count(*) FROM users WHERE ${IS_CONFIRMER}`);

const ruleColumns = together(
  selectionOf(approvalRules, 'r', ['kind', 'thresholdPaise', 'approvals', 'isActive']),
  computed({ activeAdmins }),
);
export type RuleRow = Selected<typeof ruleColumns>;

/** Audit records after which the account of a chain depends on the record's actor for some days. */
const dependence = (actions: string) => (account: string, maker: string, now: string) =>
  `EXISTS (SELECT FROM audit_log l WHERE l.chain_id = ${account}::text AND l.actor_id = ${maker}::uuid
     AND l.action IN (${actions})
     AND l.created_at > ${now}::timestamptz - interval '${RECENT_ACCOUNT_DAYS} days')`;

const isCreatedBy = dependence(`'user.create', 'user.setPassword'`);
/** SQL: whether `maker` made a user's account one of an administrator. The indexed hash finds the few changes of roles that `maker` made. */
const isPromotedBy = (account: string, maker: string, now: string) =>
  `EXISTS (SELECT FROM audit_log l WHERE l.actor_id = ${maker}::uuid AND hashtext(l.action) = hashtext('user.role')
     AND l.action = 'user.role' AND l.chain_id = ${account}::text
     AND l.before ->> 'role' = 'user' AND l.after ->> 'role' = 'admin'
     AND l.created_at > ${now}::timestamptz - interval '${RECENT_ACCOUNT_DAYS} days')`;
const isSetUpBy = (account: string, maker: string, now: string) =>
  `(${isCreatedBy(account, maker, now)} OR ${isPromotedBy(account, maker, now)})`;
/**
 * SQL: whether one of two accounts created the other, set its password or made it an administrator in the last days, in either
 * direction. One person could then use both: an account may have been created long before. A later own password changes nothing.
 */
export const isRecentAccount = (account: string, maker: string, now: string) =>
  `(${isSetUpBy(account, maker, now)} OR ${isSetUpBy(maker, account, now)})`;
const hasSetUp = dependence(`'user.create', 'user.setPassword', 'user.verificationLevel'`);
const hasOpened = dependence(`'sign-in-link.create'`);
/**
 * SQL: whether `maker` created an account, set its password, changed its verification level, or in the last days requested money
 * for it or created a sign-in link with an API key. Each part has an index.
 */
const isConnected = (account: string, maker: string, now: string) =>
  `(${hasSetUp(account, maker, now)} OR EXISTS (
     SELECT FROM audit_log l WHERE l.chain_id = ${account}::text AND l.actor_id = ${maker}::uuid
       AND l.action = 'transaction.request' AND l.after ? 'apiKeyId'
       AND l.created_at > ${now}::timestamptz - interval '${RECENT_ACCOUNT_DAYS} days') OR ${hasOpened(account, maker, now)})`;

const IN_FORCE =
  'FROM approval_rules r WHERE r.kind = ANY ($1::text[]) ORDER BY r.kind, r.seq DESC';

/** Returns the rules in force of these kinds, and the number of active administrators, by one statement. */
export async function selectRules(
  query: Query,
  kinds: readonly ApprovalKind[],
): Promise<RuleRow[]> {
  const statement = `SELECT DISTINCT ON (r.kind) ${ruleColumns.sql} ${IN_FORCE}`;
  return select(query, ruleColumns, statement, [kinds]);
}

export const approvalColumns = selectionOf(approvalRequests, 'a');
export type ApprovalRow = Selected<typeof approvalColumns>;

const recordedNames = [
  ...(['id', 'state', 'kind', 'command', 'action', 'targetId', 'concernedId'] as const),
  ...(['amountPaise', 'makerId', 'needed', 'expiresAt', 'failure'] as const),
] as const;
export const recordedColumns = selectionOf(approvalRequests, 'a', recordedNames);
/** The columns of a request that its audit record and its events contain. */
export type RecordedRow = Selected<typeof recordedColumns>;

/** Serializes the requests of each maker until the transaction ends, so that concurrent ones cannot exceed their limit. */
export async function lockMakers(
  query: Query,
  makerIds: readonly (UserId | null)[],
): Promise<void> {
  const names = [...new Set(makerIds.map((makerId) => makerId ?? ''))].sort();
  for (const name of names) {
    await query('SELECT pg_advisory_xact_lock(7260157, hashtext($1))', [name]);
  }
}

export async function countWaiting(
  query: Query,
  makerId: UserId | null,
  now: Date,
): Promise<number> {
  const waiting = `approval_requests WHERE state = 'waiting' AND maker_id IS NOT DISTINCT FROM $1`;
  return countOf(query, `${waiting} AND expires_at > $2`, [makerId, now]);
}

const keyedColumns = selectionOf(approvalRequests, 'a', ['id', 'targetId', 'fingerprint']);

/** Returns the requests that were made with a key for these targets, whatever their state. */
export async function selectByKey(
  query: Query,
  { makerId, requestKey, targetIds }: { makerId: UserId; requestKey: string; targetIds: string[] },
): Promise<Selected<typeof keyedColumns>[]> {
  const statement = `FROM approval_requests a
    WHERE maker_id = $1 AND request_key = $2 AND target_id = ANY ($3::text[])`;
  return select(query, keyedColumns, statement, [makerId, requestKey, targetIds]);
}

/** An administrator and the account that a command of this administrator concerns. */
export interface ConcernedAccount {
  actorId: UserId;
  ownerId: string;
}

export const pairName = ({ actorId, ownerId }: ConcernedAccount) => `${actorId} ${ownerId}`;

const list = (rows: string) => texts(`array(SELECT ${rows})`);
const batchColumns = together(
  ruleColumns,
  computed({
    waitingIds: list(`a.id FROM approval_requests a
      WHERE a.state = 'waiting' AND a.command = $2 AND a.target_id = ANY ($3::text[])`),
    connected:
      list(`c.actor_id || ' ' || c.owner_id FROM unnest($4::uuid[], $5::text[]) AS c (actor_id, owner_id)
      WHERE ${isConnected('c.owner_id', 'c.actor_id', '$6')}`),
  }),
);

/**
 * Returns the rules in force, the ids of waiting requests of a command for these targets, and which of these accounts depend
 * on the administrator, by one statement.
 */
export async function selectForBatch(
  query: Query,
  {
    kinds,
    command,
    targetIds,
    accounts,
    now,
  }: {
    kinds: readonly ApprovalKind[];
    command: string;
    targetIds: readonly string[];
    accounts: readonly ConcernedAccount[];
    now: Date;
  },
): Promise<{
  rules: RuleRow[];
  waitingIds: string[];
  connected: Set<string>;
}> {
  const rules = await select(
    query,
    batchColumns,
    `SELECT DISTINCT ON (r.kind) ${batchColumns.sql} ${IN_FORCE}`,
    [
      kinds,
      command,
      targetIds,
      accounts.map(({ actorId }) => actorId),
      accounts.map(({ ownerId }) => ownerId),
      now,
    ],
  );
  const [first] = rules;
  return {
    rules,
    waitingIds: first?.waitingIds ?? [],
    connected: new Set(first?.connected),
  };
}

/** Returns for each request the number of administrators who can confirm it. */
export async function countConfirmers(
  query: Query,
  requests: readonly { makerId: UserId | null; concernedId: UserId | null }[],
  now: Date,
): Promise<number[]> {
  return selectValues(
    query,
    integer(`SELECT count(*) FROM users u WHERE ${IS_CONFIRMER} AND u.id IS DISTINCT FROM r.maker_id
      AND u.id IS DISTINCT FROM r.concerned_id AND NOT ${isRecentAccount('u.id', 'r.maker_id', '$3')}`),
    `FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS r (maker_id, concerned_id, n) ORDER BY r.n`,
    [requests.map(({ makerId }) => makerId), requests.map(({ concernedId }) => concernedId), now],
  );
}

export type NewApproval = NewRow<typeof approvalRequests>;

const insertedColumns = together(
  selectionOf(approvalRequests, 't', ['id']),
  computed({ isNew: boolean('xmax = 0') }),
);

/** Inserts requests. Returns each one's id, and whether it is new: the same waiting request is returned again. */
export async function insertApprovals(
  tx: Tx,
  rows: readonly NewApproval[],
): Promise<Selected<typeof insertedColumns>[]> {
  const inserted = [];
  for (const row of rows) {
    const insert = insertStatement(approvalRequests, [row]);
    const found = await selectFirst(
      tx.query,
      insertedColumns,
      `${insert.text} ON CONFLICT (coalesce(maker_id, '00000000-0000-0000-0000-000000000000'), fingerprint)
         WHERE state = 'waiting' DO UPDATE SET state = t.state
       RETURNING ${insertedColumns.sql}`,
      insert.values,
    );
    if (!found) throw new Error('The database returned no approval request');
    inserted.push(found);
  }
  return inserted;
}

/** Returns the targets of waiting requests of a command, at most `limit`; of all targets, or of these. */
export async function selectHeldTargets(
  query: Query,
  wanted: { command: string; targetIds: readonly string[] | null; now: Date; limit: number },
): Promise<string[]> {
  const { command, targetIds, now, limit } = wanted;
  return selectValues(
    query,
    text('target_id'),
    `FROM approval_requests WHERE state = 'waiting' AND command = $1
       AND ($2::text[] IS NULL OR target_id = ANY ($2)) AND expires_at > $3
     ORDER BY created_at, id LIMIT $4`,
    [command, targetIds, now, limit],
  );
}

/** Returns those of these objects for which a command waits for a second administrator. */
export async function selectHeldOf(
  query: Query,
  { command, targetIds, now }: { command: string; targetIds: readonly string[]; now: Date },
): Promise<string[]> {
  const held = `FROM approval_requests WHERE state = 'waiting' AND command = $1
    AND target_id = ANY ($2::text[]) AND expires_at > $3 GROUP BY target_id`;
  return selectValues(query, text('target_id'), held, [command, targetIds, now]);
}

const lockWaiting = (query: Query, which: string, values: unknown[]) =>
  select(
    query,
    approvalColumns,
    `FROM approval_requests a WHERE state = 'waiting' AND ${which} ORDER BY id FOR UPDATE`,
    values,
  );

/** Locks those of these requests that still wait, in order of id. */
export async function lockStillWaiting(
  query: Query,
  ids: readonly string[],
): Promise<ApprovalRow[]> {
  if (ids.length === 0) return [];
  return lockWaiting(query, 'id = ANY ($1::uuid[])', [ids]);
}

/** Locks waiting requests for these targets whose time is over, in order of id. */
export async function lockExpired(
  query: Query,
  { targetIds, now }: { targetIds: readonly string[]; now: Date },
): Promise<ApprovalRow[]> {
  return lockWaiting(query, 'target_id = ANY ($1::text[]) AND expires_at <= $2', [targetIds, now]);
}

/** Locks the waiting requests that a user made or that concern the user, in order of id. */
export async function lockWaitingAbout(query: Query, userId: UserId): Promise<ApprovalRow[]> {
  return lockWaiting(query, '(maker_id = $1 OR concerned_id = $1)', [userId]);
}

/** Ends locked requests whose time is over. Returns them. */
export async function markExpired(tx: Tx, ids: readonly string[]): Promise<RecordedRow[]> {
  return updateReturning(tx.query, approvalRequests, recordedNames, {
    set: { state: 'expired', input: null, endedAt: tx.at },
    where: { id: ids },
  });
}

/** Ends the waiting requests for these targets, because another decision was made meanwhile. Returns them. */
export async function failWaitingOf(
  tx: Tx,
  {
    command,
    targetIds,
    failure,
  }: { command: ApprovableCommand; targetIds: string[]; failure: string },
): Promise<RecordedRow[]> {
  return updateReturning(tx.query, approvalRequests, recordedNames, {
    set: { state: 'failed', input: null, endedAt: tx.at, failure },
    where: { state: 'waiting', command, targetId: targetIds },
  });
}

/** Ends the waiting requests that a user made or that concern the user, except the `confirmed` one. Returns them. */
export async function failWaitingAbout(
  tx: Tx,
  { userId, confirmed, failure }: { userId: UserId; confirmed: Buffer | null; failure: string },
): Promise<RecordedRow[]> {
  const { makerId, concernedId, fingerprint } = approvalRequests;
  return updateReturning(tx.query, approvalRequests, recordedNames, {
    set: { state: 'failed', input: null, endedAt: tx.at, failure },
    where: { state: 'waiting' },
    and: sql`(${makerId} = ${userId} OR ${concernedId} = ${userId}) AND ${fingerprint} IS DISTINCT FROM ${confirmed}`,
  });
}
