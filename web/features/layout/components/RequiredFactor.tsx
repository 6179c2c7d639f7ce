import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadWithRetries } from '#web/lib/page/load-with-retries.ts';
import { useSession } from '#web/lib/session/session.ts';
import { LoadingScreen } from '#web/ui/state/LoadingScreen.tsx';

const RequiredFactorScreen = lazy(() =>
  loadWithRetries(() => import('./RequiredFactorScreen.tsx')),
);

/**
 * Shows only the second factors to an administrator who has not added a required one in time: the server refuses
 * everything else. The screen stays until the new recovery codes are saved.
 */
export function RequiredFactor({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const isOver = useSession().secondFactorDue?.isOver === true;
  const [wasOver, setWasOver] = useState(isOver);
  const [isSaved, setIsSaved] = useState(!isOver);
  if (isOver !== wasOver) {
    setWasOver(isOver);
    if (isOver) setIsSaved(false);
  }
  if (!isOver && isSaved) return children;
  return (
    <Suspense fallback={<LoadingScreen text={t('Loading...')} />}>
      <RequiredFactorScreen onAdded={() => setIsSaved(true)} />
    </Suspense>
  );
}
