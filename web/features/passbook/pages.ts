import type { InfiniteData } from '@tanstack/react-query';
import type { PassbookRow } from '#contract/transactions.ts';
import type { createChangedTransactions } from '../../lib/changed-transactions.ts';

type Page = { rows: PassbookRow[]; nextCursor?: string | undefined; total?: number | undefined };
/** A page with how many changes had been heard of when it was asked for. */
export type HeardPage = Page & { heard: number };
/** Where a page begins: below a row of that moment, in milliseconds, which leaves that balance for the next. */
export type Place = { cursor: string; atMs: number; balancePaise: number };
export type Pages = InfiniteData<HeardPage, Place | undefined>;

/** The most rows that the server gives at once. */
const MOST_ROWS = 100;
/** Rows that may have come since a page was fetched, so that it still reaches down to the next one. */
const SPARE_ROWS = 10;

/** Where the page after this one begins. */
export function nextPlace({ rows, nextCursor }: Page): Place | undefined {
  const last = rows.at(-1);
  if (!nextCursor || !last) return undefined;
  const balancePaise = last.runningBalancePaise - effectPaise(last);
  return { cursor: nextCursor, atMs: last.createdAt.getTime(), balancePaise };
}

function effectPaise({ status, type, amountPaise }: PassbookRow): number {
  if (status !== 'approved') return 0;
  return type === 'deposit' ? amountPaise : -amountPaise;
}

type PageRequest = {
  place: Place | undefined;
  known: Pages | undefined;
  /** Whether the list is the whole history, so that each balance follows from the one below it. */
  isWhole: boolean;
  changes: ReturnType<typeof createChangedTransactions>;
  load: (page: { cursor: string | undefined; limit?: number }) => Promise<Page>;
};

/**
 * The page at a place: the known one where nothing on it can have changed, else as the server has it. A
 * change touches its own row and the balances of those above; what is older keeps its place and balance.
 */
export async function fetchPage(request: PageRequest): Promise<HeardPage> {
  const { place, known, changes, load } = request;
  const old = known?.pages[known.pageParams.findIndex((at) => at?.cursor === place?.cursor)];
  if (place && old && isUntouched(old, place, request)) return old;
  const heard = changes.count();
  const limit = old && Math.min(MOST_ROWS, old.rows.length + SPARE_ROWS);
  const page = await load({ cursor: place?.cursor, ...(limit && { limit }) });
  return { ...cutAtKnownEnd(page, known), heard };
}

function isUntouched(page: HeardPage, place: Place, { changes, isWhole }: PageRequest): boolean {
  // A change that this tab has yet to hear of shows in the balances above it.
  const leadsOn = page.rows[0]?.runningBalancePaise === place.balancePaise;
  return (leadsOn || !isWhole) && place.atMs < changes.oldestSince(page.heard);
}

/** Ends a page where one ended before, so that those after it go on from there as they did. */
function cutAtKnownEnd(page: Page, known: Pages | undefined): Page {
  const ends = new Map(known?.pages.map((each) => [each.rows.at(-1)?.id, each.nextCursor]));
  const index = page.rows.findLastIndex((row) => ends.get(row.id) !== undefined);
  if (index === -1) return page;
  const rows = page.rows.slice(0, index + 1);
  return { ...page, rows, nextCursor: ends.get(rows.at(-1)?.id) };
}
