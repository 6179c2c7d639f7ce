import { createContext, useContext } from 'react';
import type { SessionView } from '#contract/sessions.ts';
import { readHint } from './storage.ts';

/** Filled by the session guard alone. */
export const SessionContext = createContext<SessionView | undefined>(undefined);

/** Who is signed in. Only for components under a guarded route; throws elsewhere. */
export function useSession(): SessionView {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession is only for screens behind the session guard');
  return session;
}

/** Whether someone signed in here and has not signed out since. The server's session is the authority. */
export function hasSessionHint(): boolean {
  return readHint('isLoggedIn') === 'true';
}
