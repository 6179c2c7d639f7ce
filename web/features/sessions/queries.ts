import type { SessionView } from '#contract/sessions.ts';
import { orpc } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { writeSessionHints } from './hints.ts';

const RECHECK_MS = 2 * 60_000;

/** Who is signed in. The admin area asks again every two minutes. */
export function sessionQuery(area: 'user' | 'admin') {
  return orpc.sessions.current.queryOptions({
    staleTime: RECHECK_MS,
    refetchInterval: area === 'admin' ? RECHECK_MS : false,
    refetchIntervalInBackground: true,
  });
}

/** Remembers a session that the server has just confirmed. */
export function rememberSession(session: SessionView): void {
  writeSessionHints(session);
  queryClient.setQueryData(orpc.sessions.current.queryKey(), session);
}
