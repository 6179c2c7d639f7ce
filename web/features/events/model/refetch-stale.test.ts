import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { refetchStale } from './refetch-stale.ts';

const queryKey = ['balances'];

test('refetches a query that was invalidated during its first fetch', async () => {
  const client = new QueryClient();
  let answer: (balance: number) => void = () => {};
  const first = new Promise<number>((resolve) => {
    answer = resolve;
  });
  const asked = [first, Promise.resolve(750)];
  const queryFn = () => asked.shift() ?? Promise.reject(new Error('asked too often'));
  const observer = new QueryObserver(client, { queryKey, queryFn, retry: false });
  const unsubscribe = observer.subscribe(() => undefined);
  const refetched = refetchStale(client, { queryKey });
  answer(0);
  await refetched;
  expect(client.getQueryData(queryKey)).toBe(750);
  expect(asked).toEqual([]);
  unsubscribe();
});

test('refetches loaded queries once and inactive queries not at all', async () => {
  const client = new QueryClient();
  let shown = 0;
  let unseen = 0;
  const queryFn = async () => ++shown;
  const observer = new QueryObserver(client, { queryKey, queryFn });
  const unsubscribe = observer.subscribe(() => undefined);
  await client.prefetchQuery({ queryKey: [...queryKey, 'unseen'], queryFn: async () => ++unseen });
  await refetchStale(client, { queryKey });
  expect({ shown, unseen }).toEqual({ shown: 2, unseen: 1 });
  unsubscribe();
});
