import type { MatchGrade } from '#contract/reconciliation/rules.ts';
import type { FoundLine } from '#contract/reconciliation/schema.ts';
import type { StatementLineView } from '#contract/statements/schema.ts';
import type { Query } from '#server/db/database.ts';
import { projected } from '#server/db/projections.ts';
import {
  statementAccounts,
  statementEntries,
  statementFindings,
  statementMatches,
} from '#server/db/schema/statements.ts';
import { pendingRequests } from '#server/db/schema/transactions.ts';
import { users } from '#server/db/schema/users.ts';
import {
  boolean,
  computed,
  integer,
  nullable,
  optional,
  renamed,
  type Selected,
  select,
  selectionOf,
  selectValue,
  text,
  texts,
  time,
  together,
  word,
} from '#server/db/selection.ts';
import { REFUSED } from '#server/db/statuses.ts';
import { NEWEST, type Position } from '#server/platform/lists/cursor.ts';
import { lineColumns } from '../statements/statements.ts';

type Page = { after: Position | undefined; limit: number };

const matchColumns = together(
  selectionOf(statementMatches, 'm', [
    ...(['id', 'kind', 'grade', 'reason', 'paise', 'note', 'state', 'notAutomatic'] as const),
    ...(['createdAt', 'acceptedAt', 'endedAt', 'lineId', 'requestId'] as const),
  ]),
  computed({ isWaiting: boolean('m.chosen_by IS NOT NULL') }),
  optional(renamed(users, 'c', { createdBy: 'username' })),
  optional(renamed(users, 'a', { acceptedBy: 'username' })),
  optional(renamed(users, 'e', { endedBy: 'username' })),
);
export type MatchFacts = Selected<typeof matchColumns>;

const NAMES = `LEFT JOIN users c ON c.id = m.created_by LEFT JOIN users a ON a.id = m.accepted_by
  LEFT JOIN users e ON e.id = m.ended_by`;

/** SQL: a proposal `m` whose request can still be approved, and whose line `l` has its money. */
const OPEN_PROPOSAL = `m.state = 'proposed' AND l.paise - l.claimed_paise >= m.paise AND EXISTS (
  SELECT FROM transactions t WHERE t.id = m.request_id AND NOT t.status ${REFUSED})`;

