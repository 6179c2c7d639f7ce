import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { StatementAccount } from '#contract/statements/schema.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { useCan } from '#web/lib/session/permissions.ts';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { AddButton } from '#web/ui/table/EntityPage.tsx';
import { QueryTable } from '#web/ui/table/QueryTable.tsx';
import type { Column } from '#web/ui/table/ResponsiveTable.tsx';
import { useAccountDialog, useStatementAccounts } from '../queries.ts';
import { AccountDialog } from './AccountDialog.tsx';

type RowProps = { account: StatementAccount };
type OnEdit = ((account: StatementAccount) => void) | undefined;

/** The operator's bank accounts. */
export function AccountList() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const accounts = useStatementAccounts();
  const dialog = useAccountDialog();
  const mayChange = useCan('statements:import');
  const onEdit = mayChange ? dialog.open : undefined;
  const add = mayChange && <AddButton label={t('Add account')} onClick={() => dialog.open()} />;
  return (
    <>
      {accounts.data && accounts.data.length > 0 && (
        <Group justify="flex-end" mb="md">
          {add}
        </Group>
      )}
      <QueryTable
        query={accounts}
        isDialogOpen={dialog.isOpen}
        failed={errorText(accounts.error, t('Failed to load bank accounts'))}
        columns={useColumns(onEdit)}
        rowKey={({ id }) => id}
        card={(account) => <AccountCard account={account} onEdit={onEdit} />}
        caption={t('Bank accounts of the operator')}
        empty={
          <EmptyState
            picture="list"
            title={t('No bank accounts yet')}
            description={t(
              'Add the account that users pay to. Its statements can then be imported.',
            )}
            action={add}
          />
        }
      />
      <AccountDialog dialog={dialog} />
    </>
  );
}

function useColumns(onEdit: OnEdit): Column<StatementAccount>[] {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return [
    { key: 'name', header: t('Name'), width: '40%', cell: (row) => <Name account={row} /> },
    { key: 'number', header: t('Account number'), cell: numberOf },
    { key: 'status', header: t('Status'), cell: (row) => <Status account={row} /> },
    { key: 'created', header: t('Created'), cell: ({ createdAt }) => dateTime(createdAt) },
    ...(onEdit
      ? [
          {
            key: 'actions',
            header: t('Actions'),
            align: 'right' as const,
            cell: (row: StatementAccount) => <EditButton account={row} onEdit={onEdit} />,
          },
        ]
      : []),
  ];
}

const numberOf = ({ lastFour }: StatementAccount) => (lastFour === null ? '—' : `XXXX${lastFour}`);

function Name({ account }: RowProps) {
  return (
    <Text size="sm" fw={600} lineClamp={2}>
      {account.name}
    </Text>
  );
}

function Status({ account }: RowProps) {
  return <StateBadge state={account.isActive ? 'active' : 'inactive'} />;
}

function EditButton({ account, onEdit }: RowProps & { onEdit: NonNullable<OnEdit> }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={t('Edit {{name}}', { name: account.name })}
      onClick={() => onEdit(account)}
    >
      {t('Edit')}
    </Button>
  );
}

function AccountCard({ account, onEdit }: RowProps & { onEdit: OnEdit }) {
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <Stack gap="2xs" miw={0}>
        <Name account={account} />
        <Text size="sm" c="dimmed">
          {numberOf(account)}
        </Text>
        <div>
          <Status account={account} />
        </div>
      </Stack>
      {onEdit && <EditButton account={account} onEdit={onEdit} />}
    </Group>
  );
}
