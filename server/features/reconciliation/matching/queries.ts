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
  /** The amounts of the lines, as positive numbers; none if no line is left. */
  paise: number[];
}

/**
 * Returns the next lines of the oldest import that were not matched, from small to large amounts. All lines of an amount,
 * received and paid, are of one batch, because they are compared with the same deposits.
 */
export async function selectNewLines(query: Query, limit: number): Promise<NewLines | undefined> {
  const rows = await query<{ importId: string; lineId: string | null; paise: number | null }>(
    `SELECT i.id AS "importId", l.id AS "lineId", l.paise
     FROM (SELECT id, matched_paise FROM statement_imports WHERE NOT is_matched AND undone_at IS NULL
           ORDER BY created_at, id LIMIT 1) AS i
     LEFT JOIN LATERAL (
       SELECT id, abs(paise) AS paise FROM statement_lines WHERE import_id = i.id AND abs(paise) > i.matched_paise
       ORDER BY abs(paise) FETCH FIRST $1 ROWS WITH TIES) AS l ON true`,
    [limit],
  );
  const [first] = rows;
  if (!first) return undefined;
  const paise = [...new Set(rows.flatMap((row) => row.paise ?? []))];
  return { importId: first.importId, lineIds: rows.flatMap(({ lineId }) => lineId ?? []), paise };
}

export function saveProgress(tx: Tx, { importId, paise }: NewLines): void {
  tx.write(
    `UPDATE statement_imports SET matched_paise = coalesce($2, matched_paise), is_matched = $2::bigint IS NULL WHERE id = $1`,
    [importId, paise.length > 0 ? Math.max(...paise) : null],
  );
}

export interface ChangedRequest {
  id: string;
  /** The version that was compared last; null for a new deposit. */
  compared: number | null;
}

/**
 * Returns deposits that are new, changed or no longer pending since they were compared with lines: those of the amounts, and
 * others from small to large amounts. All of an amount are of one batch. Without any line, none are compared: the lines of a
 * later import are compared with all deposits.
 */
export async function selectChangedRequests(
  query: Query,
  { paise, limit }: { paise: readonly number[]; limit: number },
): Promise<ChangedRequest[]> {
  return query(
    `WITH changed AS MATERIALIZED (
       SELECT t.id, m.version, t.amount_paise AS paise FROM pending_requests p
         JOIN transactions t ON t.user_id = p.user_id AND t.id = p.id LEFT JOIN matched_requests m ON m.request_id = p.id
       WHERE p.type = 'deposit' AND t.kind = 'request' AND m.version IS DISTINCT FROM t.version
         AND EXISTS (SELECT FROM statement_lines)
       UNION ALL
       SELECT m.request_id, m.version, t.amount_paise FROM matched_requests m LEFT JOIN transactions t ON t.id = m.request_id
       WHERE t.status IS DISTINCT FROM 'pending')
     SELECT id, version AS compared FROM changed JOIN (SELECT DISTINCT unnest($1::bigint[]) AS paise) AS w USING (paise)
     UNION SELECT id, version FROM (SELECT * FROM changed ORDER BY paise FETCH FIRST $2 ROWS WITH TIES) AS next`,
    [paise, limit],
  );
}

/** Does not change those that were marked as changed meanwhile. */
export function saveCompared(
  tx: Tx,
  changed: readonly ChangedRequest[],
  requests: readonly RequestRow[],
): void {
  const versions = new Map(
    requests.filter(({ status }) => status === 'pending').map(({ id, version }) => [id, version]),
  );
  const ended = changed.filter(({ id }) => !versions.has(id));
  const pending = changed.filter(({ id }) => versions.has(id));
  const ids = (list: readonly ChangedRequest[]) => list.map(({ id }) => id);
  const compared = (list: readonly ChangedRequest[]) => list.map((one) => one.compared);
  tx.write(
    `DELETE FROM matched_requests m USING unnest($1::uuid[], $2::int[]) AS c (id, compared)
     WHERE m.request_id = c.id AND m.version = c.compared`,
    [ids(ended), compared(ended)],
  );
  tx.write(
    `UPDATE matched_requests m SET version = c.version FROM unnest($1::uuid[], $2::int[], $3::int[]) AS c (id, compared, version)
     WHERE m.request_id = c.id AND m.version = c.compared`,
    [ids(pending), compared(pending), pending.map(({ id }) => versions.get(id))],
  );
  const added = pending.filter((one) => one.compared === null);
  tx.write(
    `INSERT INTO matched_requests (request_id, version) SELECT * FROM unnest($1::uuid[], $2::int[])
     ON CONFLICT (request_id) DO NOTHING`,
    [ids(added), added.map(({ id }) => versions.get(id))],
  );
}

