import { Button, Group, Paper, SimpleGrid, Skeleton, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BankAccount } from '#contract/bank-accounts/schema.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { IconPlus } from '#web/ui/icons/IconPlus.ts';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { EmptyState } from '#web/ui/state/EmptyState.tsx';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { useBankAccounts, useRemoveBankAccount } from '../queries.ts';
import { AddBankAccountDialog } from './AddBankAccountDialog.tsx';
import classes from './BankAccountCard.module.css';
import { BankAccountCard } from './BankAccountCard.tsx';

const COLUMNS = { base: 1, sm: 2, lg: 3 };

type BankAccountsSectionProps = {
  /** True if the accounts are the whole page: its heading is theirs. */
  isPage?: boolean;
};

/** The user's accounts as cards: add, delete, or choose the default. */
export function BankAccountsSection({ isPage = false }: BankAccountsSectionProps) {
  const { t } = useTranslation();
  const [isAdding, setIsAdding] = useState(false);
  const { data: accounts } = useBankAccounts();
  const heading = t('Your Bank Accounts');
  const add = (
    <Button
      variant="light"
      leftSection={<IconPlus size={16} />}
      disabled={!accounts}
      onClick={() => setIsAdding(true)}
    >
      {t('Add Bank Account')}
    </Button>
  );
  return (
    <section aria-label={heading}>
      {isPage ? (
        <PageHeader
          title={heading}
          subtitle={t('Where your withdrawals are paid out')}
          actions={add}
        />
      ) : (
        <Group justify="space-between" mb="md">
          <Title order={2} size="h4">
            {heading}
          </Title>
          {add}
        </Group>
      )}
      <Accounts />
      {accounts && (
        <AddBankAccountDialog
          opened={isAdding}
          onClose={() => setIsAdding(false)}
          isFirst={accounts.length === 0}
        />
      )}
    </section>
  );
}

function Accounts() {
  const { t } = useTranslation();
  const { data: accounts, isPending, isError, refetch } = useBankAccounts();
  const [deleting, setDeleting] = useState<BankAccount>();
  if (isPending) return <CardSkeletons />;
  if (isError) {
    return (
      <Paper withBorder>
        <ErrorState message={t('Failed to fetch bank accounts')} onRetry={() => void refetch()} />
      </Paper>
    );
  }
  if (accounts.length === 0) return <NoAccounts />;
  return (
    <>
      <SimpleGrid component="ul" cols={COLUMNS} className={classes.grid}>
        {accounts.map((account) => (
          <BankAccountCard
            key={account.id}
            account={account}
            onDelete={() => setDeleting(account)}
          />
        ))}
      </SimpleGrid>
      <DeleteBankAccountDialog account={deleting} onClose={() => setDeleting(undefined)} />
    </>
  );
}

function NoAccounts() {
  const { t } = useTranslation();
  return (
    <Paper withBorder>
      <EmptyState
        picture="bank"
        title={t('No bank accounts yet')}
        description={t('Add the account that your withdrawals should be paid out to.')}
      />
    </Paper>
  );
}

function CardSkeletons() {
  return (
    <SimpleGrid cols={COLUMNS} aria-busy>
      <Skeleton height="9rem" radius="lg" />
      <Skeleton height="9rem" radius="lg" />
    </SimpleGrid>
  );
}

type DeleteBankAccountDialogProps = { account: BankAccount | undefined; onClose: () => void };

function DeleteBankAccountDialog({ account, onClose }: DeleteBankAccountDialogProps) {
  const { t } = useTranslation();
  const remove = useRemoveBankAccount(onClose);
  const [last, setLast] = useState(account);
  // Keeps the account while the dialog fades out, so that its text does not change.
  if (account && account !== last) setLast(account);
  return (
    <ConfirmDialog
      opened={account !== undefined}
      onClose={onClose}
      title={t('Delete bank account')}
      message={t('Are you sure you want to delete the {{bank}} account ending in {{digits}}?', {
        bank: last?.bankName,
        digits: last?.maskedAccountNumber.slice(-4),
      })}
      confirmLabel={t('Delete')}
      pendingLabel={t('Deleting...')}
      pending={remove.isPending}
      onConfirm={() => account && remove.mutate({ id: account.id })}
      danger
    />
  );
}
