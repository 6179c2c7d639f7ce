import { Group, Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { availablePaise } from '#contract/balances/rules.ts';
import { MAX_REASON_LENGTH } from '#contract/review/rules.ts';
import { formatRupees } from '#contract/shared/money.ts';
import { useOfferedReasons } from '#web/features/settings/queries.ts';
import { useReasonText } from '#web/features/transactions/hooks/use-reason-text.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import type { BalanceUpdate } from '../hooks/use-balance-update.ts';
import {
  BALANCE_WAYS,
  type BalanceForm,
  type BalanceWay,
  wantedBalance,
} from '../model/balance-form.ts';

/** Sets a user's balance or changes it by an amount; the ledger records the difference. */
export function BalanceDialog({ update }: { update: BalanceUpdate }) {
  const { t } = useTranslation();
  const { user: target, isChanged } = update;
  const { form } = update.dialog;
  const texts = useTexts();
  return (
    <FormDialog
      opened={update.dialog.isOpen}
      onClose={update.dialog.close}
      title={t('Update User Balance')}
      submitLabel={t('Update Balance')}
      pendingLabel={t('Updating...')}
      pending={update.isPending}
      // Problems of the amount are shown at its field; after other failures the dialog closes.
      failure={null}
      form={form}
      onSubmit={update.submit}
      // Specification: submitting without an amount does nothing.
      isBlank={form.values.amount.trim() === ''}
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
      <Radio.Group aria-label={t('How to change the balance')} {...form.field('way')}>
        <Group gap="md">
          {BALANCE_WAYS.map((way) => (
            <Radio key={way} value={way} label={texts.ways[way]} />
          ))}
        </Group>
      </Radio.Group>
      <TextInput
        label={texts.amount[form.values.way]}
        description={target && texts.limit(form.values.way, target)}
        type="number"
        inputMode="decimal"
        min={0}
        step={0.01}
        autoComplete="off"
        {...form.field('amount')}
        // Scrolling the mouse wheel over a focused number input would change the amount.
        onWheel={(event) => event.currentTarget.blur()}
        error={form.problems.amount}
        data-autofocus
      />
      {target && <Difference form={form.values} balancePaise={target.balancePaise} />}
      {update.limits && (
        <Text size="sm" c="dimmed">
          {t('{{remaining}} of {{limit}} remain for your adjustments today.', {
            remaining: formatRupees(update.limits.remainingPaise),
            limit: formatRupees(update.limits.dayPaise),
          })}
        </Text>
      )}
      <ReasonSelect update={update} />
      <TextInput
        label={t('Reason')}
        description={t('The user sees it in the passbook.')}
        maxLength={MAX_REASON_LENGTH}
        autoComplete="off"
        {...form.field('reason')}
        error={form.problems.reason}
      />
    </FormDialog>
  );
}

/** Selects a canned reason, which the typed one may complete. */
function ReasonSelect({ update }: { update: BalanceUpdate }) {
  const { t } = useTranslation();
  const textOf = useReasonText();
  const { data: offered = [], isError } = useOfferedReasons('adjustment');
  return (
    <Select
      label={t('Usual reason')}
      placeholder={t('Select a reason (optional)')}
      data={offered.map(({ id, texts }) => ({ value: id, label: textOf(texts) }))}
      {...update.dialog.form.field('reasonId')}
      error={isError ? t('Failed to load the reasons') : undefined}
      comboboxProps={{ withinPortal: true }}
      clearButtonProps={{ 'aria-label': t('Clear', { context: 'field' }) }}
      clearable
    />
  );
}

function useTexts() {
  const { t } = useTranslation();
  const ways: Record<BalanceWay, string> = {
    set: t('Set balance'),
    add: t('Add an amount'),
    subtract: t('Subtract an amount'),
  };
  const amount: Record<BalanceWay, string> = {
    set: t('New Balance (₹)'),
    add: t('Amount to add (₹)'),
    subtract: t('Amount to subtract (₹)'),
  };
  const limit = (way: BalanceWay, user: { balancePaise: number; heldPaise: number }) => {
    if (way === 'subtract')
      return t('Up to {{amount}}', { amount: formatRupees(availablePaise(user)) });
    if (way === 'add' || user.heldPaise === 0) return undefined;
    const held = formatRupees(user.heldPaise);
    return t('At least {{held}}, which is on hold for withdrawals', { held });
  };
  return { ways, amount, limit };
}

/** Shows the resulting change of the balance; renders nothing if there is none. */
function Difference({ form, balancePaise }: { form: BalanceForm; balancePaise: number }) {
  const { t } = useTranslation();
  const wanted = wantedBalance(form, balancePaise) ?? balancePaise;
  const difference = wanted - balancePaise;
  const amount = formatRupees(Math.abs(difference));
  return (
    <Group justify="space-between" gap="xs" role="status" mih="1.45em">
      <Text size="sm" fw={600}>
        {difference > 0 && t('Credits {{amount}}', { amount })}
        {difference < 0 && t('Debits {{amount}}', { amount })}
      </Text>
      {difference !== 0 && form.way !== 'set' && (
        <Text size="sm">{t('New balance: {{balance}}', { balance: formatRupees(wanted) })}</Text>
      )}
    </Group>
  );
}
