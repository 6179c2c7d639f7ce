import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MAX_NOT_OURS_NOTE } from '#contract/reconciliation/rules.ts';
import type { UnclaimedLine } from '#contract/reconciliation/schema.ts';
import { errorTable } from '#contract/shared/errors.ts';
import { useRequestKeys } from '#web/lib/api/request-key.ts';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { useFormDialog } from '#web/ui/dialog/use-form-dialog.ts';
import { useMarkNotOurs } from '../queries.ts';
import { LineCell } from './LineCell.tsx';

export function useNotOurs() {
  return useFormDialog<UnclaimedLine, { note: string }, { note: true }>({
    initialValues: () => ({ note: '' }),
    findProblems: ({ note }) => (note.trim() === '' ? { note: true } : {}),
  });
}

/** Marks received money as not for the wallet, with a reason for the audit log. */
export function NotOursDialog({ state }: { state: ReturnType<typeof useNotOurs> }) {
  const { t } = useTranslation();
  const { edited, form } = state;
  const keys = useRequestKeys();
  const mark = useMarkNotOurs(() => {
    keys.renew();
    state.close();
  });
  return (
    <FormDialog
      opened={state.isOpen}
      onClose={state.close}
      title={t('Not for us')}
      submitLabel={t('Save')}
      pendingLabel={t('Saving...')}
      pending={mark.isPending}
      failure={mark.error}
      form={form}
      onSubmit={({ note }) =>
        edited &&
        mark.mutate({ lineId: edited.id, note, requestKey: keys.keyFor([edited.id, note]) })
      }
      size="sm"
    >
      {edited && <LineCell line={edited} />}
      <Textarea
        label={t('Reason')}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={MAX_NOT_OURS_NOTE}
        error={form.problems.note && t(errorTable.NOT_OURS_REASON_REQUIRED.message)}
        data-autofocus
        {...form.field('note')}
      />
    </FormDialog>
  );
}
