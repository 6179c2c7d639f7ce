import type { Query, Tx } from '#server/db/database.ts';
import { statementLines } from '#server/db/schema/statements.ts';
import { transactions } from '#server/db/schema/transactions.ts';
import { users } from '#server/db/schema/users.ts';
import {
  boolean,
  computed,
  integer,
  renamed,
  type Selected,
  select,
  selectionOf,
  selectValues,
  text,
  texts,
  together,
} from '#server/db/selection.ts';
import type { MatchLine } from '#server/matching/matching.ts';

export function unique<Value>(...lists: readonly Value[][]): Value[] {
  return [...new Set(lists.flat())];
}

const lineColumns = together(
  selectionOf(statementLines, 'l', [
    'id',
    'accountId',
    'narration',
    'ourReference',
    'vpa',
    'isReturn',
  ]),
  computed({
    paise: integer('l.paise - l.claimed_paise'),
    bookedOn: text('l.booked_on'),
    utrs: texts(`string_to_array(l.utrs, ' ')`),
  }),
);
export type LineRow = Selected<typeof lineColumns>;

/** Locks lines in order of id, as every change of a match does, and returns those with money or of paid money. */
export async function lockFreeLines(tx: Tx, ids: readonly string[]): Promise<LineRow[]> {
  await tx.lock(
    `SELECT count(*) FROM (SELECT FROM statement_lines WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE) AS locked`,
    [ids],
  );
  return selectLines(tx.query, ids);
}

/** Returns the lines with money or of paid money, the oldest first. */
export async function selectLines(query: Query, ids: readonly string[]): Promise<LineRow[]> {
  return select(
    query,
    lineColumns,
    `FROM statement_lines l WHERE id = ANY ($1::uuid[]) AND paise <> claimed_paise ORDER BY booked_on, id`,
    [ids],
  );
}

const requestColumns = together(
  selectionOf(transactions, 't', ['id', 'userId', 'utr', 'status', 'version']),
  renamed(transactions, 't', { paise: 'amountPaise', reference: 'referenceId' }),
  computed({
    createdOn: text(`(t.created_at AT TIME ZONE 'Asia/Kolkata')::date`),
    isClosed: boolean('u.deleted_at IS NOT NULL OR u.frozen_at IS NOT NULL'),
    hasMoney: boolean(
      `EXISTS (SELECT FROM statement_matches m WHERE m.request_id = t.id AND m.state = 'accepted')`,
    ),
  }),
);
export type RequestRow = Selected<typeof requestColumns>;

