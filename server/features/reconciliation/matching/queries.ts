import type { LineFinding, MatchGrade, MatchReason } from '#contract/reconciliation/rules.ts';
import type { Query, Tx } from '#server/db/database.ts';
import type { Match, MatchLine } from '#server/matching/matching.ts';
import { newId } from '#server/platform/runtime/ids.ts';

/** No other advisory lock may use this number. */
const MATCHING_LOCK = 741_361;

/** Returns whether this transaction may match; one server does at a time. */
export async function takeTurn(tx: Tx): Promise<boolean> {
  const [row] = await tx.query<{ isLocked: boolean }>(
    'SELECT pg_try_advisory_xact_lock($1) AS "isLocked"',
    [MATCHING_LOCK],
  );
  return row?.isLocked ?? false;
}

export interface NewLines {
  importId: string;
  lineIds: string[];
  /** The row of the last line; null if no line is left. */
  lastRow: number | null;
}

/** Returns the next lines of the oldest import that were not matched. Lines of one row stay together. */
export async function selectNewLines(query: Query, limit: number): Promise<NewLines | undefined> {
  const [found] = await query<NewLines>(
    `SELECT i.id AS "importId", coalesce(array_agg(l.id) FILTER (WHERE l.id IS NOT NULL), '{}') AS "lineIds", max(l.row) AS "lastRow"
     FROM (SELECT id, matched_rows FROM statement_imports WHERE NOT is_matched AND undone_at IS NULL
           ORDER BY created_at, id LIMIT 1) AS i
     LEFT JOIN LATERAL (
       SELECT id, row FROM statement_lines WHERE import_id = i.id AND row > i.matched_rows
       ORDER BY row FETCH FIRST $1 ROWS WITH TIES) AS l ON true
     GROUP BY i.id`,
    [limit],
  );
  return found;
}

export function saveProgress(tx: Tx, { importId, lastRow }: NewLines): void {
  tx.write(
    `UPDATE statement_imports SET matched_rows = coalesce($2, matched_rows), is_matched = $2::int IS NULL WHERE id = $1`,
    [importId, lastRow],
  );
}

/**
 * Returns deposits that are new, changed or no longer pending since they were compared with lines. Without any line, none are
 * compared: the lines of a later import are compared with all deposits.
 */
export async function selectChangedRequests(query: Query, limit: number): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `(SELECT t.id FROM pending_requests p JOIN transactions t ON t.user_id = p.user_id AND t.id = p.id
        LEFT JOIN matched_requests m ON m.request_id = p.id
      WHERE p.type = 'deposit' AND t.kind = 'request' AND m.version IS DISTINCT FROM t.version
        AND EXISTS (SELECT FROM statement_lines)
      ORDER BY p.created_at LIMIT $1)
     UNION ALL
     (SELECT m.request_id FROM matched_requests m LEFT JOIN transactions t ON t.id = m.request_id
      WHERE t.status IS DISTINCT FROM 'pending' LIMIT $1)`,
    [limit],
  );
  return rows.map(({ id }) => id);
}

export function saveCompared(
  tx: Tx,
  ids: readonly string[],
  requests: readonly RequestRow[],
): void {
  const pending = requests.filter(({ id, status }) => status === 'pending' && ids.includes(id));
  tx.write('DELETE FROM matched_requests WHERE request_id = ANY ($1::uuid[])', [ids]);
  tx.write(
    `INSERT INTO matched_requests (request_id, version) SELECT * FROM unnest($1::uuid[], $2::int[])`,
    [pending.map(({ id }) => id), pending.map(({ version }) => version)],
  );
}

/**
 * Lets the next run compare deposits that these lines may pay, after money of the lines was freed. Pending or not: a
 * rejected one is a finding, and an approved one may lack its evidence.
 */
export async function compareAgain(tx: Tx, lineIds: readonly string[]): Promise<void> {
  const lines = await selectLines(tx.query, lineIds);
  const ids = await selectRequestsOf(tx.query, { lines, limit: MAX_COMPARED_AGAIN });
  tx.write(
    `INSERT INTO matched_requests (request_id, version) SELECT id, -1 FROM unnest($1::uuid[]) AS r (id)
     ON CONFLICT (request_id) DO UPDATE SET version = -1`,
    [ids],
  );
}

