import { useState } from 'react';
import { useCheckedForm } from '../form/use-checked-form.ts';

export type FormDialogOptions<Target, Values, Problems> = {
  initialValues: (edited: Target | undefined) => Values;
  findProblems?: (values: Values, edited: Target | undefined) => Partial<Problems>;
};

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

export type FormDialogState<
  Target,
  Values extends object,
  Problems extends object = object,
> = ReturnType<typeof useFormDialog<Target, Values, Problems>>;
