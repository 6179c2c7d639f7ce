import { Paper, Skeleton, Stack } from '@mantine/core';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { SessionContext } from '../../lib/session/session.ts';
import { LoadingScreen } from '../state/LoadingScreen.tsx';
import { ListSkeleton } from '../table/ListSkeleton.tsx';

const ROWS = 5;

/** Placeholder while the code of a page loads, so that a click has an immediate effect. */
export function PendingPage() {
  const { t } = useTranslation();
  // Outside of the layout, the window would be empty.
  if (!useContext(SessionContext)) return <LoadingScreen text={t('Loading...')} />;
  return (
    <Stack gap="lg">
      <Stack gap="xs" aria-hidden>
        <Skeleton height="2rem" width="12rem" />
        <Skeleton height="1rem" width="18rem" maw="100%" />
      </Stack>
      <Paper withBorder p="lg">
        <ListSkeleton rows={ROWS} />
      </Paper>
    </Stack>
  );
}