/**
 * Lets the next run compare deposits that these lines may pay, after money of the lines was freed. Pending or not: a
 * rejected one is a finding, and an approved one may lack its evidence.
 */
export async function compareAgain(tx: Tx, lineIds: readonly string[]): Promise<void> {
  const lines = await selectLines(tx.query, lineIds);
  const paise = lines.map((line) => line.paise);
  markChanged(tx, [
    ...(await selectRequestsOfAmounts(tx.query, paise)),
    ...(await selectRequestsWithKeys(tx.query, lines)),
  ]);
}

/** Versions below zero are of no deposit. Each is another one, so that `saveCompared` notices it. */
export function markChanged(tx: Tx, requestIds: readonly string[]): void {
  if (requestIds.length === 0) return;
  tx.write(
    `INSERT INTO matched_requests (request_id, version) SELECT DISTINCT id, -1 FROM unnest($1::uuid[]) AS r (id)
     ON CONFLICT (request_id) DO UPDATE SET version = least(matched_requests.version, 0) - 1`,
    [requestIds],
  );
}

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

/** Locks lines in order of id, as every change of a match does, and returns those with money or of paid money. */
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

/** Pending deposits of the amounts $1, and pairs of a user's deposits with such a sum. */
const OF_AMOUNTS = `
  wanted AS MATERIALIZED (SELECT DISTINCT paise FROM unnest($1::bigint[]) AS w (paise)),
  pending AS MATERIALIZED (SELECT id, user_id, amount_paise, created_at FROM pending_requests WHERE type = 'deposit'),
  of_amount AS MATERIALIZED (
    SELECT paise, p.id, p.id AS other, p.created_at AS first, p.created_at AS last
      FROM pending p JOIN wanted w ON w.paise = p.amount_paise
    UNION ALL
    SELECT paise, p.id, o.id, least(p.created_at, o.created_at), greatest(p.created_at, o.created_at)
      FROM pending p JOIN pending o ON o.user_id = p.user_id AND o.id > p.id
      JOIN wanted w ON w.paise = p.amount_paise + o.amount_paise)`;

/**
 * Lines with the UTR $2 or reference $3 of requests, and those with proposals or findings for them, $1. Each UTR is searched
 * by itself: an index of arrays is not used for many values.
 */
const LINES_OF_REQUESTS = `
  SELECT l.id FROM unnest($2::text[]) AS k (utr) CROSS JOIN LATERAL (
    SELECT id FROM statement_lines WHERE string_to_array(utrs, ' ') @> ARRAY[k.utr]) AS l
  UNION SELECT id FROM statement_lines WHERE our_reference = ANY ($3::text[])
  UNION SELECT line_id FROM statement_matches WHERE request_id = ANY ($1::uuid[]) AND state = 'proposed'
  UNION SELECT f.line_id FROM unnest($1::uuid[]) AS r (id) CROSS JOIN LATERAL (
    SELECT line_id FROM statement_findings WHERE request_ids @> ARRAY[r.id]) AS f`;

const keysOfRequests = (requests: readonly RequestRow[]) => [
  requests.map(({ id }) => id),
  requests.flatMap(({ utr }) => utr ?? []),
  requests.map(({ reference }) => reference),
];

/** Returns all amounts that the comparison of these deposits concerns: their own, sums with another one, and those of lines. */
export async function selectAmountsOf(
  query: Query,
  requests: readonly RequestRow[],
): Promise<number[]> {
  if (requests.length === 0) return [];
  const rows = await query<{ paise: number }>(
    `WITH changed AS (SELECT * FROM unnest($1::uuid[], $4::uuid[], $5::bigint[]) AS c (id, user_id, paise))
     SELECT paise FROM changed
     UNION SELECT c.paise + p.amount_paise FROM changed c
       JOIN pending_requests p ON p.user_id = c.user_id AND p.type = 'deposit' AND p.id <> c.id
     UNION SELECT abs(l.paise - l.claimed_paise) FROM (${LINES_OF_REQUESTS}) AS line JOIN statement_lines l ON l.id = line.id`,
    [
      ...keysOfRequests(requests),
      ...[requests.map(({ userId }) => userId), requests.map(({ paise }) => paise)],
    ],
  );
  return rows.map(({ paise }) => paise);
}

/** Returns pending deposits of the amounts, and pairs of a user's deposits with such a sum. */
export async function selectRequestsOfAmounts(
  query: Query,
  paise: readonly number[],
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `WITH ${OF_AMOUNTS} SELECT id FROM of_amount UNION SELECT other FROM of_amount`,
    [paise],
  );
  return rows.map(({ id }) => id);
}

