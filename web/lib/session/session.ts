import { createContext, useContext } from 'react';
import type { SessionView } from '#contract/sessions/schema.ts';
import { readHint } from '../page/storage.ts';

export const SessionContext = createContext<SessionView | undefined>(undefined);

export function useSession(): SessionView {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession is only for screens behind the session guard');
  return session;
}

/** Returns whether this browser last signed in rather than out. Only a hint: the server decides. */
export function hasSessionHint(): boolean {
  return readHint('isLoggedIn') === 'true';
}
