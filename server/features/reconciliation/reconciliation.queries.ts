import type { LineFinding, MatchGrade } from '#contract/reconciliation/rules.ts';
import type { FoundLine, StatementMatch } from '#contract/reconciliation/schema.ts';
import type { StatementLineView } from '#contract/statements/schema.ts';
import type { Query } from '#server/db/database.ts';
import { projected } from '#server/db/projections.ts';
import { REFUSED } from '#server/db/statuses.ts';
import { NEWEST, type Position } from '#server/platform/lists/cursor.ts';

type Page = { after: Position | undefined; limit: number };

export type MatchFacts = Omit<StatementMatch, 'line' | 'request' | 'waiting'> & {
  lineId: string;
  requestId: string | null;
};

const MATCH_COLUMNS = `m.id, m.kind, m.grade, m.reason, m.paise, m.note, m.state, m.chosen_by IS NOT NULL AS "isWaiting",
  m.not_automatic AS "notAutomatic",
  m.created_at AS "createdAt", c.username::text AS "createdBy", m.accepted_at AS "acceptedAt",
  a.username::text AS "acceptedBy", m.ended_at AS "endedAt", e.username::text AS "endedBy",
  m.line_id AS "lineId", m.request_id AS "requestId"`;
const NAMES = `LEFT JOIN users c ON c.id = m.created_by LEFT JOIN users a ON a.id = m.accepted_by
  LEFT JOIN users e ON e.id = m.ended_by`;

/** SQL: a proposal `m` whose request can still be approved, and whose line `l` has its money. */
const OPEN_PROPOSAL = `m.state = 'proposed' AND l.paise - l.claimed_paise >= m.paise AND EXISTS (
  SELECT FROM transactions t WHERE t.id = m.request_id AND NOT t.status ${REFUSED})`;

export async function selectProposed(
  query: Query,
  { after = NEWEST, limit, grade }: Page & { grade: MatchGrade | undefined },
): Promise<MatchFacts[]> {
  return query(
    `SELECT ${MATCH_COLUMNS} FROM (
       SELECT m.* FROM statement_matches m JOIN statement_lines l ON l.id = m.line_id
       WHERE ${OPEN_PROPOSAL} AND (m.created_at, m.id) < ($1::timestamptz, $2::uuid) AND ($4::text IS NULL OR m.grade = $4)
       ORDER BY m.created_at DESC, m.id DESC LIMIT $3) AS m ${NAMES} ORDER BY m.created_at DESC, m.id DESC`,
    [after.at, after.id, limit, grade ?? null],
  );
}

export async function selectAccepted(
  query: Query,
  { after = NEWEST, limit, grade }: Page & { grade: MatchGrade | undefined },
): Promise<MatchFacts[]> {
  return query(
    `SELECT ${MATCH_COLUMNS} FROM (
       SELECT * FROM statement_matches m
       WHERE state = 'accepted' AND (created_at, id) < ($1::timestamptz, $2::uuid) AND ($4::text IS NULL OR grade = $4)
       ORDER BY created_at DESC, id DESC LIMIT $3) AS m ${NAMES} ORDER BY m.created_at DESC, m.id DESC`,
    [after.at, after.id, limit, grade ?? null],
  );
}

/** Returns the matches of a request that were not undone, accepted ones first. */
export async function selectOfRequest(query: Query, requestId: string): Promise<MatchFacts[]> {
  return query(
    `SELECT ${MATCH_COLUMNS} FROM statement_matches m JOIN statement_lines l ON l.id = m.line_id ${NAMES}
     WHERE m.request_id = $1 AND (m.state = 'accepted' OR (m.state = 'proposed' AND l.paise - l.claimed_paise >= m.paise))
     ORDER BY m.state, array_position(ARRAY['certain', 'manual', 'likely', 'possible'], m.grade), m.id LIMIT 20`,
    [requestId],
  );
}

const LINE_COLUMNS = `l.id, l.account_id AS "accountId", a.name AS "accountName", l.import_id AS "importId",
  l.booked_on::text AS "bookedOn", l.value_on::text AS "valueOn", l.paise, l.narration, l.reference,
  l.transaction_id AS "transactionId", l.balance_paise AS "balancePaise", l.rail, l.utr,
  l.our_reference AS "ourReference", l.vpa, l.is_return AS "isReturn"`;