export async function selectRequests(query: Query, ids: readonly string[]): Promise<RequestRow[]> {
  return select(
    query,
    requestColumns,
    `FROM transactions t JOIN users u ON u.id = t.user_id
     WHERE t.id = ANY ($1::uuid[]) ORDER BY t.created_at, t.id`,
    [ids],
  );
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

/** SQL: lines with one of the UTRs or references. Each UTR is searched by itself: an index of arrays is not used for many values. */
const linesWithKeys = (utrs: string, references: string) => `
  SELECT l.id FROM unnest(${utrs}::text[]) AS k (utr) CROSS JOIN LATERAL (
    SELECT id FROM statement_lines WHERE string_to_array(utrs, ' ') @> ARRAY[k.utr]) AS l
  UNION SELECT id FROM statement_lines WHERE our_reference = ANY (${references}::text[])`;

/** Lines with the UTR $2 or reference $3 of requests, and those with proposals or findings for them, $1. */
const LINES_OF_REQUESTS = `${linesWithKeys('$2', '$3')}
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
  return selectValues(
    query,
    integer('paise'),
    `FROM (WITH changed AS (SELECT * FROM unnest($1::uuid[], $4::uuid[], $5::bigint[]) AS c (id, user_id, paise))
     SELECT paise FROM changed
     UNION SELECT c.paise + p.amount_paise FROM changed c
       JOIN pending_requests p ON p.user_id = c.user_id AND p.type = 'deposit' AND p.id <> c.id
     UNION SELECT abs(l.paise - l.claimed_paise) FROM (${LINES_OF_REQUESTS}) AS line JOIN statement_lines l ON l.id = line.id) AS found`,
    [
      ...keysOfRequests(requests),
      ...[requests.map(({ userId }) => userId), requests.map(({ paise }) => paise)],
    ],
  );
}

/** Returns the column `id` of a query. */
const selectIds = (query: Query, statement: string, values: unknown[]) =>
  selectValues(query, text('id'), `FROM (${statement}) AS found`, values);

/** Returns pending deposits of the amounts, and pairs of a user's deposits with such a sum. */
export async function selectRequestsOfAmounts(
  query: Query,
  paise: readonly number[],
): Promise<string[]> {
  return selectIds(
    query,
    `WITH ${OF_AMOUNTS} SELECT id FROM of_amount UNION SELECT other FROM of_amount`,
    [paise],
  );
}

/** More deposits than one with a UTR are a finding, however many there are. */
const MAX_OF_UTR = 20;

/** Returns deposits with the UTR or reference of a line, in any state. */
export async function selectRequestsWithKeys(
  query: Query,
  lines: readonly MatchLine[],
): Promise<string[]> {
  return selectIds(
    query,
    `SELECT t.id FROM unnest($1::text[]) AS k (utr) CROSS JOIN LATERAL (
       SELECT id FROM transactions WHERE utr = k.utr AND type = 'deposit' AND kind = 'request' LIMIT ${MAX_OF_UTR}) AS t
     UNION SELECT id FROM transactions WHERE reference_id = ANY ($2::text[]) AND type = 'deposit' AND kind = 'request'`,
    keysOf(lines),
  );
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
  return selectIds(
    query,
    `WITH ${OF_AMOUNTS}, near AS MATERIALIZED (
       SELECT paise, min(first)::date - ${WINDOW} AS first, max(last)::date + ${WINDOW} AS last FROM of_amount GROUP BY paise)
     SELECT l.id FROM near n JOIN statement_lines l ON l.paise - l.claimed_paise = n.paise
       AND l.paise > l.claimed_paise AND l.booked_on BETWEEN n.first AND n.last LIMIT $2`,
    [paise, limit],
  );
}

export async function selectLinesOfRequests(
  query: Query,
  requests: readonly RequestRow[],
): Promise<string[]> {
  return selectIds(query, LINES_OF_REQUESTS, keysOfRequests(requests));
}

/** Returns other lines with the same UTR or reference: credits of a returned payment, and its debit. */
export async function selectLinesLike(
  query: Query,
  lines: readonly MatchLine[],
): Promise<string[]> {
  const ids = await selectIds(query, linesWithKeys('$1', '$2'), keysOf(lines));
  const known = new Set(lines.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

/** Days in which a user's earlier payments show the UPI IDs. */
const KNOWN_DAYS = 180;

const payerColumns = together(
  renamed(users, 'u', { userId: 'id' }),
  computed({
    names: texts(`array_remove(ARRAY(SELECT DISTINCT account_holder_name FROM bank_accounts b
         WHERE b.user_id = u.id AND b.deleted_at IS NULL LIMIT 10)
         || nullif(concat_ws(' ', p.first_name, p.last_name), ''), NULL)`),
    ids: texts(`array_remove(ARRAY(SELECT DISTINCT l.vpa FROM transactions t
         JOIN statement_matches m ON m.request_id = t.id AND m.state = 'accepted'
         JOIN statement_lines l ON l.id = m.line_id AND l.vpa IS NOT NULL
         WHERE t.user_id = u.id AND t.created_at > now() - make_interval(days => ${KNOWN_DAYS}) LIMIT 10)
         || substring(regexp_replace(p.phone, '\\D', '', 'g') FROM '\\d{10}$'), NULL)`),
  }),
);

/** Returns names of users and of their bank accounts, phone numbers, and the UPI IDs of their matched payments. */
export async function selectPayers(
  query: Query,
  userIds: readonly string[],
): Promise<Selected<typeof payerColumns>[]> {
  return select(
    query,
    payerColumns,
    `FROM users u LEFT JOIN user_profiles p ON p.user_id = u.id WHERE u.id = ANY ($1::uuid[])`,
    [userIds],
  );
}
