import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { stepUpRequest } from '#web/lib/api/step-up.ts';
import { loadWithRetries } from '#web/lib/page/load-with-retries.ts';
import { onSessionEnded } from '#web/lib/session/session-events.ts';

const StepUpDialog = lazy(() => loadWithRetries(() => import('./StepUpDialog.tsx')));

/** Shows the dialog for the confirmation of identity when a call requires it. */
export function StepUp() {
  const request = useSyncExternalStore(stepUpRequest.listen, stepUpRequest.get);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a person who leaves the page gives the call up.
  useEffect(() => () => stepUpRequest.get()?.end(false), [pathname]);
  useEffect(() => onSessionEnded(() => stepUpRequest.get()?.end(false)), []);
  return <Suspense>{request && <StepUpDialog request={request} />}</Suspense>;
}