const MAX_COMPARED_AGAIN = 3000;

/** Returns the pairs of these lines and of requests that an administrator has dismissed or undone, and not restored. */
export async function selectDismissed(
  query: Query,
  lineIds: readonly string[],
): Promise<{ lineId: string; requestId: string }[]> {
  return query(
    `SELECT line_id AS "lineId", request_id AS "requestId" FROM (
       SELECT DISTINCT ON (line_id, request_id) line_id, request_id, state, ended_by FROM statement_matches
       WHERE line_id = ANY ($1::uuid[]) AND request_id IS NOT NULL
       ORDER BY line_id, request_id, created_at DESC, id DESC) AS last
     WHERE state = 'undone' AND ended_by IS NOT NULL`,
    [lineIds],
  );
}

export interface LineRow extends MatchLine {
  accountId: string;
}

/** Locks lines in order of id, as every change of a match does, and returns those that still have money or are debits. */
export async function lockFreeLines(tx: Tx, ids: readonly string[]): Promise<LineRow[]> {
  await tx.lock(
    `SELECT count(*) FROM (SELECT FROM statement_lines WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE) AS locked`,
    [ids],
  );
  return selectLines(tx.query, ids);
}

export async function selectLines(query: Query, ids: readonly string[]): Promise<LineRow[]> {
  return query(
    `SELECT id, account_id AS "accountId", paise - claimed_paise AS paise, booked_on::text AS "bookedOn", narration,
       string_to_array(utrs, ' ') AS utrs, our_reference AS "ourReference", vpa, is_return AS "isReturn"
     FROM statement_lines WHERE id = ANY ($1::uuid[]) AND paise <> claimed_paise ORDER BY booked_on, id`,
    [ids],
  );
}

export interface RequestRow {
  id: string;
  userId: string;
  paise: number;
  utr: string | null;
  reference: string;
  status: 'pending' | 'approved' | 'rejected';
  version: number;
  createdOn: string;
  isClosed: boolean;
  hasMoney: boolean;
}

const REQUESTS = `SELECT t.id, t.user_id AS "userId", t.amount_paise AS paise, t.utr, t.reference_id AS reference, t.status, t.version,
    (t.created_at AT TIME ZONE 'Asia/Kolkata')::date::text AS "createdOn",
    u.deleted_at IS NOT NULL OR u.frozen_at IS NOT NULL AS "isClosed",
    EXISTS (SELECT FROM statement_matches m WHERE m.request_id = t.id AND m.state = 'accepted') AS "hasMoney"
  FROM transactions t JOIN users u ON u.id = t.user_id`;

export async function selectRequests(query: Query, ids: readonly string[]): Promise<RequestRow[]> {
  return query(`${REQUESTS} WHERE t.id = ANY ($1::uuid[]) ORDER BY t.created_at, t.id`, [ids]);
}

/** The time window of `server/matching/payers.ts`, one day wider. */
const WINDOW = `make_interval(days => 5)`;

