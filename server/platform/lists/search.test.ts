import { expect, test } from 'vitest';
import { before, NEWEST, type Position } from './cursor.ts';
import { containsTerm, scanForPage } from './search.ts';

test('searches a trigram index for the end of a term, at a character boundary, and then checks the whole term', () => {
  expect(containsTerm('shown', 'Lakshmi Rao')).toEqual({
    sql: 'shown LIKE $1 AND strpos(shown, $2) > 0',
    values: ['%shmi rao%', 'lakshmi rao'],
  });
  expect(containsTerm('shown', '👩🏽ಆಶಾ rao').values).toEqual(['%🏽ಆಶಾ rao%', '👩🏽ಆಶಾ rao']);
});

test('adds no second condition when the whole term is searched in the index', () => {
  expect(containsTerm('shown', '100%')).toEqual({ sql: 'shown LIKE $1', values: ['%100\\%%'] });
  expect(containsTerm('shown', '', 3)).toEqual({ sql: 'shown LIKE $3', values: ['%%'] });
});

test('searches terms with digits by their five-character parts', () => {
  expect(containsTerm('text', 'DEP-1762300980060', 2)).toEqual({
    sql: 'digit_grams(text) @> $2::text[] AND strpos(text, $3) > 0',
    values: [['00980', '09800', '98006', '80060'], 'dep-1762300980060'],
  });
  expect(containsTerm('text', '4 👩🏽 months').values).toEqual([['4 👩🏽 '], '4 👩🏽 months']);
});

test('before() returns the earlier of a page’s position and the end of its days', () => {
  const position = {
    at: new Date('2026-11-21T10:00:00Z'),
    id: 'f0000000-0000-7000-8000-000000000000',
  };
  expect(before('infinity', position)).toBe(position);
  expect(before('2026-11-22T00:00:00Z', position)).toBe(position);
  const day = '2026-11-21T00:00:00Z';
  const start = { at: day, id: '00000000-0000-0000-0000-000000000000' };
  expect(before(day, position)).toEqual(start);
  expect(before(day, NEWEST)).toEqual(start);
  expect(before('-infinity', position)).toEqual({ ...start, at: '-infinity' });
});

/** Builds a list whose n-th row has the time -n ms, with a predicate for its matches. */
function listOf({ rows, isMatch }: { rows: number; isMatch: (n: number) => boolean }) {
  const id = '00000000-0000-7000-8000-000000000000';
  const toPosition = (n: number): Position => ({ at: new Date(-n), id });
  const read: number[] = [];
  const scan = async (part: { after: Position; rows: number; most: number }) => {
    const first = part.after === NEWEST ? 1 : 1 - part.after.at.getTime();
    const last = Math.min(first + part.rows - 1, rows);
    const found: Position[] = [];
    for (let n = first; n <= last && found.length < part.most; n += 1) {
      read.push(n);
      if (isMatch(n)) found.push(toPosition(n));
    }
    const isFull = found.length === part.most;
    return { found, end: last < rows && !isFull ? toPosition(last) : undefined };
  };
  return { read, scan, toPosition };
}

test('reads at most 25,000 rows for a page that nothing fills, and continues behind them', async () => {
  const { read, scan, toPosition } = listOf({ rows: 40_000, isMatch: () => false });
  const first = await scanForPage({ after: NEWEST, limit: 50 }, scan);
  expect(first).toEqual({ found: [], next: toPosition(25_000) });
  expect(read).toHaveLength(25_000);
  await scanForPage({ after: toPosition(25_000), limit: 50 }, scan, 100);
  expect(read).toEqual(Array.from({ length: 25_500 }, (_, n) => n + 1));
});

test('fills a page whose matches are thousands of rows apart', async () => {
  const { scan, toPosition } = listOf({ rows: 40_000, isMatch: (n) => n % 900 === 0 });
  const page = await scanForPage({ after: NEWEST, limit: 20 }, scan);
  expect(page.found).toHaveLength(20);
  expect(page.next).toEqual(toPosition(18_000));
});

test('a full page reads only the rows that fill it, and the next page starts after its last row', async () => {
  const { read, scan, toPosition } = listOf({ rows: 20_000, isMatch: (n) => n % 10 === 0 });
  const page = await scanForPage({ after: NEWEST, limit: 20 }, scan);
  expect(page.found).toHaveLength(20);
  expect(page.next).toEqual(toPosition(200));
  expect(read).toHaveLength(210);
});

test('a page filled by the list’s last match has no next page', async () => {
  const { scan } = listOf({ rows: 200, isMatch: (n) => n % 10 === 0 });
  const page = await scanForPage({ after: NEWEST, limit: 20 }, scan);
  expect(page.found).toHaveLength(20);
  expect(page.next).toBeUndefined();
});
