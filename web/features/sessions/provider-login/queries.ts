import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionView } from '#contract/sessions/schema.ts';
import { orpc } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { announceConfirmation } from '../../../lib/session/sign-in-provider.ts';
import { homeFor, safeRedirect } from '../model/redirects.ts';
import { rememberSession } from '../queries.ts';

/** Signs in with the provider's response. `target` is the page to show once the person is signed in. */
export function useProviderLogin() {
  const [target, setTarget] = useState<string>();
  const finish = ({ session, path }: { session: SessionView; path?: unknown }) => {
    rememberSession(session);
    setTarget(safeRedirect(path) ?? homeFor(session.user.role));
  };
  const login = useMutation(
    orpc.sessions.loginWithProvider.mutationOptions({
      // A session of another person that this one has replaced.
      onMutate: () => queryClient.removeQueries(),
      onSuccess: finish,
    }),
  );
  return { login, target, finish };
}

/** Links the account of the provider's response. */
export function useLinkIdentity(onLinked: () => void) {
  return useMutation(
    orpc.identities.link.mutationOptions({
      onSuccess: onLinked,
      onSettled: () => queryClient.invalidateQueries({ queryKey: orpc.identities.key() }),
    }),
  );
}

/** Confirms the person's identity; their dialog waits in another tab. Closes this tab, if the browser allows it. */
export function useConfirmWithProvider() {
  return useMutation(
    orpc.sessions.confirm.mutationOptions({
      onSuccess: () => {
        announceConfirmation();
        window.close();
      },
    }),
  );
}
