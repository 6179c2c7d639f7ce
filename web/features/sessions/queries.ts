import i18next from 'i18next';
import type { SessionView } from '#contract/sessions.ts';
import { api, orpc } from '../../lib/api.ts';
import { changeLanguage, hasChosenLanguage } from '../../lib/i18n.ts';
import { acceptLanguage } from '../../lib/languages.ts';
import { logWarning } from '../../lib/log.ts';
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
  void agreeOnLanguage(session);
}

/** A browser without a language takes the person's; a person without one takes the browser's. */
async function agreeOnLanguage({ language }: SessionView): Promise<void> {
  try {
    if (language && !hasChosenLanguage()) await changeLanguage(language);
    if (!language && hasChosenLanguage()) {
      await api.profiles.setLanguage({ language: acceptLanguage(i18next.language) });
    }
  } catch (error) {
    logWarning('The language was not remembered', error);
  }
}
