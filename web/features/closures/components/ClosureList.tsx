import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ClosureRow } from '#contract/closures/schema.ts';
import { formatRupees } from '#contract/shared/money.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useCan } from '#web/lib/session/permissions.ts';
import { IconX } from '#web/ui/icons/IconX.ts';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { PagedTable } from '#web/ui/table/PagedTable.tsx';
import { RowLink } from '#web/ui/table/RowControls.tsx';
import { NamedRowMenu } from '#web/ui/table/RowMenu.tsx';
import { useClosures } from '../queries.ts';
import { RefuseClosureDialog, useRefusal } from './RefuseClosureDialog.tsx';

type RowProps = { row: ClosureRow };
type ActionsProps = RowProps & { onRefuse: (row: ClosureRow) => void };

/** Open closure requests. The account is deleted on the user's page. */
export function ClosureList() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const closures = useClosures(true);
  const refusal = useRefusal();
  const refuse = ({ id, userId }: ClosureRow) => refusal.open({ id, userId });
  return (
    <>
      <PagedTable
        query={closures}
        failed={errorText(closures.error, t('Failed to fetch closure requests'))}
        caption={t('Closure requests')}
        columns={[
          { key: 'user', header: t('User'), cell: (row) => <UserLink row={row} /> },
          { key: 'date', header: t('Date'), cell: (row) => <Time row={row} /> },
          { key: 'reason', header: t('Reason'), cell: (row) => <Reason row={row} /> },
          {
            key: 'balance',
            header: t('Balance'),
            align: 'right',
            cell: (row) => formatRupees(row.balancePaise),
          },
          {
            key: 'actions',
            header: t('Actions'),
            align: 'right',
            cell: (row) => <Actions row={row} onRefuse={refuse} />,
            isOneLine: true,
          },
        ]}
        rowKey={(row) => row.id}
        card={(row) => (
          <Stack gap="sm">
            <Group justify="space-between">
              <UserLink row={row} />
              <Time row={row} />
            </Group>
            <Reason row={row} />
            <Actions row={row} onRefuse={refuse} />
          </Stack>
        )}
        empty={<EmptyState picture="people" title={t('No closure requests')} />}
      />
      <RefuseClosureDialog state={refusal} />
    </>
  );
}

function UserLink({ row }: RowProps) {
  return (
    <Anchor
      size="sm"
      fw={600}
      renderRoot={(props) => <Link {...props} to={paths.admin.user(row.userId)} />}
    >
      {row.name}
    </Anchor>
  );
}

function Time({ row }: RowProps) {
  const { dateTime } = useFormat();
  return <Text size="sm">{dateTime(row.createdAt)}</Text>;
}

function Reason({ row }: RowProps) {
  const { t } = useTranslation();
  return (
    <Text size="sm" c={row.reason ? undefined : 'dimmed'}>
      {row.reason || t('No reason given')}
    </Text>
  );
}

/** The account is deleted on the user's page. */
function Actions({ row, onRefuse }: ActionsProps) {
  const { t } = useTranslation();
  const mayManage = useCan('users:manage');
  const refusal = {
    text: t('Reject'),
    label: `${t('Reject')}: ${row.username}`,
    icon: <IconX size={18} />,
    onChoose: () => onRefuse(row),
  };
  return (
    <div>
      <RowLink to={paths.admin.user(row.userId)} label={`${t('View')}: ${row.username}`}>
        {t('View')}
      </RowLink>
      {mayManage && <NamedRowMenu name={row.username} actions={[refusal]} />}
    </div>
  );
}
