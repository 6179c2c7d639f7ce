import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDialogTarget } from '#web/ui/dialog/use-dialog-target.ts';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { useOwnSessions } from '../queries.ts';
import { EndOthersDialog } from './SessionsCard.tsx';

/** Offers to end the other sessions after a change of second factors; renders nothing if there are none. */
export function OtherSessionsOffer() {
  const { t } = useTranslation();
  const { data } = useOwnSessions();
  const [isDeclined, setDeclined] = useState(false);
  const dialog = useDialogTarget<true>();
  const count = data?.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  return (
    <>
      {count > 0 && !isDeclined && (
        <StateAlert
          state="warning"
          role="region"
          aria-label={t('Other sessions')}
          withCloseButton
          closeButtonLabel={t('Close')}
          onClose={() => setDeclined(true)}
        >
          <Stack gap="sm" align="flex-start">
            <Text size="sm">
              {t(
                'Your second factors have changed. You are still logged in in {{count}} other browsers.',
                { count },
              )}
            </Text>
            <Button size="compact-sm" onClick={() => dialog.open(true)}>
              {t('End all others')}
            </Button>
          </Stack>
        </StateAlert>
      )}
      <EndOthersDialog opened={dialog.isOpen} onClose={dialog.close} />
    </>
  );
}
