import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '#contract/events/schema.ts';
import { transactionId } from '#contract/shared/base.ts';
import type { PassbookRow } from '#contract/transactions/schema.ts';
import { createChangedTransactions } from '#web/lib/lists/changed-transactions.ts';
import { fetchPage, nextPlace, type Pages, type Place } from './pages.ts';

const PAGE_ROWS = 50;
const MINUTE_MS = 60_000;

/** A transaction, created at the given minute. */
type Entry = Pick<PassbookRow, 'type' | 'status' | 'amountPaise'> & { minute: number };
type Matches = (entry: Entry) => boolean;

/** Builds a history with one transaction a minute, newest last. */
function buildHistory(count: number): Entry[] {
  return Array.from({ length: count }, (_, minute) =>
    buildEntry(minute, minute % 7 === 3 ? 'pending' : 'approved'),
  );
}

function buildEntry(minute: number, status: Entry['status'] = 'pending'): Entry {
  const type = minute % 3 === 2 ? 'withdrawal' : 'deposit';
  return { minute, status, type, amountPaise: 100 + minute };
}

/** Reference implementation: newest first, each row with the balance of the complete history up to it. */
function readAll(entries: Entry[], matches: Matches): PassbookRow[] {
  let runningBalancePaise = 0;
  const rows: PassbookRow[] = [];
  for (const { minute, ...entry } of entries) {
    const signed = entry.type === 'deposit' ? entry.amountPaise : -entry.amountPaise;
    if (entry.status === 'approved') runningBalancePaise += signed;
    if (matches({ minute, ...entry }))
      rows.unshift(toRow({ minute, ...entry }, runningBalancePaise));
  }
  return rows;
}

function toRow({ minute, ...entry }: Entry, runningBalancePaise: number): PassbookRow {
  const createdAt = new Date(minute * MINUTE_MS);
  return {
    ...entry,
    id: idOf(minute),
    createdAt,
    updatedAt: createdAt,
    runningBalancePaise,
    kind: 'request',
    referenceId: '',
    isCancelled: false,
    utr: null,
    paymentMethod: null,
    userNotes: null,
    adminNotes: null,
    reason: null,
    bankName: null,
    maskedAccountNumber: null,
  };
}

function idOf(minute: number) {
  return transactionId.parse(`01900000-0000-7000-8000-${String(minute).padStart(12, '0')}`);
}

function toEvent({ minute, type, status, amountPaise }: Entry): LiveEvent {
  const createdAt = new Date(minute * MINUTE_MS).toISOString();
  return {
    entity: 'transaction',
    op: 'update',
    id: idOf(minute),
    userId: 'me',
    audience: 'owner',
    type,
    status,
    amountPaise,
    createdAt,
  };
}

/** Simulates a passbook that is fetched page by page in a tab that receives live events. */
async function openPassbook(
  entries: Entry[],
  { pages = 1, matches }: { pages?: number; matches?: Matches } = {},
) {
  const changes = createChangedTransactions();
  let requests = 0;
  const load = async ({
    cursor,
    limit = PAGE_ROWS,
  }: {
    cursor: string | undefined;
    limit?: number;
  }) => {
    requests += 1;
    const after = readAll(entries, matches ?? (() => true)).filter(
      ({ id }) => !cursor || id < cursor,
    );
    const rows = after.slice(0, limit);
    return { rows, nextCursor: after.length > limit ? rows.at(-1)?.id : undefined };
  };
  const client = new QueryClient();
  const list = new InfiniteQueryObserver(client, {
    queryKey: ['passbook'],
    queryFn: ({ pageParam: place, queryKey }) =>
      fetchPage({
        place,
        changes,
        load,
        isUnfiltered: !matches,
        known: client.getQueryData<Pages>(queryKey),
      }),
    initialPageParam: undefined as Place | undefined,
    getNextPageParam: nextPlace,
  });
  for (let page = 0; page < pages; page += 1) {
    if (page === 0) await list.refetch();
    else await list.fetchNextPage();
  }
  return {
    hear: (event: LiveEvent) => changes.record(event),
    /** Refetches; returns the number of requests. */
    async refetch(): Promise<number> {
      const before = requests;
      await list.refetch();
      return requests - before;
    },
    hasMore: () => list.getCurrentResult().hasNextPage,
    rows: () => list.getCurrentResult().data?.pages.flatMap((page) => page.rows) ?? [],
  };
}

describe('refetching a passbook of ten pages', () => {
  const TEN_PAGES = { pages: 10 };

  it('requests only the first page after a new transaction', async () => {
    const entries = buildHistory(1000);
    const passbook = await openPassbook(entries, TEN_PAGES);
    const made = buildEntry(1000);
    entries.push(made);
    passbook.hear(toEvent(made));
    expect(await passbook.refetch()).toBe(1);
    expect(passbook.rows()).toEqual(readAll(entries, () => true).slice(0, 501));
  });

  it('requests pages up to the one that contains the decided request', async () => {
    const entries = buildHistory(1000);
    const passbook = await openPassbook(entries, TEN_PAGES);
    const decided = entries[871];
    if (decided?.status !== 'pending') throw new Error('The fixture has another request there');
    decided.status = 'approved';
    passbook.hear(toEvent(decided));
    expect(await passbook.refetch()).toBe(3);
    expect(passbook.rows()).toEqual(readAll(entries, () => true).slice(0, 500));
  });

  it('requests all pages after a resync event', async () => {
    const passbook = await openPassbook(buildHistory(1000), TEN_PAGES);
    passbook.hear({ entity: 'resync' });
    expect(await passbook.refetch()).toBe(10);
  });

  it('detects changes whose events have not arrived by comparing balances', async () => {
    const entries = buildHistory(1000);
    const passbook = await openPassbook(entries, TEN_PAGES);
    const decided = entries[871];
    if (decided) decided.status = 'approved';
    expect(await passbook.refetch()).toBe(3);
    expect(passbook.rows()).toEqual(readAll(entries, () => true).slice(0, 500));
  });
});

const FILTERS: Record<string, Matches | undefined> = {
  'all rows': undefined,
  'what waits': ({ status }) => status === 'pending',
  'what is approved': ({ status }) => status === 'approved',
  deposits: ({ type }) => type === 'deposit',
};

describe('fetchPage with random histories', () => {
  it.each(Object.entries(FILTERS))(
    'shows the current history for the filter %s',
    async (_, matches) => {
      const happening = fc.oneof(
        fc.constant('made' as const),
        fc.constant('fetched' as const),
        fc.nat(400),
      );
      await fc.assert(
        fc.asyncProperty(
          fc.nat(400),
          fc.integer({ min: 1, max: 7 }),
          fc.array(happening),
          async (count, pages, happenings) => {
            const entries = buildHistory(count);
            const passbook = await openPassbook(entries, { pages, ...(matches && { matches }) });
            for (const what of [...happenings, 'fetched' as const]) {
              if (what === 'fetched') {
                await passbook.refetch();
                const shown = passbook.rows();
                const all = readAll(entries, matches ?? (() => true));
                expect(shown).toEqual(all.slice(0, shown.length));
                expect(passbook.hasMore()).toBe(shown.length < all.length);
                continue;
              }
              const entry = what === 'made' ? buildEntry(entries.length) : entries[what];
              if (!entry) continue;
              if (what === 'made') entries.push(entry);
              else if (entry.status === 'pending')
                entry.status = what % 2 ? 'approved' : 'rejected';
              passbook.hear(toEvent(entry));
            }
          },
        ),
        { numRuns: 40, endOnFailure: true, seed: 1 },
      );
    },
  );
});
