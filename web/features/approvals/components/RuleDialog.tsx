import { Switch, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AMOUNT_KINDS, MAX_APPROVALS } from '#contract/approvals/rules.ts';
import type { ApprovalRule } from '#contract/approvals/schema.ts';
import { errorTable } from '#contract/shared/errors.ts';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import type { FormDialogState } from '#web/ui/dialog/use-form-dialog.ts';
import { kindLabels, type RuleForm, type RuleProblems, thresholdOf } from '../model.ts';
import { useSaveRule } from '../queries.ts';

type RuleDialogProps = { state: FormDialogState<ApprovalRule, RuleForm, RuleProblems> };

export function RuleDialog({ state }: RuleDialogProps) {
  const { t } = useTranslation();
  const { edited, form } = state;
  const save = useSaveRule(state.close);
  const submit = ({ isActive, threshold, approvals }: RuleForm) => {
    const thresholdPaise = thresholdOf(threshold);
    if (!edited || thresholdPaise === undefined) return;
    const { kind } = edited;
    save.mutate({ kind, isActive, thresholdPaise, approvals: Number(approvals) });
  };
  return (
    <FormDialog
      opened={state.isOpen}
      onClose={state.close}
      title={edited ? kindLabels(t)[edited.kind] : t('Rule')}
      submitLabel={t('Save')}
      pendingLabel={t('Saving...')}
      pending={save.isPending}
      failure={null}
      form={form}
      onSubmit={submit}
      size="sm"
    >
      <Switch label={t('Needs a second approval')} {...form.checkbox('isActive')} />
      {edited && AMOUNT_KINDS.includes(edited.kind) && (
        <TextInput
          label={t('Above the amount')}
          description={t(
            'Empty: every amount. Amounts of one admin for one account on a day are added up.',
          )}
          leftSection={<Text aria-hidden>₹</Text>}
          inputMode="decimal"
          autoComplete="off"
          {...form.field('threshold')}
          error={form.problems.threshold && t(errorTable.INVALID_BALANCE.message)}
        />
      )}
      <TextInput
        label={t('Confirmations needed')}
        description={t('From 1 to {{maximum}}, by different admins', { maximum: MAX_APPROVALS })}
        inputMode="numeric"
        maxLength={1}
        autoComplete="off"
        {...form.field('approvals')}
        error={
          form.problems.approvals &&
          t('Please enter a whole number from 1 to {{maximum}}.', { maximum: MAX_APPROVALS })
        }
      />
    </FormDialog>
  );
}
