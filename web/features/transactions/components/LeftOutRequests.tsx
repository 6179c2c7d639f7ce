import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { worstGrade } from '#contract/transactions/warnings.ts';
import { paths } from '#web/lib/page/paths.ts';
import { RequestTable } from './RequestTable.tsx';

/** The requests that an approval of many leaves out, by grade of their warnings, each with a link to the review page. */
export function LeftOutRequests({ rows }: { rows: AdminTransaction[] }) {
  const { t } = useTranslation();
  const toLookAt = rows.filter((row) => worstGrade(row) === 'look');
  const stopped = rows.filter((row) => worstGrade(row) === 'stop');
  const groups = [
    { rows: toLookAt, label: t('{{count}} to look at', { count: toLookAt.length }) },
    { rows: stopped, label: t('{{count}} stopped', { count: stopped.length }) },
  ].filter((group) => group.rows.length > 0);
  if (groups.length === 0) return null;
  return (
    <Stack gap="xs">
      {groups.map((group) => (
        <Stack key={group.label} gap="2xs">
          <Text size="sm" fw={600}>
            {group.label}
          </Text>
          <RequestTable
            rows={group.rows}
            label={group.label}
            last={(row) => (
              <Anchor
                size="sm"
                renderRoot={(props) => (
                  <Link {...props} to={paths.admin.desk(row.type)} search={{ id: row.id }} />
                )}
              >
                {row.referenceId}
              </Anchor>
            )}
            areWarningsShown
          />
        </Stack>
      ))}
      <Text size="sm" c="dimmed">
        {t('These stay pending. Open each of them on the review page.')}
      </Text>
    </Stack>
  );
}