/** Returns deposits that lines may pay: by UTR, reference, amount, or the sum of two. */
export async function selectRequestsOf(
  query: Query,
  { lines, limit }: { lines: readonly MatchLine[]; limit: number },
): Promise<string[]> {
  const credits = lines.filter(({ paise }) => paise > 0);
  if (credits.length === 0) return [];
  const rows = await query<{ id: string }>(
    `WITH wanted AS (SELECT * FROM unnest($3::bigint[], $4::date[]) AS w (paise, day)),
       pending AS (
         SELECT p.id, p.user_id, p.amount_paise, p.created_at FROM pending_requests p
         JOIN transactions t ON t.user_id = p.user_id AND t.id = p.id WHERE p.type = 'deposit' AND t.kind = 'request')
     (SELECT id FROM transactions WHERE utr = ANY ($1::text[]) AND type = 'deposit' AND kind = 'request' LIMIT $5)
     UNION (SELECT id FROM transactions WHERE reference_id = ANY ($2::text[]) AND type = 'deposit' AND kind = 'request')
     UNION (SELECT p.id FROM pending p WHERE EXISTS (
       SELECT FROM wanted w WHERE w.paise = p.amount_paise
         AND p.created_at BETWEEN w.day - ${WINDOW} AND w.day + ${WINDOW}) LIMIT $5)
     UNION (SELECT unnest(ARRAY[p.id, o.id]) FROM pending p JOIN pending o ON o.user_id = p.user_id AND o.id > p.id
       JOIN (SELECT DISTINCT paise FROM wanted) AS w ON w.paise = p.amount_paise + o.amount_paise LIMIT $5)`,
    [
      credits.flatMap(({ utrs }) => utrs),
      credits.flatMap(({ ourReference }) => ourReference ?? []),
      ...[credits.map(({ paise }) => paise), credits.map(({ bookedOn }) => bookedOn)],
      limit,
    ],
  );
  return rows.map(({ id }) => id);
}

/** Returns lines that may pay deposits, and those with proposals or findings for them. */
export async function selectLinesOf(
  query: Query,
  { requests, limit }: { requests: readonly RequestRow[]; limit: number },
): Promise<string[]> {
  if (requests.length === 0) return [];
  const rows = await query<{ id: string }>(
    `WITH request AS (
       SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::date[]) AS r (id, user_id, paise, day)),
     amount AS (
       SELECT paise, day FROM request
       UNION SELECT r.paise + t.amount_paise, r.day FROM request r JOIN transactions t ON t.user_id = r.user_id
         AND t.status = 'pending' AND t.type = 'deposit' AND t.kind = 'request' AND t.id <> r.id)
     (SELECT id FROM statement_lines WHERE string_to_array(utrs, ' ') && $5::text[] LIMIT $7)
     UNION (SELECT id FROM statement_lines WHERE our_reference = ANY ($6::text[]) LIMIT $7)
     UNION (SELECT l.id FROM amount a JOIN statement_lines l ON l.paise - l.claimed_paise = a.paise
       AND l.paise > l.claimed_paise AND l.booked_on BETWEEN a.day - ${WINDOW} AND a.day + ${WINDOW} LIMIT $7)
     UNION (SELECT line_id FROM statement_matches WHERE request_id = ANY ($1::uuid[]) AND state = 'proposed')
     UNION (SELECT line_id FROM statement_findings WHERE request_ids && $1::uuid[])`,
    [
      ...[requests.map(({ id }) => id), requests.map(({ userId }) => userId)],
      ...[requests.map(({ paise }) => paise), requests.map(({ createdOn }) => createdOn)],
      requests.flatMap(({ utr }) => utr ?? []),
      requests.map(({ reference }) => reference),
      limit,
    ],
  );
  return rows.map(({ id }) => id);
}

/** Returns lines with the same UTR or reference: credits of a returned payment, and its debit. */
export async function selectLinesLike(
  query: Query,
  { lines, limit }: { lines: readonly MatchLine[]; limit: number },
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `(SELECT id FROM statement_lines WHERE string_to_array(utrs, ' ') && $1::text[] LIMIT $3)
     UNION (SELECT id FROM statement_lines WHERE our_reference = ANY ($2::text[]) LIMIT $3)`,
    [
      lines.flatMap(({ utrs }) => utrs),
      lines.flatMap(({ ourReference }) => ourReference ?? []),
      limit,
    ],
  );
  return rows.map(({ id }) => id);
}

export interface PayerRow {
  userId: string;
  names: string[];
  ids: string[];
}

/** Days in which a user's earlier payments show the UPI IDs. */
const KNOWN_DAYS = 180;

