import { parseRupees } from '#contract/shared/money.ts';
import { LINE_DIRECTIONS } from '#contract/statements/rules.ts';
import { readDay, readText } from '#web/lib/lists/address-filters.ts';

type StatementTab = 'imports' | 'lines' | 'accounts';

/** Filters of lines. Amounts are as typed. */
export interface LineFilters {
  search: string;
  account?: string | undefined;
  file?: string | undefined;
  direction: 'all' | (typeof LINE_DIRECTIONS)[number];
  from?: string | undefined;
  to?: string | undefined;
  minAmount?: string | undefined;
  maxAmount?: string | undefined;
}

/** The tab and the filters in the URL's search parameters; the first tab is omitted. */
export type StatementSearch = Partial<LineFilters> & { tab?: Exclude<StatementTab, 'imports'> };

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const readId = (value: unknown) =>
  typeof value === 'string' && ID.test(value) ? value : undefined;

function readAmount(value: unknown): string | undefined {
  const typed = readText(value).trim();
  return parseRupees(typed) === undefined ? undefined : typed;
}

/** Parses filters from untrusted search parameters. */
function readFilters(raw: Record<string, unknown>): LineFilters {
  return {
    search: readText(raw.search, MAX_SEARCH),
    account: readId(raw.account),
    file: readId(raw.file),
    direction: LINE_DIRECTIONS.find((direction) => direction === raw.direction) ?? 'all',
    from: readDay(raw.from),
    to: readDay(raw.to),
    minAmount: readAmount(raw.minAmount),
    maxAmount: readAmount(raw.maxAmount),
  };
}

const MAX_SEARCH = 100;

function writeFilters({ search, direction, ...others }: LineFilters): Partial<LineFilters> {
  const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value));
  return {
    ...given,
    ...(search.trim() && { search: search.trim() }),
    ...(direction !== 'all' && { direction }),
  };
}

export const lineAddress = { read: readFilters, write: writeFilters };

/** Parses untrusted search parameters. Filters belong to the tab of lines. */
export function statementSearch(raw: Record<string, unknown>): StatementSearch {
  if (raw.tab === 'accounts') return { tab: 'accounts' };
  return raw.tab === 'lines' ? { tab: 'lines', ...writeFilters(readFilters(raw)) } : {};
}

/** Returns the filters as the server takes them. */
export function toInput(filters: LineFilters) {
  const { search, account, file, direction, from, to, minAmount, maxAmount } = filters;
  const min = minAmount === undefined ? undefined : parseRupees(minAmount);
  const max = maxAmount === undefined ? undefined : parseRupees(maxAmount);
  return {
    ...(search.trim() && { search: search.trim() }),
    ...(account && { accountId: account }),
    ...(file && { importId: file }),
    ...(direction !== 'all' && { direction }),
    ...(from && { from }),
    ...(to && { to }),
    ...(min !== undefined && { minPaise: min }),
    ...(max !== undefined && { maxPaise: max }),
  };
}
