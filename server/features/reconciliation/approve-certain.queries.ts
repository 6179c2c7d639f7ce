import type { Query, Tx } from '#server/db/database.ts';
import { updateStatement } from '#server/db/insert-many.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { statementImports, statementMatches } from '#server/db/schema/statements.ts';
import { users } from '#server/db/schema/users.ts';
import {
  computed,
  renamed,
  required,
  type Selected,
  select,
  selectFirst,
  selectionOf,
  selectValue,
  text,
  texts,
  together,
} from '#server/db/selection.ts';
import { tryLock } from '#server/db/try-lock.ts';

/** No other advisory lock may use this number. */
const APPROVAL_LOCK = 741_362;

/** Returns whether this transaction may approve; one server does at a time. */
export function takeTurn({ query }: Pick<Tx, 'query'>): Promise<boolean> {
  return tryLock(query, APPROVAL_LOCK);
}

/** Locks the settings, so that nothing is approved after they were switched off. */
export async function lockSettings(tx: Tx): Promise<void> {
  await tx.query('SELECT 1 FROM wallet_settings WHERE id = 1 FOR SHARE');
}

const candidateColumns = together(
  selectionOf(statementMatches, 'd', ['id']),
  renamed(users, 'u', { importedBy: 'id', username: 'username' }),
  required(renamed(statementImports, 'd', { sessionId: 'confirmedSessionId' })),
);
export type Candidate = Selected<typeof candidateColumns>;

/** SQL: the certain match `m` of a line `l` of the import `i` whose turn has come, at the time $1. */
const IS_DUE = `m.state = 'proposed' AND m.grade = 'certain' AND m.not_automatic IS NULL AND m.chosen_by IS NULL
  AND m.created_at <= $1::timestamptz - make_interval(mins => $2) AND m.paise <= $3
  AND l.paise = m.paise AND l.claimed_paise = 0 AND i.confirmed_session_id IS NOT NULL AND i.undone_at IS NULL`;

/** Returns matches that are due, all from statements that one administrator imported in one session. */
export async function selectDue(
  query: Query,
  { at, minutes, paise, limit }: { at: Date; minutes: number; paise: number; limit: number },
): Promise<Candidate[]> {
  return select(
    query,
    candidateColumns,
    `WITH due AS (
       SELECT m.id, m.created_at, i.imported_by, i.confirmed_session_id FROM statement_matches m
       JOIN statement_lines l ON l.id = m.line_id JOIN statement_imports i ON i.id = l.import_id
       WHERE ${IS_DUE} AND EXISTS (
         SELECT FROM pending_requests p WHERE p.id = m.request_id AND p.type = 'deposit' AND p.amount_paise = m.paise)
       ORDER BY m.created_at, m.id LIMIT $4)
     SELECT ${candidateColumns.sql} FROM due d JOIN users u ON u.id = d.imported_by
     WHERE d.confirmed_session_id = (SELECT confirmed_session_id FROM due ORDER BY created_at, id LIMIT 1)
     ORDER BY d.created_at, d.id`,
    [at, minutes, paise, limit],
  );
}

/** Returns what was approved automatically on the Indian day of this time. Matches that were undone later count. */
export async function selectDaySum(query: Query, at: Date): Promise<number> {
  const paise = await selectValue(
    query,
    text('coalesce(sum(paise), 0)'),
    `FROM statement_matches WHERE accepted_at IS NOT NULL AND accepted_by IS NULL
       AND accepted_at >= date_trunc('day', $1::timestamptz AT TIME ZONE 'Asia/Kolkata') AT TIME ZONE 'Asia/Kolkata'`,
    [at],
  );
  return Number(paise ?? 0);
}

/** `enabledBy` is null for the command line. `changedBy` are the administrators of changes since then without a second approval. */
const enablingColumns = together(
  renamed(auditLog, 'e', { enabledBy: 'actorId' }),
  computed({
    changedBy: texts(`ARRAY(SELECT DISTINCT l.actor_id FROM audit_log l
       WHERE l.chain_id = 'settings' AND l.action = 'settings.update' AND l.seq >= e.seq AND l.after ?| $1::text[]
         AND l.actor_id IS NOT NULL AND NOT EXISTS (
           SELECT FROM approval_requests a WHERE a.state = 'confirmed' AND a.action = 'settings.update'
             AND a.ended_at = l.created_at AND a.maker_id = l.actor_id))`),
  }),
);
export type Enabling = Selected<typeof enablingColumns>;

/** Returns who switched automatic approvals on, from the audit log. */
export async function selectEnabling(
  query: Query,
  keys: readonly string[],
): Promise<Enabling | undefined> {
  return selectFirst(
    query,
    enablingColumns,
    `WITH enabling AS (
       SELECT seq, actor_id FROM audit_log WHERE chain_id = 'settings' AND action = 'settings.update'
         AND after ->> 'autoApproval' = 'true' AND before ->> 'autoApproval' = 'false' ORDER BY seq DESC LIMIT 1)
     SELECT ${enablingColumns.sql} FROM enabling e`,
    [keys],
  );
}

/** Leaves matches to people, with the error that refused their automatic approval. */
export function leaveToPeople(tx: Tx, left: readonly { id: string; code: string }[]): void {
  if (left.length === 0) return;
  const rows = left.map(({ id, code }) => ({ id, notAutomatic: code }));
  const change = updateStatement(statementMatches, rows, { key: ['id'], set: ['notAutomatic'] });
  tx.write(`${change.text} AND t.state = 'proposed'`, change.values);
}
