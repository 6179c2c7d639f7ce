import { Paper, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#web/lib/api/errors.ts';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { ListSkeleton } from '#web/ui/table/ListSkeleton.tsx';
import { useWork } from '../queries.ts';
import { DecidedToday } from './DecidedToday.tsx';
import { WaitingRequests } from './WaitingRequests.tsx';

const SKELETON_ROWS = 3;

/** Pending requests, and decisions made today. */
export function WorkInView() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const work = useWork();
  if (!work.data) {
    return (
      <Paper withBorder p="lg">
        {work.isError ? (
          <ErrorState
            message={errorText(work.error, t('Failed to fetch admin statistics'))}
            onRetry={() => void work.refetch()}
          />
        ) : (
          <ListSkeleton rows={SKELETON_ROWS} />
        )}
      </Paper>
    );
  }
  const { queue, targetMinutes, decidedToday } = work.data;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <WaitingRequests queue={queue} targetMinutes={targetMinutes} />
      <DecidedToday decisions={decidedToday} />
    </SimpleGrid>
  );
}
