import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * As `invalidateQueries`, which leaves alone what is loading for the first time: the answer on its way
 * may be from before the change, so that is loaded once more when it has come.
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
