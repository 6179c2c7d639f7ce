import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from './FormDialog.tsx';
import type { EntityDialogState } from './use-entity-dialog.ts';

type EntityDialogProps<
  Row extends { id: string },
  Values extends object,
  Problems extends object,
> = {
  dialog: EntityDialogState<Row, Values, Problems>;
  titles: { create: string; edit: string };
  submitLabels: { create: string; edit: string };
  children: ReactNode;
};

export function EntityDialog<
  Row extends { id: string },
  Values extends object,
  Problems extends object,
>({ dialog, titles, submitLabels, children }: EntityDialogProps<Row, Values, Problems>) {
  const { t } = useTranslation();
  const mode = dialog.edited ? 'edit' : 'create';
  return (
    <FormDialog
      opened={dialog.isOpen}
      onClose={dialog.close}
      title={titles[mode]}
      submitLabel={submitLabels[mode]}
      pendingLabel={dialog.edited ? t('Updating...') : t('Creating...')}
      pending={dialog.isPending}
      failure={dialog.failure}
      form={dialog.form}
      onSubmit={dialog.submit}
    >
      {children}
    </FormDialog>
  );
}
