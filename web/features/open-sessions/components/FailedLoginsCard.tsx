import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/i18n/format.ts';
import { Card } from '#web/ui/Card.tsx';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { useFailedLogins } from '../queries.ts';

/** The newest failed logins to the account of the signed-in person. */
export function FailedLoginsCard() {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const { data, isPending, isLoadingError, error, refetch } = useFailedLogins();
  return (
    <Card
      title={t('Failed logins')}
      description={t(
        'Somebody entered your username with a wrong password or code. If you do not know the place, change your password.',
      )}
    >
      {data && data.rows.length > 0 && (
        <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {data.rows.map(({ id, at, network, attempts }) => (
            <Group component="li" key={id} justify="space-between" gap="sm">
              <Text size="sm">{dateTime(at)}</Text>
              <Text size="sm" c="dimmed">
                {t('{{count}} attempts', { count: attempts })}
                {network !== null && ` · ${t('Network {{network}}', { network })}`}
              </Text>
            </Group>
          ))}
        </Stack>
      )}
      {data?.rows.length === 0 && <Text size="sm">{t('No failed logins.')}</Text>}
      {isPending && <Skeleton height="3rem" />}
      {isLoadingError && (
        <ErrorState
          message={t('Failed to load the failed logins')}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
    </Card>
  );
}
