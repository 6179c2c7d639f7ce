import type { Query } from '#server/db/database.ts';
import { files, receiptHashes, uncomparedReceipts } from '#server/db/schema/files.ts';
import { transactions } from '#server/db/schema/transactions.ts';
import {
  boolean,
  bytes,
  computed,
  nullable,
  renamed,
  type Selected,
  select,
  selectionOf,
  selectValue,
  together,
} from '#server/db/selection.ts';
import { OPEN, POSTED, REFUSED } from '#server/db/statuses.ts';
import { MAX_RELATED, relatedColumns } from './related.queries.ts';

const HASH_BITS = 64;
const BAND_BITS = 16;
const BANDS = HASH_BITS / BAND_BITS;
/** Bits that may differ in the band that a candidate is found by: 137 probes for each band. */
const MAX_BAND_DISTANCE = 2;
const MAX_DISTANCE = 16;
/** Rows read per probe. With a million receipts it finds 15 on average. */
const MAX_PROBED = 1000;
const MAX_CANDIDATES = 300;
/** Highest number of matches stored for a receipt when it is compared. */
export const MAX_MATCHES = 50;

const probes = listProbes();

/** Returns the numbers of a band's size in which at most `MAX_BAND_DISTANCE` bits are set. */
function listProbes(): number[] {
  const countBits = (n: number): number => (n === 0 ? 0 : (n & 1) + countBits(n >> 1));
  const all = Array.from({ length: 2 ** BAND_BITS }, (_, n) => n);
  return all.filter((n) => countBits(n) <= MAX_BAND_DISTANCE);
}

const probed = Array.from(
  { length: BANDS },
  (_, n) =>
    `SELECT found.* FROM looked CROSS JOIN unnest($2::int[]) AS probe CROSS JOIN LATERAL (
       SELECT h.hash, bit_count((h.hash # looked.hash)::bit(${HASH_BITS})) AS distance FROM receipt_hashes h
       WHERE h.band${n} = looked.band${n} # probe LIMIT ${MAX_PROBED}) AS found`,
).join(' UNION ALL ');

const candidateColumns = together(
  selectionOf(receiptHashes, 'found', ['fileId']),
  computed({ grid: bytes('found.grid') }),
);
export type Candidate = Selected<typeof candidateColumns>;

/**
 * Returns the receipts with the nearest hashes, nearest first. The probes read indexes of the hash alone; the receipts with a
 * near hash are few.
 */
export async function selectCandidates(query: Query, fileId: string): Promise<Candidate[]> {
  const statement = `WITH looked AS MATERIALIZED (SELECT * FROM receipt_hashes WHERE file_id = $1),
    near AS MATERIALIZED (
      SELECT hash, min(distance) AS distance FROM (${probed}) AS all_near WHERE distance <= ${MAX_DISTANCE}
      GROUP BY hash ORDER BY distance, hash LIMIT ${MAX_CANDIDATES})
    SELECT ${candidateColumns.sql} FROM near CROSS JOIN LATERAL (
      SELECT h.file_id, h.grid FROM receipt_hashes h
      WHERE h.band0 = ((near.hash >> ${HASH_BITS - BAND_BITS}) & ${2 ** BAND_BITS - 1})::int AND h.hash = near.hash
        AND h.file_id <> $1
      ORDER BY h.file_id DESC LIMIT ${MAX_CANDIDATES}) AS found
    ORDER BY near.distance, found.file_id DESC LIMIT ${MAX_CANDIDATES}`;
  return select(query, candidateColumns, statement, [fileId, probes]);
}

export async function findGrid(query: Query, fileId: string): Promise<Buffer | undefined> {
  const grid = nullable(bytes('grid'));
  const found = await selectValue(query, grid, 'FROM receipt_hashes WHERE file_id = $1', [fileId]);
  return found ?? undefined;
}

const equalId = selectionOf(files, 'equal', ['id']);
const uncomparedId = selectionOf(uncomparedReceipts, 'u', ['fileId']);

/** Returns receipts of the same uploaded or stored bytes, newest first. */
export async function selectEqualReceipts(query: Query, fileId: string): Promise<string[]> {
  const statement = `SELECT ${equalId.sql} FROM (
      SELECT same.file_id AS id FROM receipt_hashes own JOIN receipt_hashes same ON same.upload_sha256 = own.upload_sha256
      WHERE own.file_id = $1
      UNION
      SELECT same.id FROM files own JOIN files same ON same.sha256 = own.sha256 AND same.kind = 'receipts'
      JOIN receipt_hashes h ON h.file_id = same.id WHERE own.id = $1) AS equal
    WHERE id <> $1 ORDER BY id DESC LIMIT ${MAX_CANDIDATES}`;
  const rows = await select(query, equalId, statement, [fileId]);
  return rows.map(({ id }) => id);
}

/** Returns receipts that were not compared yet, newest first. */
export async function selectUncompared(query: Query, limit: number): Promise<string[]> {
  const statement = `SELECT ${uncomparedId.sql} FROM uncompared_receipts u ORDER BY file_id DESC LIMIT $1`;
  const rows = await select(query, uncomparedId, statement, [limit]);
  return rows.map(({ fileId }) => fileId);
}

const FILE_OF = `substring(t.permanent_receipt_url FROM '^/files/receipts/([0-9a-f-]{36})$')::uuid`;

/** SQL: the receipts `u` of those of the transactions `t` that are pending, if they were not compared yet. */
const UNCOMPARED = `transactions t JOIN uncompared_receipts u ON u.file_id = ${FILE_OF} AND t.status ${OPEN}`;

