import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/session.ts';
import { StateAlert } from '../../ui/StateAlert.tsx';

/** Says above every screen of an administrator that everyone knows a password here, until it is changed. */
export function ExposedAccounts() {
  const { t } = useTranslation();
  const { exposedAccounts } = useSession();
  if (exposedAccounts.length === 0) return null;
  return (
    <StateAlert state="warning" mb="md" role="region" aria-label={t('Default passwords in use')}>
      <Stack gap="xs">
        <Text size="sm">
          {t('The initial password is publicly known. Change it before others use this wallet.')}
        </Text>
        <Group gap="md">
          {exposedAccounts.map(({ userId, username }) => (
            <Anchor
              key={userId}
              size="sm"
              fw={600}
              underline="always"
              renderRoot={(props) => (
                <Link {...props} to="/admin/users/$userId" params={{ userId }} />
              )}
            >
              {t('Change the password of {{username}}', { username })}
            </Anchor>
          ))}
        </Group>
      </Stack>
    </StateAlert>
  );
}
