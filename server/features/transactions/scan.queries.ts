import type { Query } from '#server/db/database.ts';
import { boolean, computed, select, text, time } from '#server/db/selection.ts';
import { before, type Position } from '#server/platform/lists/cursor.ts';
import {
  containing,
  MAX_LOOKED_UP,
  MAX_SCANNED,
  type Scan,
} from '#server/platform/lists/search.ts';
import { isPaidNumber, type NumberTerm } from '#server/platform/secrets/number-search.ts';
import { isOfDeleted } from './deleted-transactions.queries.ts';
import {
  eachBranch,
  isApprovedIn,
  onPage,
  order,
  type Range,
} from './search/search-transactions.queries.ts';

/** The most rows that a scan reads of several owners before it merges them. */
const MAX_READ = 30_000;

const columns = 'created_at, id, user_id, reference_id, payment_method, utr, approved_at';

interface Scanned {
  range: Range;
  term: string;
  /** All users who match the term; if undefined, each owner's name is compared. */
  userIds: string[] | undefined;
  number?: NumberTerm | undefined;
  /** All deleted accounts, if only their transactions are wanted and they are few. */
  owners?: string[] | undefined;
}

/** Returns how many rows one scan looks at. Each owner could have all of them, so each owner's newest are read. */
export function rowsOfScan({ range, userIds, owners }: Omit<Scanned, 'term'>): number {
  const isLookedUp = !userIds || (range.account === 'deleted' && !owners);
  const most = isLookedUp ? MAX_LOOKED_UP : MAX_SCANNED;
  return owners ? Math.min(most, Math.floor(MAX_READ / Math.max(owners.length, 1))) : most;
}

const scannedColumns = computed({
  at: time('looked.at'),
  id: text('looked.id'),
  isMatch: boolean('"isMatch"'),
  isLast: boolean('"isLast"'),
});

/** Searches the next transactions of a range for a term. */
export async function scanTransactions(
  query: Query,
  search: Scanned & { after: Position; rows: number; most: number },
): Promise<Scan> {
  const bound = before(search.range.until, search.after);
  const values: unknown[] = [search.range.from, bound.at, bound.id];
  values.push(containing(search.term), search.rows, search.most);
  const merged = search.owners ? ofOwners(search.owners, values) : inRange(search.range);
  const isApproved = isApprovedIn(search.range, values);
  const isMatch = `${isWanted(search)} AND ${isApproved} AND (${isFound(search, values)})`;
  const statement = `SELECT ${scannedColumns.sql} FROM (
      SELECT created_at AS at, id, ${isMatch} AS "isMatch", n = $5 AS "isLast"
      FROM (SELECT *, row_number() OVER (${order}) AS n FROM (${merged}) AS merged ${order} LIMIT $5) AS scanned
    ) AS looked WHERE "isMatch" OR "isLast" ORDER BY looked.at DESC, looked.id DESC LIMIT $6`;
  const rows = await select(query, scannedColumns, statement, values);
  return { found: rows.filter((row) => row.isMatch), end: rows.find((row) => row.isLast) };
}

function inRange(range: Range): string {
  return eachBranch(
    range,
    (rows) => `SELECT ${columns} FROM ${rows} WHERE ${onPage} ${order} LIMIT $5`,
  );
}

/**
 * Reads by the index of passbooks: its order begins with the owner, and with an equality PostgreSQL could read all people's
 * rows by time. Rows of other statuses and types are scanned too, which bounds the scan.
 */
function ofOwners(owners: string[], values: unknown[]): string {
  return `SELECT theirs.* FROM unnest($${values.push(owners)}::uuid[]) AS owner (owner_id) CROSS JOIN LATERAL (
    SELECT ${columns}, status, type FROM transactions
    WHERE (user_id, created_at) >= (owner_id, $1::timestamptz) AND (user_id, created_at) <= (owner_id, $2::timestamptz)
      AND (created_at, id) < ($2::timestamptz, $3::uuid)
    ORDER BY user_id DESC, created_at DESC, id DESC LIMIT $5) AS theirs`;
}

function isWanted({ range, owners }: Scanned): string {
  if (range.account === 'all') return 'true';
  if (!owners) return isOfDeleted('scanned');
  const listed = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');
  return `status IN (${listed(range.statuses)}) AND type IN (${listed(range.types)})`;
}

/** Whether a scanned row contains the term, or its owner or bank account is the one searched for. */
function isFound({ userIds, number }: Scanned, values: unknown[]): string {
  const isOwner = userIds
    ? `user_id = ANY ($${values.push(userIds)}::uuid[])`
    : '(SELECT handle LIKE $4 FROM user_search s WHERE s.user_id = scanned.user_id)';
  const isNamed = `searched_with_utr(reference_id, payment_method, utr) LIKE $4 OR ${isOwner}`;
  if (!number) return isNamed;
  const paid = isPaidNumber(number, values.length + 1);
  values.push(...paid.values);
  return `${isNamed} OR EXISTS (SELECT FROM transaction_accounts a WHERE a.user_id = scanned.user_id
    AND a.transaction_id = scanned.id AND ${paid.sql})`;
}
