import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionView } from '#contract/sessions/schema.ts';
import { api } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { clearHintsAtLogout } from '../model/hints.ts';
import { homeFor, safeRedirect } from '../model/redirects.ts';
import { rememberSession } from '../queries.ts';

interface Opened {
  session: SessionView;
  path?: unknown;
}

/**
 * Opens a sign-in link, after a logout of the person whom it replaces. `target` is the page to show once the user is signed
 * in.
 */
export function useOpenLink() {
  const [target, setTarget] = useState<string>();
  const finish = ({ session, path }: Opened) => {
    rememberSession(session);
    setTarget(safeRedirect(path) ?? homeFor(session.user.role));
  };
  const open = useMutation({
    mutationFn: async ({ token, replaces }: { token: string; replaces: boolean }) => {
      if (replaces) await leaveOther();
      return api.sessions.openLink({ token });
    },
    onSuccess: finish,
  });
  return { open, target, finish };
}

/** Other tabs open the login page, instead of treating the end of their session as unexpected. */
async function leaveOther(): Promise<void> {
  clearHintsAtLogout();
  await api.sessions.logout();
  queryClient.removeQueries();
}
