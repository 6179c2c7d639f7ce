import { getTableColumns } from 'drizzle-orm';
import { type FactsRow, listFields } from '#contract/transactions/facts.ts';
import { TRANSACTION_TYPES, type TransactionType } from '#contract/transactions/rules.ts';
import type { AdminTransactionFilters } from '#contract/transactions/schema.ts';
import {
  isPosted,
  REQUEST_STATES,
  TRANSACTION_STATUSES,
  type TransactionStatus,
} from '#contract/transactions/states.ts';
import { toMoments } from '#server/base/days.ts';
import type { Query } from '#server/db/database.ts';
import { sources } from '#server/db/schema/sources.ts';
import { transactions } from '#server/db/schema/transactions.ts';
import { users } from '#server/db/schema/users.ts';
import {
  computed,
  countOf,
  integer,
  optional,
  renamed,
  select,
  selectionOf,
  together,
} from '#server/db/selection.ts';
import { POSTED } from '#server/db/statuses.ts';
import { before, type Position } from '#server/platform/lists/cursor.ts';
import {
  containsTerm,
  gatherIds,
  MAX_GATHERED,
  MAX_GATHERED_USERS,
} from '#server/platform/lists/search.ts';
import { isPaidNumber, type NumberTerm } from '#server/platform/secrets/number-search.ts';
import { isOfDeleted } from '../deleted-transactions.queries.ts';

export interface Range {
  statuses: readonly TransactionStatus[];
  types: readonly TransactionType[];
  from: string;
  until: string;
  account: AdminTransactionFilters['account'];
  /** When the rows were approved; any time if undefined. */
  approved?: { from: string; until: string } | undefined;
}

export function toRange(filters: Omit<AdminTransactionFilters, 'search'>): Range {
  const { status, type, from, to, account, approvedOn } = filters;
  return {
    account,
    statuses: status === 'all' ? TRANSACTION_STATUSES : [status],
    types: type === 'all' ? TRANSACTION_TYPES : [type],
    ...toMoments({ from, to }),
    approved:
      approvedOn === undefined ? undefined : toMoments({ from: approvedOn, to: approvedOn }),
  };
}

/** SQL: whether a row was approved in the range's time. Adds its values. */
export function isApprovedIn({ approved }: Range, values: unknown[]): string {
  if (!approved) return 'true';
  return `approved_at >= $${values.push(approved.from)}::timestamptz
    AND approved_at < $${values.push(approved.until)}::timestamptz`;
}

export function toTabRange(type: TransactionType, tab: 'pending' | 'history'): Range {
  const statuses = TRANSACTION_STATUSES.filter((status) => REQUEST_STATES[status].tab === tab);
  return { statuses, types: [type], from: '-infinity', until: 'infinity', account: 'all' };
}

export function isUndated({ from, until }: Range): boolean {
  return from === '-infinity' && until === 'infinity';
}

export const order = 'ORDER BY created_at DESC, id DESC';
const dated = 'created_at >= $1::timestamptz AND created_at < $2::timestamptz';
export const onPage =
  'created_at >= $1::timestamptz AND (created_at, id) < ($2::timestamptz, $3::uuid)';

const {
  userId: _user,
  id: _id,
  createdAt: _createdAt,
  ...notListed
} = getTableColumns(transactions);
const restOfRow = Object.values(notListed)
  .map(({ name }) => `t."${name}"`)
  .join(', ');

/**
 * SQL: the rows of a status and type, which an index returns in order. Most decided requests are approved. OFFSET makes
 * PostgreSQL look up the listed rows one by one, also if reading all transactions of a short history would be faster.
 */
function rowsOf(status: TransactionStatus, type: TransactionType): string {
  if (isPosted({ status })) {
    return `(SELECT * FROM transactions WHERE status ${POSTED} AND type = '${type}')`;
  }
  return `(SELECT listed.user_id, listed.id, listed.created_at, ${restOfRow}
    FROM ${status}_requests AS listed CROSS JOIN LATERAL (
      SELECT * FROM transactions
      WHERE user_id = listed.user_id AND id = listed.id AND status = '${status}' OFFSET 0) AS t
    WHERE listed.type = '${type}')`;
}

/** One ordered index scan per status and type. `rows` is SQL for rows with the columns of transactions. */
export function eachBranch({ statuses, types }: Range, toSql: (rows: string) => string): string {
  if (statuses === TRANSACTION_STATUSES && types === TRANSACTION_TYPES) {
    return toSql('transactions');
  }
  const branches = statuses.flatMap((status) =>
    types.map((type) => `(${toSql(`${rowsOf(status, type)} AS listed`)})`),
  );
  return branches.join(' UNION ALL ');
}

interface PageOfRange {
  range: Range;
  after: Position;
  limit: number;
}

/** `columns` has to include those of a position. */
function newestOf(columns: string, { range, after, limit }: PageOfRange) {
  const branches = eachBranch(
    range,
    (rows) => `SELECT ${columns} FROM ${rows} WHERE ${onPage} ${order} LIMIT $4`,
  );
  const bound = before(range.until, after);
  const values = [range.from, bound.at, bound.id, limit];
  return { found: `(${branches}) AS found ${order} LIMIT $4`, values };
}

