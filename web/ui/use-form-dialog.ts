import { useState } from 'react';

/**
 * A dialog that adds a thing or edits one: what is edited, the form so far, and what is wrong with
 * it. `initialForm` answers what the form starts with.
 */
export function useFormDialog<Target, Form, Problems extends object>(
  initialForm: (edited: Target | undefined) => Form,
) {
  const [edited, setEdited] = useState<Target>();
  const [isOpen, setIsOpen] = useState(false);
  const [form, setForm] = useState(() => initialForm(undefined));
  const [problems, setProblems] = useState<Partial<Problems>>({});

  const open = (target?: Target) => {
    setEdited(target);
    setForm(initialForm(target));
    setProblems({});
    setIsOpen(true);
  };
  const change = (part: Partial<Form>) => {
    setForm((current) => ({ ...current, ...part }));
    // A field that is being corrected is no longer wrong.
    setProblems(
      (current) =>
        Object.fromEntries(
          Object.entries(current).filter(([field]) => !(field in part)),
        ) as Partial<Problems>,
    );
  };
  return {
    edited,
    isOpen,
    form,
    problems,
    open,
    close: () => setIsOpen(false),
    change,
    setProblems,
  };
}

/** Builds a dialog's state for the component that shows it. */
export type FormDialogState<Target, Form, Problems extends object> = ReturnType<
  typeof useFormDialog<Target, Form, Problems>
>;
