import { Anchor, Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#web/lib/api/errors.ts';
import { useDocumentTitle } from '#web/lib/page/document-title.ts';
import { paths } from '#web/lib/page/paths.ts';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { EntryPage } from '../sessions/components/EntryPage.tsx';
import { useUnsubscribe } from './queries.ts';

/** Ends e-mails of one topic, after a click: mail scanners open links. Needs no session. */
export function UnsubscribePage() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const title = t('Stop these emails');
  useDocumentTitle(title);
  const [token] = useState(() => new URLSearchParams(window.location.search).get('token') ?? '');
  const unsubscribe = useUnsubscribe();
  return (
    <EntryPage title={title}>
      <Stack gap="md">
        {unsubscribe.isSuccess && (
          <StateAlert state="done" role="status">
            {t('You receive no more emails of this kind.')}
          </StateAlert>
        )}
        {unsubscribe.isError && (
          <StateAlert state="failed" role="alert">
            {errorText(unsubscribe.error, t('Failed to process your request. Please try again.'))}
          </StateAlert>
        )}
        {!unsubscribe.isSuccess && (
          <>
            <Text size="sm">{t('You can choose your emails on your profile at any time.')}</Text>
            <Button loading={unsubscribe.isPending} onClick={() => unsubscribe.mutate({ token })}>
              {t('Confirm')}
            </Button>
          </>
        )}
        <Anchor data-reached component={Link} to={paths.login} size="sm">
          {t('Return to Login')}
        </Anchor>
      </Stack>
    </EntryPage>
  );
}
