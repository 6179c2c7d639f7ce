import { Anchor, Box, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '#web/lib/page/paths.ts';
import { useSession } from '#web/lib/session/session.ts';
import { FoldedNotice } from '#web/ui/state/FoldedNotice.tsx';

/** Warns administrators on every page about default accounts with their published password. */
export function ExposedAccounts() {
  const { t } = useTranslation();
  const { exposedAccounts, user } = useSession();
  if (exposedAccounts.length === 0) return null;
  return (
    <Box mb="md">
      <FoldedNotice state="warning" title={t('Default passwords in use')}>
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
              // An administrator's own password is changed on the dashboard, because it requires the current one.
              renderRoot={(props) =>
                userId === user.id ? (
                  <Link {...props} to={paths.admin.dashboard} />
                ) : (
                  <Link {...props} to={paths.admin.user(userId)} />
                )
              }
            >
              {t('Change the password of {{username}}', { username })}
            </Anchor>
          ))}
        </Group>
      </FoldedNotice>
    </Box>
  );
}
