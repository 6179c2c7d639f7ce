import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/api/api.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { onConfirmedElsewhere, providerName } from '#web/lib/session/sign-in-provider.ts';
import { toastError } from '#web/ui/toasts.ts';

/** Button that opens the sign-in provider in another tab, so that the form below the dialog stays. */
export function ProviderProof({ onConfirmed }: { onConfirmed: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const name = providerName() ?? t('Sign-in service');
  const confirmed = useEffectEvent(onConfirmed);
  useEffect(() => onConfirmedElsewhere(() => confirmed()), []);
  const begin = useMutation({
    // Opened before the call: browsers block tabs that open later than the click.
    mutationFn: async (tab: Window | null) => {
      try {
        const { url } = await api.sessions.confirmWithProvider();
        if (tab) tab.location.href = url;
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
    onError: (error) =>
      toastError({ message: errorText(error, t('Authentication error occurred')) }),
  });
  return (
    <>
      <Button
        variant="default"
        fullWidth
        mt="md"
        loading={begin.isPending}
        onClick={() => begin.mutate(window.open('about:blank', '_blank'))}
      >
        {t('Confirm with {{name}}', { name })}
      </Button>
      {begin.isSuccess && (
        <Text size="sm" mt="xs" role="status">
          {t('Sign in again in the tab that has opened.')}
        </Text>
      )}
    </>
  );
}
