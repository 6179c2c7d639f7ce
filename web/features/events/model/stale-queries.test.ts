import { partialMatchKey } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { TransactionId } from '#contract/shared/base.ts';
import { orpc } from '#web/lib/api/api.ts';
import { staleQueries } from './stale-queries.ts';

it('waits 300 ms for more events of bank accounts', { tags: 'section-9' }, () => {
  const [stale, ...others] = staleQueries({ entity: 'bankAccount', op: 'update', id: 'one' });
  expect(others).toEqual([]);
  expect(stale?.delayMs).toBe(300);
  expect(JSON.stringify(stale?.key)).toContain('bankAccounts');
});

it('keeps the details of requests other than the claimed one', () => {
  const keys = staleQueries({ entity: 'review', op: 'update', id: 'one' }).map(({ key }) => key);
  const deskOf = (id: string) => orpc.review.desk.key({ input: { id: id as TransactionId } });
  const isStale = (id: string) => keys.some((key) => partialMatchKey(deskOf(id), key));
  expect({ one: isStale('one'), two: isStale('two') }).toEqual({ one: true, two: false });
});
