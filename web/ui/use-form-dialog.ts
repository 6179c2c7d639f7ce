import { useState } from 'react';
import { useCheckedForm } from './use-checked-form.ts';

type FormDialogOptions<Target, Values, Problems> = {
  /** What the form starts with, for what is edited or for something new. */
  initialValues: (edited: Target | undefined) => Values;
  findProblems?: (values: Values, edited: Target | undefined) => Partial<Problems>;
};

/** A dialog that adds a thing or edits one: what is edited, and the form so far. */
export function useFormDialog<Target, Values extends object, Problems extends object = object>({
  initialValues,
  findProblems,
}: FormDialogOptions<Target, Values, Problems>) {
  const [edited, setEdited] = useState<Target>();
  const [isOpen, setIsOpen] = useState(false);
  const form = useCheckedForm<Values, Problems>({
    initialValues: initialValues(undefined),
    findProblems: (values) => findProblems?.(values, edited) ?? {},
  });
  const open = (target?: Target) => {
    setEdited(target);
    form.start(initialValues(target));
    setIsOpen(true);
  };
  return { edited, isOpen, form, open, close: () => setIsOpen(false) };
}

/** A dialog's state for the component that shows it. */
export type FormDialogState<
  Target,
  Values extends object,
  Problems extends object = object,
> = ReturnType<typeof useFormDialog<Target, Values, Problems>>;
