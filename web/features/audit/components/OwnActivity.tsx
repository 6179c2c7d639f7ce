import { Group, List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OwnActivity as Activity } from '#contract/audit/schema.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { PagedList } from '#web/ui/table/PagedTable.tsx';
import { actionLabel } from '../model/labels.ts';
import { useOwnActivity } from '../queries.ts';

/** Lists the records about the signed-in user. */
export function OwnActivity() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const activity = useOwnActivity();
  return (
    <Card
      title={t('Account activity')}
      description={t('Logins, changes of your account and decisions about your requests')}
    >
      <PagedList
        query={activity}
        failed={errorText(activity.error, t('Failed to fetch your account activity'))}
      >
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState picture="records" title={t('No records found')} />
          ) : (
            <List
              listStyleType="none"
              spacing="sm"
              styles={{ itemWrapper: { width: '100%' }, itemLabel: { width: '100%' } }}
            >
              {rows.map((row) => (
                <List.Item key={row.id}>
                  <Entry row={row} />
                </List.Item>
              ))}
            </List>
          )
        }
      </PagedList>
    </Card>
  );
}

function Entry({ row }: { row: Activity }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return (
    <Group justify="space-between" align="flex-start" gap="xs">
      <Stack gap={0}>
        <Text size="sm" fw={500}>
          {actionLabel(t, row.action)}
        </Text>
        {row.ip && (
          <Text size="xs" c="dimmed">
            {row.ip}
          </Text>
        )}
      </Stack>
      <Text size="sm" c="dimmed">
        {dateTime(row.createdAt)}
      </Text>
    </Group>
  );
}