/** More deposits than one with a UTR are a finding, however many there are. */
const MAX_OF_UTR = 20;

/** Returns deposits with the UTR or reference of a line, in any state. */
export async function selectRequestsWithKeys(
  query: Query,
  lines: readonly MatchLine[],
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `SELECT t.id FROM unnest($1::text[]) AS k (utr) CROSS JOIN LATERAL (
       SELECT id FROM transactions WHERE utr = k.utr AND type = 'deposit' AND kind = 'request' LIMIT ${MAX_OF_UTR}) AS t
     UNION SELECT id FROM transactions WHERE reference_id = ANY ($2::text[]) AND type = 'deposit' AND kind = 'request'`,
    keysOf(lines),
  );
  return rows.map(({ id }) => id);
}

const keysOf = (lines: readonly MatchLine[]): [string[], string[]] => [
  [...new Set(lines.flatMap(({ utrs }) => utrs))],
  lines.flatMap(({ ourReference }) => ourReference ?? []),
];

/** The time window of `server/matching/payers.ts`, one day wider. */
const WINDOW = `make_interval(days => 5)`;

/** Returns received lines of the amounts that were booked near deposits of the amounts or with such a sum. */
export async function selectLinesOfAmounts(
  query: Query,
  { paise, limit }: { paise: readonly number[]; limit: number },
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `WITH ${OF_AMOUNTS}, near AS MATERIALIZED (
       SELECT paise, min(first)::date - ${WINDOW} AS first, max(last)::date + ${WINDOW} AS last FROM of_amount GROUP BY paise)
     SELECT l.id FROM near n JOIN statement_lines l ON l.paise - l.claimed_paise = n.paise
       AND l.paise > l.claimed_paise AND l.booked_on BETWEEN n.first AND n.last LIMIT $2`,
    [paise, limit],
  );
  return rows.map(({ id }) => id);
}

export async function selectLinesOfRequests(
  query: Query,
  requests: readonly RequestRow[],
): Promise<string[]> {
  const rows = await query<{ id: string }>(LINES_OF_REQUESTS, keysOfRequests(requests));
  return rows.map(({ id }) => id);
}

/** Returns lines with the same UTR or reference: credits of a returned payment, and its debit. */
export async function selectLinesLike(
  query: Query,
  lines: readonly MatchLine[],
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `SELECT l.id FROM unnest($1::text[]) AS k (utr) CROSS JOIN LATERAL (
       SELECT id FROM statement_lines WHERE string_to_array(utrs, ' ') @> ARRAY[k.utr]) AS l
     UNION SELECT id FROM statement_lines WHERE our_reference = ANY ($2::text[])`,
    keysOf(lines),
  );
  return rows.map(({ id }) => id);
}

/** Returns certain and likely proposals for requests, of the system and of people. */
export async function selectProposalsFor(
  query: Query,
  requestIds: readonly string[],
): Promise<{ lineId: string; requestId: string }[]> {
  return query(
    `SELECT line_id AS "lineId", request_id AS "requestId" FROM statement_matches
     WHERE request_id = ANY ($1::uuid[]) AND state = 'proposed' AND grade <> 'possible'`,
    [requestIds],
  );
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

export interface FindingRow {
  lineId: string;
  state: LineFinding;
  requestIds: string[];
}

export async function selectFindings(
  query: Query,
  lineIds: readonly string[],
): Promise<FindingRow[]> {
  return query(
    `SELECT line_id AS "lineId", state, request_ids AS "requestIds" FROM statement_findings WHERE line_id = ANY ($1::uuid[])`,
    [lineIds],
  );
}

export function deleteFindings(tx: Tx, lineIds: readonly string[]): void {
  if (lineIds.length === 0) return;
  tx.write('DELETE FROM statement_findings WHERE line_id = ANY ($1::uuid[])', [lineIds]);
}

/** Requests are stored as one text each, because arrays of arrays have to be equal in length. */
export function writeFindings(tx: Tx, findings: readonly FindingRow[]): void {
  if (findings.length === 0) return;
  tx.write(
    `INSERT INTO statement_findings (line_id, state, request_ids, created_at)
     SELECT line_id, state, string_to_array(request_ids, ' ')::uuid[], $4
     FROM unnest($1::uuid[], $2::text[], $3::text[]) AS f (line_id, state, request_ids)
     ON CONFLICT (line_id) DO UPDATE SET state = excluded.state, request_ids = excluded.request_ids, created_at = excluded.created_at`,
    [
      findings.map(({ lineId }) => lineId),
      findings.map(({ state }) => state),
      findings.map(({ requestIds }) => requestIds.join(' ')),
      tx.at,
    ],
  );
}
