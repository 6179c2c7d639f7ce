import { expect, test } from 'vitest';
import { MAX_DECISIONS_AT_ONCE } from '#contract/review/rules.ts';
import { buildAdminTransaction } from '../../decision/model/testing.ts';
import { fetchAll } from './use-select-all.ts';

type List = Parameters<typeof fetchAll>[0];

/** Builds a list of `total` pending requests with `loaded` of them fetched, in pages of 50. */
function buildList(loaded: number, total: number): List {
  const rows = Array.from({ length: loaded }, (_, at) => buildAdminTransaction({ id: String(at) }));
  return {
    data: { pages: [{ rows, nextCursor: undefined }], pageParams: [] },
    hasNextPage: loaded < total,
    isError: false,
    fetchNextPage: async () => buildList(Math.min(loaded + 50, total), total),
  };
}

test('fetchAll fetches every page of a list', async () => {
  expect(await fetchAll(buildList(50, 344))).toHaveLength(344);
  expect(await fetchAll(buildList(7, 7))).toHaveLength(7);
});

test('fetchAll stops at the maximum size of a bulk decision', async () => {
  expect(await fetchAll(buildList(50, 10_000))).toHaveLength(MAX_DECISIONS_AT_ONCE);
});

test('fetchAll returns the fetched rows when a page fails', async () => {
  const failed = { ...buildList(50, 344), isError: true };
  const list = { ...buildList(50, 344), fetchNextPage: async () => failed };
  expect(await fetchAll(list)).toHaveLength(50);
});
