import { ActionIcon, Button, Group, Paper, Stack, Text, ThemeIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BankAccount } from '#contract/bank-accounts/schema.ts';
import { IconBuildingBank } from '#web/ui/icons/IconBuildingBank.ts';
import { IconTrash } from '#web/ui/icons/IconTrash.ts';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { ACTION_COLORS } from '#web/ui/state/states.ts';
import { useSetDefaultBankAccount } from '../queries.ts';
import { AccountNumber } from './AccountNumber.tsx';
import classes from './BankAccountCard.module.css';

type BankAccountCardProps = { account: BankAccount; onDelete: () => void };

export function BankAccountCard({ account, onDelete }: BankAccountCardProps) {
  return (
    <Paper component="li" withBorder p="md" className={classes.card}>
      <Stack gap="md" h="100%" justify="space-between">
        <Group wrap="nowrap" align="flex-start" gap="sm">
          <ThemeIcon variant="light" size="xl" radius="md" aria-hidden>
            <IconBuildingBank />
          </ThemeIcon>
          <AccountLines account={account} />
        </Group>
        <CardActions account={account} onDelete={onDelete} />
      </Stack>
    </Paper>
  );
}

export function AccountLines({ account }: { account: BankAccount }) {
  const { t } = useTranslation();
  return (
    <Stack gap="3xs" flex={1} miw={0}>
      <Group gap="xs" justify="space-between" align="flex-start">
        <Text fw={600} className={classes.wrap}>
          {account.bankName}
        </Text>
        {account.isDefault && <StateBadge state="active" word={t('Default')} />}
      </Group>
      <AccountNumber masked={account.maskedAccountNumber} />
      <Text size="sm" c="dimmed" className={classes.wrap}>
        {account.accountHolderName}
      </Text>
      {account.ifscCode && (
        <Text size="xs" c="dimmed">
          {t('IFSC {{code}}', { code: account.ifscCode })}
        </Text>
      )}
    </Stack>
  );
}

function CardActions({ account, onDelete }: BankAccountCardProps) {
  const { t } = useTranslation();
  const setDefault = useSetDefaultBankAccount();
  const digits = account.maskedAccountNumber.slice(-4);
  return (
    <Group justify="space-between" gap="xs" wrap={account.isDefault ? 'nowrap' : 'wrap'}>
      {account.isDefault ? (
        <Text size="xs" c="dimmed">
          {t('Selected by default when you withdraw')}
        </Text>
      ) : (
        <Button
          size="compact-sm"
          variant="light"
          loading={setDefault.isPending}
          onClick={() => setDefault.mutate({ id: account.id })}
          aria-label={t('Set as default: {{bank}} account ending in {{digits}}', {
            bank: account.bankName,
            digits,
          })}
        >
          {t('Set as default')}
        </Button>
      )}
      <ActionIcon
        variant="subtle"
        color={ACTION_COLORS.destroy}
        size="lg"
        onClick={onDelete}
        aria-label={t('Delete {{bank}} account ending in {{digits}}', {
          bank: account.bankName,
          digits,
        })}
      >
        <IconTrash size={18} />
      </ActionIcon>
    </Group>
  );
}