/** Returns names of users and of their bank accounts, phone numbers, and the UPI IDs of their matched payments. */
export async function selectPayers(query: Query, userIds: readonly string[]): Promise<PayerRow[]> {
  return query(
    `SELECT u.id AS "userId",
       array_remove(ARRAY(SELECT DISTINCT account_holder_name FROM bank_accounts b
         WHERE b.user_id = u.id AND b.deleted_at IS NULL LIMIT 10)
         || nullif(concat_ws(' ', p.first_name, p.last_name), ''), NULL) AS names,
       array_remove(ARRAY(SELECT DISTINCT l.vpa FROM transactions t
         JOIN statement_matches m ON m.request_id = t.id AND m.state = 'accepted'
         JOIN statement_lines l ON l.id = m.line_id AND l.vpa IS NOT NULL
         WHERE t.user_id = u.id AND t.created_at > now() - make_interval(days => ${KNOWN_DAYS}) LIMIT 10)
         || substring(regexp_replace(p.phone, '\\D', '', 'g') FROM '\\d{10}$'), NULL) AS ids
     FROM users u LEFT JOIN user_profiles p ON p.user_id = u.id WHERE u.id = ANY ($1::uuid[])`,
    [userIds],
  );
}

export interface ProposalRow {
  id: string;
  lineId: string;
  requestId: string;
  paise: number;
  grade: MatchGrade;
  reason: MatchReason;
}

/** Proposals of the system that no administrator chose. */
const IS_OURS = `state = 'proposed' AND kind = 'deposit' AND created_by IS NULL AND chosen_by IS NULL AND grade <> 'manual'`;

export async function selectProposals(
  query: Query,
  lineIds: readonly string[],
): Promise<ProposalRow[]> {
  return query(
    `SELECT id, line_id AS "lineId", request_id AS "requestId", paise, grade, reason FROM statement_matches
     WHERE line_id = ANY ($1::uuid[]) AND ${IS_OURS}`,
    [lineIds],
  );
}

export function endProposals(tx: Tx, ids: readonly string[]): void {
  tx.write(
    `UPDATE statement_matches SET state = 'undone', ended_at = $2 WHERE id = ANY ($1::uuid[]) AND ${IS_OURS}`,
    [ids, tx.at],
  );
}

export function insertProposals(tx: Tx, matches: readonly (Match & { accountId: string })[]): void {
  tx.write(
    `INSERT INTO statement_matches (id, line_id, account_id, request_id, kind, paise, grade, reason, state, created_at)
     SELECT id, line_id, account_id, request_id, 'deposit', paise, grade, reason, 'proposed', $8
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::bigint[], $6::text[], $7::text[])
       AS m (id, line_id, account_id, request_id, paise, grade, reason)
     ON CONFLICT (line_id, request_id) WHERE state <> 'undone' DO NOTHING`,
    [
      ...[matches.map(() => newId()), matches.map(({ lineId }) => lineId)],
      ...[matches.map(({ accountId }) => accountId), matches.map(({ requestId }) => requestId)],
      ...[matches.map(({ paise }) => paise), matches.map(({ grade }) => grade)],
      ...[matches.map(({ reason }) => reason), tx.at],
    ],
  );
}

/** Replaces the findings of lines. Requests are stored as one text each, because arrays of arrays have to be equal in length. */
export function replaceFindings(
  tx: Tx,
  lineIds: readonly string[],
  findings: readonly { lineId: string; requestIds: string[]; state: LineFinding }[],
): void {
  tx.write(
    `DELETE FROM statement_findings WHERE line_id = ANY ($1::uuid[]) AND NOT line_id = ANY ($2::uuid[])`,
    [lineIds, findings.map(({ lineId }) => lineId)],
  );
  tx.write(
    `INSERT INTO statement_findings (line_id, state, request_ids, created_at)
     SELECT line_id, state, string_to_array(request_ids, ' ')::uuid[], $4
     FROM unnest($1::uuid[], $2::text[], $3::text[]) AS f (line_id, state, request_ids)
     ON CONFLICT (line_id) DO UPDATE SET state = excluded.state, request_ids = excluded.request_ids, created_at = excluded.created_at
       WHERE (statement_findings.state, statement_findings.request_ids) IS DISTINCT FROM (excluded.state, excluded.request_ids)`,
    [
      findings.map(({ lineId }) => lineId),
      findings.map(({ state }) => state),
      findings.map(({ requestIds }) => requestIds.join(' ')),
      tx.at,
    ],
  );
}
