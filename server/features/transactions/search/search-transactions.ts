import type { UserId } from '#contract/shared/base.ts';
import type { TransactionType } from '#contract/transactions/rules.ts';
import type { AdminTransaction, AdminTransactionFilters } from '#contract/transactions/schema.ts';
import type { Query } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { fromCursor, NEWEST, type Position, toCursor } from '#server/platform/lists/cursor.ts';
import { MAX_GATHERED, MIN_INDEXED_TERM, scanForPage } from '#server/platform/lists/search.ts';
import type { NumberTerm } from '#server/platform/secrets/number-search.ts';
import { gatherDeleted, gatherOfUsers } from '../deleted-transactions.queries.ts';
import { rowsOfScan, scanTransactions } from '../scan.queries.ts';
import { countByTypeAndStatus } from '../totals.queries.ts';
import { selectNamedRows } from '../transactions.queries.ts';
import {
  countRange,
  type ExportedRow,
  gatherHandles,
  gatherTransactions,
  isUndated,
  type Range,
  selectExported,
  selectExportedOf,
  selectGathered,
  selectPositions,
  toRange,
  toTabRange,
} from './search-transactions.queries.ts';
import { toAdminTransactions } from './search-views.ts';

interface TransactionPage {
  rows: AdminTransaction[];
  nextCursor: string | undefined;
}

interface Found {
  found: Position[];
  next: Position | undefined;
  counted?: Counted;
}
interface Counted {
  total: number;
  totalIsExact: boolean;
}

/** The account number that the search term names, if it is one. */
interface Searched {
  number?: NumberTerm | undefined;
}

interface PageRequest extends Searched {
  range: Range;
  term: string;
  after: Position;
  limit: number;
}

/** The cost is limited for any filters: a page may be short and have a next one, and the total a lower bound. */
export async function searchTransactions(
  deps: Pick<Deps, 'db'>,
  reader: UserId,
  input: AdminTransactionFilters & Searched & { cursor?: string | undefined; limit: number },
): Promise<TransactionPage & { total: number; totalIsExact: boolean }> {
  const { cursor, limit, number, ...filters } = input;
  const after = fromCursor(cursor) ?? NEWEST;
  const range = toRange(filters);
  const found = await find(deps.db.query, { range, term: filters.search, number, after, limit });
  const counted = found.counted ?? (await countMatches(deps.db.query, range));
  return { ...(await present(deps, reader, found)), ...counted };
}

interface ExportedPart extends Searched {
  filters: AdminTransactionFilters;
  after: Position;
  limit: number;
}

export async function exportMatches(
  query: Query,
  { filters, number, after, limit }: ExportedPart,
): Promise<{ rows: ExportedRow[]; next: Position | undefined }> {
  const wanted = { range: toRange(filters), term: filters.search, number, after, limit };
  if (wanted.term !== '' || wanted.range.account === 'deleted' || wanted.range.approved) {
    const { found, next } = await find(query, wanted);
    const ids = found.map(({ id }) => id);
    return { rows: await selectExportedOf(query, ids), next };
  }
  const found = await selectExported(query, { ...wanted, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last && { at: new Date(last.createdAt), id: last.id } };
}

export async function listTransactions(
  deps: Pick<Deps, 'db'>,
  reader: UserId,
  input: {
    type: TransactionType;
    tab: 'pending' | 'history';
    search?: string;
    number?: NumberTerm | undefined;
    cursor?: string | undefined;
    limit: number;
  },
): Promise<TransactionPage> {
  const wanted = {
    range: toTabRange(input.type, input.tab),
    term: input.search ?? '',
    number: input.number,
    limit: input.limit,
    after: fromCursor(input.cursor) ?? NEWEST,
  };
  return present(deps, reader, await find(deps.db.query, wanted));
}

async function present(
  deps: Pick<Deps, 'db'>,
  reader: UserId,
  { found, next }: Found,
): Promise<TransactionPage> {
  const ids = found.map(({ id }) => id);
  const rows = await selectNamedRows(deps.db, ids);
  const shown = await toAdminTransactions(deps, reader, rows);
  return { rows: shown, nextCursor: next && toCursor(next) };
}

async function find(query: Query, wanted: PageRequest): Promise<Found> {
  if (wanted.term === '') {
    if (wanted.range.account === 'deleted') return findOfDeleted(query, wanted);
    return wanted.range.approved
      ? findByScan(query, wanted, undefined)
      : findInRange(query, wanted);
  }
  if (wanted.term.length < MIN_INDEXED_TERM) return findByScan(query, wanted, undefined);
  const handles = await gatherHandles(query, wanted.term);
  if (!handles) return findByScan(query, wanted, undefined);
  const { term, number } = wanted;
  const ids = await gatherTransactions(query, { term, userIds: handles, number });
  return ids ? findGathered(query, wanted, ids) : findByScan(query, wanted, handles);
}

async function findOfDeleted(query: Query, wanted: PageRequest): Promise<Found> {
  const owners = await gatherDeleted(query);
  const ids = owners && (await gatherOfUsers(query, owners));
  return ids ? findGathered(query, wanted, ids) : findByScan(query, wanted, []);
}

async function findGathered(
  query: Query,
  { range, after, limit }: PageRequest,
  ids: string[],
): Promise<Found> {
  const matches = await selectGathered(query, { range, ids });
  const rest = matches.filter((position) => comesAfter(position, after));
  const found = rest.slice(0, limit);
  const next = rest.length > limit ? found.at(-1) : undefined;
  return { found, next, counted: { total: matches.length, totalIsExact: true } };
}

function comesAfter(position: Position, other: Position): boolean {
  const difference = position.at.getTime() - other.at.getTime();
  return difference < 0 || (difference === 0 && position.id < other.id);
}

async function findInRange(query: Query, { range, after, limit }: PageRequest): Promise<Found> {
  const positions = await selectPositions(query, { range, after, limit: limit + 1 });
  const found = positions.slice(0, limit);
  return { found, next: positions.length > limit ? found.at(-1) : undefined };
}

async function countMatches(query: Query, range: Range): Promise<Counted> {
  if (!isUndated(range)) {
    const count = await countRange(query, range);
    return { total: Math.min(count, MAX_GATHERED), totalIsExact: count <= MAX_GATHERED };
  }
  const counts = await countByTypeAndStatus(query);
  const chosen = counts.filter(
    ({ type, status }) => range.types.includes(type) && range.statuses.includes(status),
  );
  return { total: chosen.reduce((sum, { count }) => sum + count, 0), totalIsExact: true };
}

async function findByScan(
  query: Query,
  wanted: PageRequest,
  userIds: string[] | undefined,
): Promise<Found> {
  const isOfDeleted = wanted.range.account === 'deleted';
  const owners = isOfDeleted ? await gatherDeleted(query) : undefined;
  const scanned = { ...wanted, userIds, owners };
  const { found, next } = await scanForPage(
    wanted,
    (part) => scanTransactions(query, { ...scanned, ...part }),
    rowsOfScan(scanned),
  );
  const totalIsExact = wanted.after === NEWEST && !next;
  return { found, next, counted: { total: found.length, totalIsExact } };
}