export async function selectProposed(
  query: Query,
  { after = NEWEST, limit, grade }: Page & { grade: MatchGrade | undefined },
): Promise<MatchFacts[]> {
  return select(
    query,
    matchColumns,
    `FROM (
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
  return select(
    query,
    matchColumns,
    `FROM (
       SELECT * FROM statement_matches m
       WHERE state = 'accepted' AND (created_at, id) < ($1::timestamptz, $2::uuid) AND ($4::text IS NULL OR grade = $4)
       ORDER BY created_at DESC, id DESC LIMIT $3) AS m ${NAMES} ORDER BY m.created_at DESC, m.id DESC`,
    [after.at, after.id, limit, grade ?? null],
  );
}

/** Returns the matches of a request that were not undone, accepted ones first. */
export async function selectOfRequest(query: Query, requestId: string): Promise<MatchFacts[]> {
  return select(
    query,
    matchColumns,
    `FROM statement_matches m JOIN statement_lines l ON l.id = m.line_id ${NAMES}
     WHERE m.request_id = $1 AND (m.state = 'accepted' OR (m.state = 'proposed' AND l.paise - l.claimed_paise >= m.paise))
     ORDER BY m.state, array_position(ARRAY['certain', 'manual', 'likely', 'possible'], m.grade), m.id LIMIT 20`,
    [requestId],
  );
}

export async function selectLinesById(
  query: Query,
  ids: readonly string[],
): Promise<Map<string, StatementLineView>> {
  const rows = await select(
    query,
    lineColumns,
    `FROM statement_lines l JOIN statement_accounts a ON a.id = l.account_id
     WHERE l.id = ANY ($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const findingColumn = renamed(statementFindings, 'f', { finding: 'state' });
const openLineColumns = together(
  lineColumns,
  computed({ unclaimedPaise: integer('l.paise - l.claimed_paise') }),
);
const foundColumns = together(openLineColumns, findingColumn);

/** Returns lines with unclaimed money and a finding for a request, without those matched with it. */
export async function selectFound(
  query: Query,
  { requestId, limit }: { requestId: string; limit: number },
): Promise<FoundLine[]> {
  return select(
    query,
    foundColumns,
    `FROM statement_findings f JOIN statement_lines l ON l.id = f.line_id JOIN statement_accounts a ON a.id = l.account_id
     WHERE f.request_ids && ARRAY[$1::uuid] AND l.paise > l.claimed_paise AND NOT EXISTS (
       SELECT FROM statement_matches m WHERE m.line_id = l.id AND m.request_id = $1 AND m.state <> 'undone')
     ORDER BY l.booked_on DESC, l.id DESC LIMIT $2`,
    [requestId, limit],
  );
}

const unclaimedColumns = together(
  openLineColumns,
  optional(findingColumn),
  computed({ requestIds: texts(`coalesce(f.request_ids[1:$4::int], '{}')`) }),
);

/** SQL: no open proposal of the system for the line `l`. */
const IS_UNMATCHED = `NOT EXISTS (
  SELECT FROM statement_matches m WHERE m.line_id = l.id AND m.grade <> 'manual' AND ${OPEN_PROPOSAL})`;

/** Returns received money without a proposal, newest first. */
export async function selectUnclaimed(
  query: Query,
  { after = NEWEST, limit, maxRequests }: Page & { maxRequests: number },
): Promise<Selected<typeof unclaimedColumns>[]> {
  return select(
    query,
    unclaimedColumns,
    `FROM (SELECT * FROM statement_lines l WHERE l.paise > l.claimed_paise AND l.paise > 0
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
  return select(
    query,
    renamed(pendingRequests, 't', { at: 'createdAt', id: 'id' }),
    `FROM pending_requests t
     WHERE ${IS_WAITING} AND ($1::timestamptz IS NULL OR (t.created_at, t.id) > ($1, $2::uuid))
     ORDER BY t.created_at, t.id LIMIT $3`,
    [after?.at ?? null, after?.id ?? null, limit],
  );
}

/** Returns until when statements were compared with deposits: the import of the newest one, or the end of its last day. */
export async function selectComparedUntil(query: Query): Promise<Date | null> {
  const until = await selectValue(
    query,
    nullable(time(`max(least(created_at, (last_day + 1)::timestamp AT TIME ZONE 'Asia/Kolkata'))`)),
    `FROM (SELECT created_at, last_day FROM statement_imports WHERE undone_at IS NULL AND is_matched
       ORDER BY created_at DESC LIMIT 100) AS i`,
  );
  return until ?? null;
}

const summaryColumns = computed({
  name: word(['certain', 'likely', 'possible', 'unclaimed', 'waiting'], 'm.grade'),
  count: integer('count(*)'),
  paise: text('sum(m.paise)'),
});
export type SummaryRow = Selected<typeof summaryColumns>;

export async function selectSummary(query: Query): Promise<SummaryRow[]> {
  return select(
    query,
    summaryColumns,
    `SELECT ${summaryColumns.sql} FROM statement_matches m JOIN statement_lines l ON l.id = m.line_id WHERE ${OPEN_PROPOSAL} AND m.grade <> 'manual' AND m.chosen_by IS NULL
     GROUP BY m.grade
     UNION ALL SELECT 'unclaimed', count(*)::int, coalesce(sum(l.paise - l.claimed_paise), 0)::text
     FROM statement_lines l WHERE l.paise > l.claimed_paise AND l.paise > 0 AND ${IS_UNMATCHED}
     UNION ALL SELECT 'waiting', count(*)::int, coalesce(sum(t.amount_paise), 0)::text FROM pending_requests t WHERE ${IS_WAITING}`,
  );
}

const balanceColumns = together(
  renamed(statementAccounts, 'a', { accountId: 'id', accountName: 'name' }),
  optional(selectionOf(statementEntries, 'e', ['account'])),
  computed({ paise: text('coalesce(sum(e.amount_paise), 0)') }),
);
export type BalanceRow = Selected<typeof balanceColumns>;

export async function selectBalances(query: Query): Promise<BalanceRow[]> {
  return select(
    query,
    balanceColumns,
    `FROM statement_accounts a LEFT JOIN ${projected('statement-balances')} AS e ON e.account_id = a.id
     GROUP BY a.id, a.name, a.created_at, e.account ORDER BY a.created_at, a.id`,
  );
}
