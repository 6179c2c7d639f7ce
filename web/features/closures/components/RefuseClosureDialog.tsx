import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MAX_CLOSURE_REASON_LENGTH } from '#contract/closures/rules.ts';
import type { UserId } from '#contract/shared/base.ts';
import { errorTable } from '#contract/shared/errors.ts';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { useFormDialog } from '#web/ui/dialog/use-form-dialog.ts';
import { useRefuseClosure } from '../queries.ts';

type Refused = { id: string; userId: UserId };

export function useRefusal() {
  return useFormDialog<Refused, { reason: string }, { reason: true }>({
    initialValues: () => ({ reason: '' }),
    findProblems: ({ reason }) => (reason.trim() === '' ? { reason: true } : {}),
  });
}

/** Refuses a closure request with a reason that the user sees. */
export function RefuseClosureDialog({ state }: { state: ReturnType<typeof useRefusal> }) {
  const { t } = useTranslation();
  const { edited, form } = state;
  const refuse = useRefuseClosure(state.close);
  return (
    <FormDialog
      opened={state.isOpen}
      onClose={state.close}
      title={t('Reject the closure request')}
      submitLabel={t('Reject')}
      pendingLabel={t('Rejecting...')}
      pending={refuse.isPending}
      failure={refuse.error}
      form={form}
      onSubmit={({ reason }) => edited && refuse.mutate({ ...edited, reason })}
      size="sm"
    >
      <Textarea
        label={t('Reason')}
        description={t('The user sees it.')}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={MAX_CLOSURE_REASON_LENGTH}
        error={form.problems.reason && t(errorTable.CLOSURE_REASON_REQUIRED.message)}
        data-autofocus
        {...form.field('reason')}
      />
    </FormDialog>
  );
}
