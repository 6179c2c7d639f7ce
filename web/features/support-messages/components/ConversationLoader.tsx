import { Center, Loader, Paper, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#web/lib/api/errors.ts';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';

type ConversationLoaderProps<Data> = {
  query: {
    data: Data | undefined;
    isPending: boolean;
    isLoadingError: boolean;
    error: unknown;
    refetch: () => Promise<unknown>;
  };
  children: (data: Data) => ReactNode;
};

/** Shows a conversation, or that it is loading or could not be loaded. */
export function ConversationLoader<Data>({ query, children }: ConversationLoaderProps<Data>) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  if (query.isPending) {
    return (
      <Center py="xl" role="status">
        <Loader aria-hidden />
        <VisuallyHidden>{t('Loading...')}</VisuallyHidden>
      </Center>
    );
  }
  if (query.isLoadingError) {
    return (
      <Paper withBorder>
        <ErrorState
          message={errorText(query.error, t('Failed to load messages'))}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      </Paper>
    );
  }
  return query.data === undefined ? null : children(query.data);
}
