import type { InfiniteData } from '@tanstack/react-query';
import type { PassbookRow } from '#contract/transactions/schema.ts';
import type { createChangedTransactions } from '#web/lib/lists/changed-transactions.ts';

type Page = { rows: PassbookRow[]; nextCursor?: string | undefined; total?: number | undefined };
/** A page, and the number of changes received when it was requested. */
export type HeardPage = Page & { heard: number };
/** Start of a page: the cursor, creation time in milliseconds and balance of the row before it. */
export type Place = { cursor: string; atMs: number; balancePaise: number };
export type Pages = InfiniteData<HeardPage, Place | undefined>;

/** Maximum number of rows in one response. */
const MOST_ROWS = 100;
/** Extra rows to request, so that a refetched page reaches its old end although new rows were added. */
const SPARE_ROWS = 10;

/** Returns the start of the page after this one. */
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
  /** Whether the list is unfiltered, so that each balance follows from the row below. */
  isUnfiltered: boolean;
  changes: ReturnType<typeof createChangedTransactions>;
  load: (page: { cursor: string | undefined; limit?: number }) => Promise<Page>;
};

/**
 * Returns the page at a position: the cached page if nothing on it can have changed, otherwise fetches it. A change
 * affects its own row and the balances above it; older rows keep their position and balance.
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

function isUntouched(
  page: HeardPage,
  place: Place,
  { changes, isUnfiltered }: PageRequest,
): boolean {
  // A change whose event has not arrived is visible in the balances above it.
  const leadsOn = page.rows[0]?.runningBalancePaise === place.balancePaise;
  return (leadsOn || !isUnfiltered) && place.atMs < changes.oldestSince(page.heard);
}

/** Cuts a refetched page at its previous end, so that the following pages stay contiguous. */
function cutAtKnownEnd(page: Page, known: Pages | undefined): Page {
  const ends = new Map(known?.pages.map((each) => [each.rows.at(-1)?.id, each.nextCursor]));
  const index = page.rows.findLastIndex((row) => ends.get(row.id) !== undefined);
  if (index === -1) return page;
  const rows = page.rows.slice(0, index + 1);
  return { ...page, rows, nextCursor: ends.get(rows.at(-1)?.id) };
}
