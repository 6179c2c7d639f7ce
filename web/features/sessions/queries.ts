import type { FetchInfiniteQueryOptions, QueryKey } from '@tanstack/react-query';
import i18next from 'i18next';
import type { Language } from '#contract/rules.ts';
import type { SessionView } from '#contract/sessions.ts';
import { api, orpc } from '../../lib/api.ts';
import { changeLanguage, hasChosenLanguage } from '../../lib/i18n.ts';
import { acceptLanguage } from '../../lib/languages.ts';
import { logWarning } from '../../lib/log.ts';
import { queryClient } from '../../lib/query-client.ts';
import { endedSession } from '../../lib/session-events.ts';
import { toastLanguageFailure } from '../../lib/toasts.ts';
import { writeSessionHints } from './hints.ts';

const RECHECK_MS = 2 * 60_000;

/** Who is signed in. The admin area asks again every two minutes. */
export function sessionQuery(area: 'user' | 'admin') {
  return orpc.sessions.current.queryOptions({
    staleTime: RECHECK_MS,
    refetchInterval: area === 'admin' ? RECHECK_MS : false,
    refetchIntervalInBackground: true,
    // A route asks anew whenever it is entered: its screen only hears the answer.
    retryOnMount: false,
  });
}

/** Asks who is signed in while the code of the screen is still on its way. */
export function prefetchSession(area: 'user' | 'admin'): void {
  void queryClient.prefetchQuery(sessionQuery(area));
}

/** Fetches the first rows of a list of the admin area, for someone known to be let in, before its screen asks. */
export function prefetchList<Page, Failure, Data, Key extends QueryKey, Cursor>(
  options: FetchInfiniteQueryOptions<Page, Failure, Data, Key, Cursor>,
): void {
  const session = queryClient.getQueryData(orpc.sessions.current.queryKey());
  if (session?.user.role === 'admin') void queryClient.prefetchInfiniteQuery(options);
}

/** Remembers a session that the server has just confirmed. */
export function rememberSession(session: SessionView): void {
  endedSession.set(undefined);
  writeSessionHints(session);
  queryClient.setQueryData(orpc.sessions.current.queryKey(), session);
  void agreeOnLanguage(session);
}

/** Whoever signs in next has chosen the language on the page where they do. */
let isChosenHere = false;

/** Changes the language on the login page; the person who then signs in is remembered to want it. */
export async function chooseLanguage(language: Language): Promise<void> {
  try {
    await changeLanguage(language);
    isChosenHere = true;
  } catch {
    toastLanguageFailure();
  }
}

/** A browser without a language takes the person's; a person without one takes the browser's. */
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
