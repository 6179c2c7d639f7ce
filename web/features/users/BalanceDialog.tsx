import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatRupees, parseRupees } from '#contract/money.ts';
import { MAX_REASON_LENGTH } from '#contract/rules.ts';
import { Amount } from '../../ui/Amount.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { StateAlert } from '../../ui/StateAlert.tsx';
import type { BalanceUpdate } from './use-balance-update.ts';

/** Sets a user's balance; the ledger books the difference. */
export function BalanceDialog({ update }: { update: BalanceUpdate }) {
  const { t } = useTranslation();
  const { user: target, isChanged } = update;
  const { form } = update.dialog;
  return (
    <FormDialog
      opened={update.dialog.isOpen}
      onClose={update.dialog.close}
      title={t('Update User Balance')}
      submitLabel={t('Update Balance')}
      pendingLabel={t('Updating...')}
      pending={update.isPending}
      form={form}
      onSubmit={update.submit}
      // The specification: nothing happens without an amount.
      isBlank={form.values.newBalance.trim() === ''}
      size="sm"
    >
      {target && (
        <Group justify="space-between" wrap="nowrap">
          <Stack gap={0} miw={0}>
            <Text fw={600} truncate>
              {target.name}
            </Text>
            <Text size="sm" c="dimmed" truncate>
              @{target.username}
            </Text>
          </Stack>
          <Stack gap={0} ta="right">
            <Amount paise={target.balancePaise} fw={600} size="md" />
            <Text size="sm" c="dimmed">
              {t('Current Balance')}
            </Text>
          </Stack>
        </Group>
      )}
      {target && isChanged && (
        <StateAlert state="warning" role="status">
          {t('The balance changed meanwhile. It is {{balance}} now.', {
            balance: formatRupees(target.balancePaise),
          })}
        </StateAlert>
      )}
      <TextInput
        label={t('New Balance (₹)')}
        description={
          target && target.heldPaise > 0
            ? t('At least {{held}}, which is on hold for withdrawals', {
                held: formatRupees(target.heldPaise),
              })
            : undefined
        }
        type="number"
        inputMode="decimal"
        min={0}
        step={0.01}
        autoComplete="off"
        {...form.field('newBalance')}
        // Turning the wheel over a focused number would change the amount unseen.
        onWheel={(event) => event.currentTarget.blur()}
        error={form.problems.newBalance}
        data-autofocus
      />
      {target && <Difference typed={form.values.newBalance} balancePaise={target.balancePaise} />}
      <TextInput
        label={t('Reason (optional)')}
        description={t('The user sees it in the passbook.')}
        maxLength={MAX_REASON_LENGTH}
        autoComplete="off"
        {...form.field('reason')}
      />
    </FormDialog>
  );
}

/** What setting the balance would do to it; nothing while it would do nothing. */
function Difference({ typed, balancePaise }: { typed: string; balancePaise: number }) {
  const { t } = useTranslation();
  const difference = (parseRupees(typed) ?? balancePaise) - balancePaise;
  const amount = formatRupees(Math.abs(difference));
  return (
    <Text size="sm" fw={600} role="status" mih="1.45em">
      {difference > 0 && t('Credits {{amount}}', { amount })}
      {difference < 0 && t('Debits {{amount}}', { amount })}
    </Text>
  );
}
