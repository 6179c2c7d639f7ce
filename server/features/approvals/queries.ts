import type { ApprovalKind } from '#contract/approvals/rules.ts';
import type { UserId } from '#contract/shared/base.ts';
import { ADMIN_ROLES, can } from '#contract/shared/permissions.ts';
import type { Query, Tx } from '#server/db/database.ts';
import { insertStatement, type NewRow } from '#server/db/insert-many.ts';
import { approvalRequests, approvalRules } from '#server/db/schema/approvals.ts';
import { type Selected, selectionOf } from '#server/db/selection.ts';

const ruleColumns = selectionOf(approvalRules, 'r', [
  'kind',
  'thresholdPaise',
  'approvals',
  'isActive',
]);
export type RuleRow = Selected<typeof ruleColumns>;

const confirmerRoles = ADMIN_ROLES.filter((adminRole) =>
  can({ role: 'admin', adminRole }, 'approvals:confirm'),
);
/** SQL: an account that can confirm requests for a second approval. */
export const IS_CONFIRMER = `role = 'admin' AND status = 'active' AND admin_role IN (${confirmerRoles.map((name) => `'${name}'`)})`;

/** Returns the rules in force of these kinds, and the number of active administrators, by one statement. */
export async function selectRules(
  query: Query,
  kinds: readonly ApprovalKind[],
): Promise<(RuleRow & { activeAdmins: number })[]> {
  return query(
    `SELECT DISTINCT ON (r.kind) ${ruleColumns.sql},
       (SELECT count(*) FROM users WHERE ${IS_CONFIRMER}) AS "activeAdmins"
     FROM approval_rules r WHERE r.kind = ANY ($1::text[]) ORDER BY r.kind, r.seq DESC`,
    [kinds],
  );
}

export const approvalColumns = selectionOf(approvalRequests, 'a');
export type ApprovalRow = Selected<typeof approvalColumns>;

export async function countWaiting(query: Query, makerId: UserId | null): Promise<number> {
  const [row] = await query<{ count: number }>(
    `SELECT count(*) AS count FROM approval_requests WHERE state = 'waiting' AND maker_id IS NOT DISTINCT FROM $1`,
    [makerId],
  );
  return row?.count ?? 0;
}

/** Returns the requests that were made with a key for these targets, whatever their state. */
export async function selectByKey(
  query: Query,
  { makerId, requestKey, targetIds }: { makerId: UserId; requestKey: string; targetIds: string[] },
): Promise<{ id: string; targetId: string; fingerprint: Buffer }[]> {
  return query(
    `SELECT id, target_id AS "targetId", fingerprint FROM approval_requests
     WHERE maker_id = $1 AND request_key = $2 AND target_id = ANY ($3::text[])`,
    [makerId, requestKey, targetIds],
  );
}

/** Returns the rules in force, and the waiting requests of a command for these targets, by one statement. */
export async function selectForBatch(
  query: Query,
  {
    kinds,
    command,
    targetIds,
  }: { kinds: readonly ApprovalKind[]; command: string; targetIds: readonly string[] },
): Promise<{ rules: (RuleRow & { activeAdmins: number })[]; waiting: Map<string, string> }> {
  const rules = await query<
    RuleRow & { activeAdmins: number; waiting: Record<string, string> | null }
  >(
    `SELECT DISTINCT ON (r.kind) ${ruleColumns.sql},
       (SELECT count(*) FROM users WHERE ${IS_CONFIRMER}) AS "activeAdmins",
       (SELECT jsonb_object_agg(a.target_id, a.id) FROM approval_requests a
        WHERE a.state = 'waiting' AND a.command = $2 AND a.target_id = ANY ($3::text[])) AS waiting
     FROM approval_rules r WHERE r.kind = ANY ($1::text[]) ORDER BY r.kind, r.seq DESC`,
    [kinds, command, targetIds],
  );
  return { rules, waiting: new Map(Object.entries(rules[0]?.waiting ?? {})) };
}

export type NewApproval = NewRow<typeof approvalRequests>;

/** Inserts requests. Returns each one's id, and whether it is new: the same waiting request is returned again. */
export async function insertApprovals(
  tx: Tx,
  rows: readonly NewApproval[],
): Promise<{ id: string; isNew: boolean }[]> {
  const inserted = [];
  for (const row of rows) {
    const { text, values } = insertStatement(approvalRequests, [row]);
    const [found] = await tx.query<{ id: string; isNew: boolean }>(
      `${text} ON CONFLICT (coalesce(maker_id, '00000000-0000-0000-0000-000000000000'), fingerprint)
         WHERE state = 'waiting' DO UPDATE SET state = t.state
       RETURNING t.id, xmax = 0 AS "isNew"`,
      values,
    );
    if (!found) throw new Error('The database returned no approval request');
    inserted.push(found);
  }
  return inserted;
}

/** Ends the waiting requests for these targets, because another decision was made meanwhile. Returns them. */
export async function failWaitingOf(
  tx: Tx,
  { command, targetIds, failure }: { command: string; targetIds: string[]; failure: string },
): Promise<ApprovalRow[]> {
  return tx.query(
    `UPDATE approval_requests a SET state = 'failed', input = NULL, ended_at = $4, failure = $3
     WHERE state = 'waiting' AND command = $1 AND target_id = ANY ($2::text[]) RETURNING ${approvalColumns.sql}`,
    [command, targetIds, failure, tx.at],
  );
}

/** Ends the waiting requests that a user made or that concern the user, except the `confirmed` one. Returns them. */
export async function failWaitingAbout(
  tx: Tx,
  { userId, confirmed, failure }: { userId: UserId; confirmed: Buffer | null; failure: string },
): Promise<ApprovalRow[]> {
  return tx.query(
    `UPDATE approval_requests a SET state = 'failed', input = NULL, ended_at = $4, failure = $3
     WHERE state = 'waiting' AND (maker_id = $1 OR concerned_id = $1) AND fingerprint IS DISTINCT FROM $2
     RETURNING ${approvalColumns.sql}`,
    [userId, confirmed, failure, tx.at],
  );
}