const positionColumns = renamed(transactions, 'found', { at: 'createdAt', id: 'id' });

export async function selectPositions(query: Query, page: PageOfRange): Promise<Position[]> {
  const { found, values } = newestOf('created_at, id', page);
  return select(query, positionColumns, `SELECT ${positionColumns.sql} FROM ${found}`, values);
}

type ExportedName = keyof FactsRow<'transactionsCsv'>;
export type ExportedRow = Omit<FactsRow<'transactionsCsv'>, 'createdAt'> & {
  id: string;
  /** In milliseconds. */
  createdAt: number;
};

const { id, userId, sourceId, createdAt, ...others } = getTableColumns(transactions);
const exportedColumns = listFields('transactionsCsv').filter(
  (name): name is ExportedName & keyof typeof others => name in others,
);
const exported = together(
  computed({ createdAt: integer('extract(epoch FROM t.created_at) * 1000') }),
  selectionOf(transactions, 't', ['id', 'userId', ...exportedColumns]),
  renamed(users, 'u', { userName: 'username' }),
  optional(renamed(sources, 's', { sourceName: 'name' })),
);
const found = Object.entries(others).filter(([name]) =>
  exportedColumns.some((one) => one === name),
);
const foundColumns = [id, userId, sourceId, createdAt, ...found.map(([, column]) => column)]
  .map(({ name }) => name)
  .join(', ');

const exportedOf = (found: string) =>
  `SELECT ${exported.sql}
   FROM (${found}) AS t JOIN users u ON u.id = t.user_id LEFT JOIN sources s ON s.id = t.source_id
   ORDER BY t.created_at DESC, t.id DESC`;

export function selectExported(query: Query, page: PageOfRange): Promise<ExportedRow[]> {
  const { found, values } = newestOf(foundColumns, page);
  return select(query, exported, exportedOf(`SELECT * FROM ${found}`), values);
}

export function selectExportedOf(query: Query, ids: string[]): Promise<ExportedRow[]> {
  const rows = `SELECT ${foundColumns} FROM transactions WHERE id = ANY ($1::uuid[])`;
  return select(query, exported, exportedOf(rows), [ids]);
}

export async function countRange(query: Query, range: Range): Promise<number> {
  const most = MAX_GATHERED + 1;
  const branches = eachBranch(
    range,
    (rows) => `SELECT 1 FROM ${rows} WHERE ${dated} LIMIT ${most}`,
  );
  const counted = `(SELECT 1 FROM (${branches}) AS found LIMIT ${most}) AS counted`;
  return countOf(query, counted, [range.from, range.until]);
}

/** Returns users whose name or id contains a term; undefined if there are too many. */
export async function gatherHandles(query: Query, term: string): Promise<string[] | undefined> {
  const { sql: containsIt, values } = containsTerm('handle', term);
  const sql = `SELECT user_id AS id FROM user_search WHERE ${containsIt}`;
  return gatherIds(query, { sql, values, most: MAX_GATHERED_USERS });
}

/** Returns ids of transactions of these users, that contain the term or to this account; undefined if there are too many. */
export async function gatherTransactions(
  query: Query,
  { term, userIds, number }: { term: string; userIds: string[]; number: NumberTerm | undefined },
): Promise<string[] | undefined> {
  const most = MAX_GATHERED + 1;
  const { sql: containsIt, values } = containsTerm('text', term, 2);
  const paid = number && isPaidNumber(number, values.length + 2);
  const toAccount = paid
    ? `UNION (SELECT transaction_id FROM transaction_accounts a WHERE ${paid.sql} LIMIT ${most})`
    : '';
  const sql = `SELECT id FROM (
      (SELECT transaction_id AS id FROM transaction_search WHERE ${containsIt} LIMIT ${most})
      UNION
      (SELECT id FROM unnest($1::uuid[]) AS owner (user_id) CROSS JOIN LATERAL (
         SELECT id FROM transactions t WHERE t.user_id = owner.user_id LIMIT ${most}) AS theirs LIMIT ${most})
      ${toAccount}
    ) AS matching`;
  return gatherIds(query, {
    sql,
    values: [userIds, ...values, ...(paid?.values ?? [])],
    most: MAX_GATHERED,
  });
}

export async function selectGathered(
  query: Query,
  { range, ids }: { range: Range; ids: string[] },
): Promise<Position[]> {
  const isListed = range.account === 'deleted' ? isOfDeleted('found') : 'true';
  const values: unknown[] = [range.from, range.until, ids, range.statuses, range.types];
  const isApproved = isApprovedIn(range, values);
  const statement = `SELECT ${positionColumns.sql} FROM transactions found
    WHERE id = ANY ($3::uuid[]) AND ${isListed} AND ${dated} AND status = ANY ($4) AND type = ANY ($5)
      AND ${isApproved} ${order}`;
  return select(query, positionColumns, statement, values);
}
