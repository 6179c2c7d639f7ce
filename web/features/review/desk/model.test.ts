import { expect, test } from 'vitest';
import type { DeskRequest } from '#contract/review/schema.ts';
import type { RelatedRequest } from '#contract/transactions/schema.ts';
import { buildAdminTransaction } from '../decision/model/testing.ts';
import { listCompared, nextCompared } from './model.ts';

const related = (id: string): RelatedRequest => buildAdminTransaction({ id });
const [a, b, c] = [related('a'), related('b'), related('c')];

test('listCompared names each request once, those with the same receipt first', () => {
  const request = {
    ...buildAdminTransaction({ id: 'this' }),
    warnings: [{ code: 'sameUtr', requests: [c, b] }],
  };
  // Cast: the function reads only these fields.
  const facts = { request, sameReceipt: [b], sameAmount: [a, c] } as unknown as DeskRequest;
  expect(listCompared(facts).map(({ id }) => id)).toEqual(['b', 'c', 'a']);
  expect(listCompared(undefined)).toEqual([]);
});

test('nextCompared goes through the requests, then to none', () => {
  expect(nextCompared([a, b], undefined)).toBe(a);
  expect(nextCompared([a, b], a)).toBe(b);
  expect(nextCompared([a, b], b)).toBeUndefined();
  expect(nextCompared([], undefined)).toBeUndefined();
});
