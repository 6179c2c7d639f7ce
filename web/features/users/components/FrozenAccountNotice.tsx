import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSession } from '#web/lib/session/session.ts';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';

/** Says on every page that the account is frozen and why. */
export function FrozenAccountNotice() {
  const { t } = useTranslation();
  const { freezeReason } = useSession();
  if (freezeReason === null) return null;
  return (
    <StateAlert state="frozen" mb="md" role="status" title={t('Your account is frozen')}>
      <Stack gap="2xs">
        <Text size="sm">{t('Reason: {{reason}}', { reason: freezeReason })}</Text>
        <Text size="sm">
          {t(
            'You can see everything, but not deposit, withdraw or change bank accounts. Please contact support.',
          )}
        </Text>
      </Stack>
    </StateAlert>
  );
}