export async function selectLinesById(
  query: Query,
  ids: readonly string[],
): Promise<Map<string, StatementLineView>> {
  const rows = await query<StatementLineView>(
    `SELECT ${LINE_COLUMNS} FROM statement_lines l JOIN statement_accounts a ON a.id = l.account_id
     WHERE l.id = ANY ($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns lines with unclaimed money and a finding for a request, without those matched with it. */
export async function selectFound(
  query: Query,
  { requestId, limit }: { requestId: string; limit: number },
): Promise<FoundLine[]> {
  return query(
    `SELECT ${LINE_COLUMNS}, l.paise - l.claimed_paise AS "unclaimedPaise", f.state AS finding
     FROM statement_findings f JOIN statement_lines l ON l.id = f.line_id JOIN statement_accounts a ON a.id = l.account_id
     WHERE f.request_ids && ARRAY[$1::uuid] AND l.paise > l.claimed_paise AND NOT EXISTS (
       SELECT FROM statement_matches m WHERE m.line_id = l.id AND m.request_id = $1 AND m.state <> 'undone')
     ORDER BY l.booked_on DESC, l.id DESC LIMIT $2`,
    [requestId, limit],
  );
}

export type UnclaimedRow = StatementLineView & {
  unclaimedPaise: number;
  finding: LineFinding | null;
  requestIds: string[];
};

/** SQL: no open proposal of the system for the line `l`. */
const IS_UNMATCHED = `NOT EXISTS (
  SELECT FROM statement_matches m WHERE m.line_id = l.id AND m.grade <> 'manual' AND ${OPEN_PROPOSAL})`;

/** Returns received money without a proposal, newest first. */
export async function selectUnclaimed(
  query: Query,
  { after = NEWEST, limit, maxRequests }: Page & { maxRequests: number },
): Promise<UnclaimedRow[]> {
  return query(
    `SELECT ${LINE_COLUMNS}, l.paise - l.claimed_paise AS "unclaimedPaise", f.state AS finding,
       coalesce(f.request_ids[1:$4::int], '{}') AS "requestIds"
     FROM (SELECT * FROM statement_lines l WHERE l.paise > l.claimed_paise AND l.paise > 0
         AND (l.booked_on, l.id) < ($1::date, $2::uuid) AND ${IS_UNMATCHED}
       ORDER BY l.booked_on DESC, l.id DESC LIMIT $3) AS l
     JOIN statement_accounts a ON a.id = l.account_id LEFT JOIN statement_findings f ON f.line_id = l.id
     ORDER BY l.booked_on DESC, l.id DESC`,
    [after.at, after.id, limit, maxRequests],
  );
}

const IS_WAITING = `t.type = 'deposit' AND NOT EXISTS (
  SELECT FROM statement_matches m JOIN statement_lines l ON l.id = m.line_id
  WHERE m.request_id = t.id AND m.grade <> 'manual' AND m.state = 'proposed' AND l.paise - l.claimed_paise >= m.paise)`;

/** Returns pending deposits without a proposal, oldest first. */
export async function selectWaiting(query: Query, { after, limit }: Page): Promise<Position[]> {
  return query(
    `SELECT t.created_at AS at, t.id FROM pending_requests t
     WHERE ${IS_WAITING} AND ($1::timestamptz IS NULL OR (t.created_at, t.id) > ($1, $2::uuid))
     ORDER BY t.created_at, t.id LIMIT $3`,
    [after?.at ?? null, after?.id ?? null, limit],
  );
}

/** Returns until when statements were compared with deposits: the import of the newest one, or the end of its last day. */
export async function selectComparedUntil(query: Query): Promise<Date | null> {
  const [row] = await query<{ at: Date | null }>(
    `SELECT max(least(created_at, (last_day + 1)::timestamp AT TIME ZONE 'Asia/Kolkata')) AS at
     FROM (SELECT created_at, last_day FROM statement_imports WHERE undone_at IS NULL AND is_matched
       ORDER BY created_at DESC LIMIT 100) AS i`,
  );
  return row?.at ?? null;
}

export interface SummaryRow {
  name: 'certain' | 'likely' | 'possible' | 'unclaimed' | 'waiting';
  count: number;
  paise: string;
}

export async function selectSummary(query: Query): Promise<SummaryRow[]> {
  return query(
    `SELECT m.grade AS name, count(*)::int AS count, sum(m.paise)::text AS paise
     FROM statement_matches m JOIN statement_lines l ON l.id = m.line_id WHERE ${OPEN_PROPOSAL} AND m.grade <> 'manual' AND m.chosen_by IS NULL
     GROUP BY m.grade
     UNION ALL SELECT 'unclaimed', count(*)::int, coalesce(sum(l.paise - l.claimed_paise), 0)::text
     FROM statement_lines l WHERE l.paise > l.claimed_paise AND l.paise > 0 AND ${IS_UNMATCHED}
     UNION ALL SELECT 'waiting', count(*)::int, coalesce(sum(t.amount_paise), 0)::text FROM pending_requests t WHERE ${IS_WAITING}`,
  );
}

export interface BalanceRow {
  accountId: string;
  accountName: string;
  account: 'bank' | 'unclaimed' | 'matched' | 'not_ours' | 'paid_out' | null;
  paise: string;
}

export async function selectBalances(query: Query): Promise<BalanceRow[]> {
  return query(
    `SELECT a.id AS "accountId", a.name AS "accountName", e.account, coalesce(sum(e.amount_paise), 0)::text AS paise
     FROM statement_accounts a LEFT JOIN ${projected('statement-balances')} AS e ON e.account_id = a.id
     GROUP BY a.id, a.name, a.created_at, e.account ORDER BY a.created_at, a.id`,
  );
}
