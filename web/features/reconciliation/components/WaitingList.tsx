import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/shared/money.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { paths } from '#web/lib/page/paths.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { IfCan } from '#web/ui/IfCan.tsx';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { PagedTable } from '#web/ui/table/PagedTable.tsx';
import { RowLink } from '#web/ui/table/RowControls.tsx';
import { useNotMatchedText } from '../hooks/use-up-to-text.ts';
import { useWaiting } from '../queries.ts';
import { RequestFacts } from './RequestFacts.tsx';

type RowProps = { row: AdminTransaction };

/** Pending deposits that were not matched with money of a statement. */
export function WaitingList() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const list = useWaiting();
  const notMatchedText = useNotMatchedText();
  const upTo = list.data?.pages[0]?.upTo;
  return (
    <PagedTable
      query={list}
      failed={errorText(list.error, t('Failed to fetch transactions'))}
      caption={t('Requests without money')}
      heading={upTo !== undefined && <Text mb="md">{notMatchedText(upTo)}</Text>}
      columns={[
        {
          key: 'amount',
          header: t('Amount'),
          align: 'right',
          width: '1%',
          cell: (row) => <Amount paise={row.amountPaise} fw={600} size="sm" />,
        },
        {
          key: 'request',
          header: t('Request'),
          width: '100%',
          isWide: true,
          cell: (row) => <RequestFacts request={row} />,
        },
        {
          key: 'actions',
          header: t('Actions'),
          align: 'right',
          cell: (row) => <DeskLink row={row} />,
        },
      ]}
      rowKey={({ id }) => id}
      card={(row) => (
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <RequestFacts request={row} />
          <Stack gap="2xs" align="flex-end">
            <Amount paise={row.amountPaise} fw={700} />
            <DeskLink row={row} />
          </Stack>
        </Group>
      )}
      empty={
        <EmptyState
          picture="inbox"
          title={t('No deposit waits for its money')}
          description={t(
            'Pending deposits that were not matched with a bank statement appear here.',
          )}
        />
      }
    />
  );
}

function DeskLink({ row }: RowProps) {
  const { t } = useTranslation();
  const subject = { amount: formatRupees(row.amountPaise), user: row.userName };
  return (
    <IfCan permission="requests:decide">
      <RowLink
        to={paths.admin.desk('deposit')}
        search={{ id: row.id }}
        label={t('Review {{amount}}, {{user}}', subject)}
      >
        {t('View')}
      </RowLink>
    </IfCan>
  );
}
