import type { FetchInfiniteQueryOptions, QueryKey } from '@tanstack/react-query';
import i18next from 'i18next';
import type { SessionView } from '#contract/sessions/schema.ts';
import type { Language } from '#contract/shared/enums.ts';
import { api, orpc } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { changeLanguage, hasChosenLanguage } from '../../lib/i18n/i18n.ts';
import { acceptLanguage } from '../../lib/i18n/languages.ts';
import { logWarning } from '../../lib/page/log.ts';
import { endedSession } from '../../lib/session/session-events.ts';
import { toastLanguageFailure } from '../../ui/toasts.ts';
import { msUntilOverdue } from './model/factor-due.ts';
import { writeSessionHints } from './model/hints.ts';

const RECHECK_MS = 2 * 60_000;

/**
 * Query for the current session. The admin area refetches it every two minutes, and an administrator's page when the time for a
 * second factor is over.
 */
export function sessionQuery(area: 'user' | 'admin') {
  return orpc.sessions.current.queryOptions({
    staleTime: RECHECK_MS,
    refetchInterval: ({ state }) =>
      msUntilOverdue(state.data?.secondFactorDue, RECHECK_MS) ??
      (area === 'admin' ? RECHECK_MS : false),
    refetchIntervalInBackground: true,
    // Routes refetch on entry, so that components only read the result.
    retryOnMount: false,
  });
}

/** Prefetches the session while the page's code loads. */
export function prefetchSession(area: 'user' | 'admin'): void {
  void queryClient.prefetchQuery(sessionQuery(area));
}

/** Prefetches the first rows of an administrators' list, for a user who is known to be an administrator. */
export function prefetchList<Page, Failure, Data, Key extends QueryKey, Cursor>(
  options: FetchInfiniteQueryOptions<Page, Failure, Data, Key, Cursor>,
): void {
  const session = queryClient.getQueryData(orpc.sessions.current.queryKey());
  if (session?.user.role === 'admin') void queryClient.prefetchInfiniteQuery(options);
}

/** Caches a session that the server has just confirmed. */
export function rememberSession(session: SessionView): void {
  endedSession.set(undefined);
  writeSessionHints(session);
  queryClient.setQueryData(orpc.sessions.current.queryKey(), session);
  void agreeOnLanguage(session);
}

/** Whether the next user has chosen a language on the login page. */
let isChosenHere = false;

/** Changes the language on the login page, and stores it for the user who signs in. */
export async function chooseLanguage(language: Language): Promise<void> {
  try {
    await changeLanguage(language);
    isChosenHere = true;
  } catch {
    toastLanguageFailure();
  }
}

/** Synchronizes the language: a browser without one uses the user's, a user without one gets the browser's. */
async function agreeOnLanguage({ language }: SessionView): Promise<void> {
  const isTheirs = isChosenHere || (!language && hasChosenLanguage());
  isChosenHere = false;
  try {
    if (isTheirs) {
      const shown = acceptLanguage(i18next.language);
      if (shown !== language) await api.profiles.setLanguage({ language: shown });
    } else if (language && !hasChosenLanguage()) await changeLanguage(language);
  } catch (error) {
    logWarning('The language was not remembered', error);
  }
}