/** Returns the receipts of those pending deposits that were not compared yet. */
export async function selectUncomparedOf(query: Query, ids: readonly string[]): Promise<string[]> {
  const statement = `SELECT ${uncomparedId.sql} FROM ${UNCOMPARED}
    WHERE t.id = ANY ($1::uuid[]) ORDER BY u.file_id`;
  const rows = await select(query, uncomparedId, statement, [ids]);
  return rows.map(({ fileId }) => fileId);
}

/** The deposit of each file `f`. A replaced or imported receipt is newer than its deposit. */
const depositOf = `(
  SELECT t.id, t.status FROM transactions t WHERE t.user_id = f.user_id AND t.created_at = f.created_at
    AND t.permanent_receipt_url = '/files/receipts/' || f.id
  UNION ALL
  SELECT t.id, t.status FROM transactions t
  WHERE t.user_id = f.user_id AND t.permanent_receipt_url = '/files/receipts/' || f.id
  LIMIT 1)`;

/**
 * Stores that a receipt shows the same payment as others, in both orders: those that were approved first. Receipts that no
 * deposit has are left out.
 */
export async function insertMatches(
  query: Query,
  fileId: string,
  others: readonly string[],
): Promise<void> {
  await query(
    `WITH own AS (
       SELECT f.id, deposit.id AS transaction_id FROM files f CROSS JOIN LATERAL ${depositOf} AS deposit WHERE f.id = $1),
     other AS (
       SELECT f.id, deposit.id AS transaction_id FROM files f CROSS JOIN LATERAL ${depositOf} AS deposit
       WHERE f.id = ANY ($2::uuid[]) ORDER BY (deposit.status ${POSTED}) DESC, f.id DESC LIMIT ${MAX_MATCHES})
     INSERT INTO receipt_matches (file_id, other_file_id, other_transaction_id)
     SELECT * FROM (
       SELECT own.id AS file_id, other.id AS other_file_id, other.transaction_id FROM own, other
       UNION ALL
       SELECT other.id, own.id, own.transaction_id FROM own, other) AS pair
     ORDER BY file_id, other_file_id ON CONFLICT DO NOTHING`,
    [fileId, others],
  );
}

export async function markCompared(query: Query, fileId: string): Promise<void> {
  await query('DELETE FROM uncompared_receipts WHERE file_id = $1', [fileId]);
}

/** SQL: the other deposits, `t`, whose current receipt shows the same payment as that of the deposit `looked`. */
const SAME_RECEIPT = `
  (SELECT substring(looked.permanent_receipt_url FROM '^/files/receipts/([0-9a-f-]{36})$')::uuid AS id) AS own
  CROSS JOIN LATERAL (
    SELECT m.other_transaction_id AS id, m.other_file_id AS file_id FROM receipt_matches m WHERE m.file_id = own.id
    UNION
    SELECT exact.id, same.id FROM files f
    JOIN files same ON same.sha256 = f.sha256 AND same.kind = 'receipts' AND same.id <> f.id
    JOIN transactions exact ON exact.user_id = same.user_id AND exact.created_at = same.created_at
    WHERE f.id = own.id) AS other
  JOIN transactions t ON t.id = other.id AND t.id <> looked.id
    AND t.permanent_receipt_url = '/files/receipts/' || other.file_id`;

const APPROVED_FIRST = `t.status ${POSTED} DESC, t.approved_at DESC NULLS LAST, t.created_at DESC, t.id DESC`;

/** Returns the other deposits with the receipt of these deposits, `ofId`: the last approved ones first, then the newest. */
export async function selectSameReceipt(
  query: Query,
  ids: readonly string[],
): Promise<Selected<typeof relatedColumns>[]> {
  const statement = `SELECT same.* FROM transactions looked CROSS JOIN LATERAL (
      SELECT ${relatedColumns.sql} FROM ${SAME_RECEIPT} JOIN users u ON u.id = t.user_id
      ORDER BY ${APPROVED_FIRST} LIMIT ${MAX_RELATED}) AS same
    WHERE looked.id = ANY ($1::uuid[]) AND looked.type = 'deposit'`;
  return select(query, relatedColumns, statement, [ids]);
}

/** More requests than people send of one receipt. */
const MAX_SAME = 500;

const sameColumns = together(
  renamed(transactions, 'looked', { ofId: 'id' }),
  selectionOf(transactions, 't', ['id']),
  computed({ isApproved: boolean(`t.status ${POSTED}`) }),
);
export type SameRequest = Selected<typeof sameColumns>;

/** SQL: rows of `SameRequest` of these deposits. `ids` is an array of UUIDs. */
const sameRequestsOf = (ids: string) => `
  SELECT same.* FROM transactions looked CROSS JOIN LATERAL (
    SELECT ${sameColumns.sql} FROM ${SAME_RECEIPT} WHERE NOT t.status ${REFUSED}
    ORDER BY ${APPROVED_FIRST} LIMIT ${MAX_SAME}) AS same
  WHERE looked.id = ANY (${ids}) AND looked.type = 'deposit'`;

/** Returns the approved and pending deposits with the receipt of these deposits, `ofId`: the last approved ones first. */
export async function selectSameRequests(
  query: Query,
  ids: readonly string[],
): Promise<SameRequest[]> {
  return select(query, sameColumns, sameRequestsOf('$1::uuid[]'), [ids]);
}

/** SQL: whether a receipt of these pending deposits was not compared yet. `ids` is an array of UUIDs. */
export const hasUncompared = (ids: string) =>
  `EXISTS (SELECT FROM ${UNCOMPARED} WHERE t.id = ANY (${ids}))`;

/** SQL: the ids of the pending deposits with the receipt of these deposits, as `selectSameRequests` returns them. */
export const pendingWithSameReceipt = (ids: string) => `
  SELECT found.id FROM (${sameRequestsOf(ids)}) AS found WHERE NOT found."isApproved"`;
