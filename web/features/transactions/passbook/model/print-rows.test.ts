import { describe, expect, it } from 'vitest';
import type { PassbookRow } from '#contract/transactions/schema.ts';
import { fetchPrintRows, MOST_PRINTED_ROWS } from './print-rows.ts';

/** Simulates the server's pages of `total` rows: the first has the count, all but the last a cursor. */
function passbookOf(total: number) {
  const requests: (string | undefined)[] = [];
  const load = async ({ cursor, limit }: { cursor: string | undefined; limit: number }) => {
    requests.push(cursor);
    const from = Number(cursor ?? 0);
    const count = Math.min(limit, total - from);
    const rows = Array.from({ length: count }, (_, index) => ({ id: String(from + index) }));
    return {
      rows: rows as unknown as PassbookRow[], // cast: the test compares only the ids
      nextCursor: from + count < total ? String(from + count) : undefined,
      total: cursor ? undefined : total,
    };
  };
  return { load, requests };
}

describe('fetchPrintRows', () => {
  it('fetches every page of a passbook', async () => {
    const { load, requests } = passbookOf(250);
    const { rows, total } = await fetchPrintRows(load);
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 250 }, (_, id) => String(id)));
    expect(total).toBe(250);
    expect(requests).toEqual([undefined, '100', '200']);
  });

  it('stops at the limit and returns how many rows there are in all', async () => {
    const { load } = passbookOf(MOST_PRINTED_ROWS + 500);
    const { rows, total } = await fetchPrintRows(load);
    expect(rows).toHaveLength(MOST_PRINTED_ROWS);
    expect(total).toBe(MOST_PRINTED_ROWS + 500);
  });

  it('returns an empty printout for filters that match nothing', async () => {
    expect(await fetchPrintRows(passbookOf(0).load)).toEqual({ rows: [], total: 0 });
  });
});
