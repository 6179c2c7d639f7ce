import { Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OpenSession } from '#contract/sessions/schema.ts';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { SessionRow } from './SessionRow.tsx';

type SessionListProps = {
  sessions: {
    data: OpenSession[] | undefined;
    isPending: boolean;
    isLoadingError: boolean;
    error: Error | null;
    refetch(): unknown;
  };
  failure: string;
  /** Missing if the reader may not end sessions. The current session ends by logging out. */
  onEnd?: ((session: OpenSession) => void) | undefined;
};

/** Open sessions, or why there are none to show. */
export function SessionList({ sessions, failure, onEnd }: SessionListProps) {
  const { t } = useTranslation();
  const { data, isPending, isLoadingError, error } = sessions;
  return (
    <>
      {data && data.length > 0 && (
        <Stack gap="md" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              onEnd={onEnd && !session.isCurrent ? () => onEnd(session) : undefined}
            />
          ))}
        </Stack>
      )}
      {data?.length === 0 && <Text size="sm">{t('Not logged in anywhere.')}</Text>}
      {isPending && <Skeleton height="6rem" />}
      {isLoadingError && (
        <ErrorState message={failure} error={error} onRetry={() => void sessions.refetch()} />
      )}
    </>
  );
}
