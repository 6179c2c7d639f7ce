import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { StatementAccount } from '#contract/statements/schema.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { useCan } from '#web/lib/session/permissions.ts';
import { AddButton } from '#web/ui/page/EntityPage.tsx';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { QueryTable } from '#web/ui/table/QueryTable.tsx';
import type { Column } from '#web/ui/table/ResponsiveTable.tsx';
import { RowButton } from '#web/ui/table/RowControls.tsx';
import { NamedRowMenu } from '#web/ui/table/RowMenu.tsx';
import { useRowApprovals } from '../../approvals/components/RowApprovals.tsx';
import { DepositAccountDialog } from '../../deposit-accounts/DepositAccountDialog.tsx';
import { useDepositAccountDialog, useDepositAccounts } from '../../deposit-accounts/queries.ts';
import { useAccountDialog, useStatementAccounts } from '../queries.ts';
import { AccountDialog } from './AccountDialog.tsx';

type RowProps = { account: StatementAccount };
type OnEdit = ((account: StatementAccount) => void) | undefined;
/** The details for deposits in a row of an account. */
type Deposits = {
  stateOf: (account: StatementAccount) => ReactNode;
  onEdit: OnEdit;
};

/** The operator's bank accounts. */
export function AccountList() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const accounts = useStatementAccounts();
  const dialog = useAccountDialog();
  const mayChange = useCan('statements:import');
  const onEdit = mayChange ? dialog.open : undefined;
  const { deposits, dialogs } = useDeposits();
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
        columns={useColumns(onEdit, deposits)}
        rowKey={({ id }) => id}
        card={(account) => <AccountCard account={account} onEdit={onEdit} deposits={deposits} />}
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
      {dialogs}
    </>
  );
}

/** The state of each account's details for deposits, and the dialog that changes them. */
function useDeposits(): { deposits: Deposits; dialogs: ReactNode } {
  const { t } = useTranslation();
  const { data } = useDepositAccounts();
  const dialog = useDepositAccountDialog();
  const waiting = useRowApprovals('qrCode');
  const mayChange = useCan('payment-details:manage');
  const detailsOf = (id: string) => data?.find((details) => details.id === id);
  return {
    deposits: {
      stateOf: ({ id }) => {
        const details = detailsOf(id);
        const hidden = details ? t('Hidden') : '—';
        return (
          <Stack gap="2xs" align="flex-start">
            <Text size="sm">{details?.isActive ? t('Shown to users') : hidden}</Text>
            {waiting.showWaiting(id)}
          </Stack>
        );
      },
      onEdit:
        mayChange && data
          ? ({ id, name }) => dialog.open({ id, name, details: detailsOf(id) })
          : undefined,
    },
    dialogs: (
      <>
        <DepositAccountDialog dialog={dialog} />
        {waiting.dialog}
      </>
    ),
  };
}

function useColumns(onEdit: OnEdit, deposits: Deposits): Column<StatementAccount>[] {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return [
    { key: 'name', header: t('Name'), width: '25%', cell: (row) => <Name account={row} /> },
    { key: 'number', header: t('Account number'), cell: numberOf },
    { key: 'status', header: t('Status'), cell: (row) => <Status account={row} /> },
    { key: 'deposits', header: t('For deposits'), cell: deposits.stateOf },
    { key: 'created', header: t('Created'), cell: ({ createdAt }) => dateTime(createdAt) },
    ...(onEdit || deposits.onEdit
      ? [
          {
            key: 'actions',
            header: t('Actions'),
            align: 'right' as const,
            cell: (row: StatementAccount) => (
              <RowButtons account={row} onEdit={onEdit} deposits={deposits} />
            ),
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

type RowButtonsProps = RowProps & { onEdit: OnEdit; deposits: Deposits };

function RowButtons({ account, onEdit, deposits }: RowButtonsProps) {
  const { t } = useTranslation();
  const { onEdit: onEditDetails } = deposits;
  const { name } = account;
  const details = onEditDetails && {
    text: t('Details for deposits'),
    label: t('Details for deposits: {{name}}', { name }),
    onChoose: () => onEditDetails(account),
  };
  return (
    <div>
      {onEdit && (
        <RowButton aria-label={t('Edit {{name}}', { name })} onClick={() => onEdit(account)}>
          {t('Edit')}
        </RowButton>
      )}
      {details && <NamedRowMenu name={name} actions={[details]} />}
    </div>
  );
}

function AccountCard({ account, onEdit, deposits }: RowButtonsProps) {
  const { t } = useTranslation();
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap="2xs" miw={0}>
          <Name account={account} />
          <Text size="sm" c="dimmed">
            {numberOf(account)}
          </Text>
        </Stack>
        <Status account={account} />
      </Group>
      <div>
        <Text size="xs" c="dimmed">
          {t('For deposits')}
        </Text>
        {deposits.stateOf(account)}
      </div>
      <RowButtons account={account} onEdit={onEdit} deposits={deposits} />
    </Stack>
  );
}
