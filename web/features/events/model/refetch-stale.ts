import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Like `invalidateQueries`, but also refetches queries that are loading for the first time after they finish: their
 * response can predate the change.
 */
export async function refetchStale(client: QueryClient, filters: QueryFilters): Promise<void> {
  const queries = client.getQueryCache().findAll(filters);
  const loading = queries.filter(({ state }) => isFirstLoad(state));
  const fetchAgain = async (query: Query) => {
    await query.promise?.catch(() => undefined);
    await client.invalidateQueries({ predicate: (other) => other === query });
  };
  await Promise.all([client.invalidateQueries(filters), ...loading.map(fetchAgain)]);
}

function isFirstLoad({ data, fetchStatus }: Query['state']): boolean {
  return data === undefined && fetchStatus === 'fetching';
}
