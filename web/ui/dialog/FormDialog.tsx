import { focusFirstInvalid } from '../../lib/page/focus.ts';
import { type CheckedForm, useShowFailure } from '../form/use-checked-form.ts';
import { ActionDialog, type ActionDialogProps } from './ActionDialog.tsx';
import { useDiscardGuard } from './use-discard-guard.tsx';

type FormDialogProps<Values extends object, Problems extends object> = Omit<
  ActionDialogProps,
  'onSubmit' | 'onCancel' | 'closeOnEscape'
> & {
  form: CheckedForm<Values, Problems>;
  /** Called with valid values only. */
  onSubmit: (values: Values) => void;
  /** Why the last call failed; shown in the form until the next change. Null if the caller shows it. */
  failure: Error | null;
  /** If true, submitting does nothing, because nothing was entered yet. */
  isBlank?: boolean;
};

/** A form in a dialog. Only Cancel discards typed input without a confirmation. */
export function FormDialog<Values extends object, Problems extends object>(
  props: FormDialogProps<Values, Problems>,
) {
  const { form, onSubmit, failure, isBlank = false, ...dialog } = props;
  useShowFailure(form, failure);
  const { opened, onClose, submitDisabled = false } = dialog;
  const guard = useDiscardGuard({
    isDirty: () => opened && !submitDisabled && form.isDirty(),
    discard: form.discard,
  });
  return (
    <>
      <ActionDialog
        {...dialog}
        onClose={() => guard.ask(onClose)}
        onCancel={onClose}
        closeOnEscape={!guard.isAsking}
        error={dialog.error ?? form.error}
        onSubmit={(element) => {
          if (!isBlank) form.submit(onSubmit, () => focusFirstInvalid(element));
        }}
      />
      {guard.question}
    </>
  );
}
