import { type FormErrors, useForm } from '@mantine/form';
import {
  type ChangeEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/api/errors.ts';
import { forgetDraft, useSavedDraft } from '../../lib/session/saved-drafts.ts';
import { type Draft, hasConflict, mergeServerChanges } from './draft.ts';

type CheckedFormOptions<Values, Problems> = {
  initialValues: Values;
  findProblems?: (values: Values) => Partial<Problems>;
  /** Fields that are validated on blur. */
  checkedOnBlur?: (keyof Values & string)[];
  /** Name of the draft that is restored after the user's session ended. */
  draftKey?: string;
};

type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>;

export function useCheckedForm<Values extends object, Problems extends object = object>(
  options: CheckedFormOptions<Values, Problems>,
) {
  const [isChecked, setIsChecked] = useState(false);
  const [error, setError] = useState<ReactNode>();
  const [isOutdated, setIsOutdated] = useState(false);
  const form = useForm<Values>({
    initialValues: options.initialValues,
    // A new function on each render: otherwise the library uses its first `validateInputOnChange`.
    validate: (values) => ({ ...options.findProblems?.(values) }) as FormErrors,
    validateInputOnChange: isChecked,
    validateInputOnBlur: options.checkedOnBlur ?? false,
    onValuesChange: () => setError(undefined),
  });
  const { draftKey } = options;
  const kept = useSavedDraft<Draft<Values>>(
    draftKey,
    () =>
      form.isDirty() ? { saved: form.getInitialValues(), typed: form.getValues() } : undefined,
    form.values,
  );
  const resume = useEffectEvent((draft: Draft<Values>) =>
    form.setValues(mergeServerChanges(draft, form.getInitialValues()).typed),
  );
  useEffect(() => {
    if (kept) resume(kept);
  }, [kept]);
  return {
    values: form.values,
    isDirty: () => form.isDirty(),
    /** Whether a field that is being edited was saved elsewhere with another value. */
    isOutdated: isOutdated && form.isDirty(),
    isResumed: kept !== undefined,
    discard: () => {
      if (draftKey) forgetDraft(draftKey);
    },
    problems: form.errors as Partial<Problems>,
    setProblems: (problems: Partial<Problems>) => form.setErrors(problems as FormErrors),
    setProblem: (name: keyof Problems & string, problem: ReactNode) =>
      form.setErrors((others) => ({ ...others, [name]: problem })),
    /** Translated error of the whole form; cleared on the next change. */
    error,
    setError,
    start: (values: Values) => {
      if (draftKey) forgetDraft(draftKey);
      form.setInitialValues(values);
      form.setValues(values);
      setIsChecked(false);
      setError(undefined);
      setIsOutdated(false);
    },
    /** Applies values saved elsewhere to fields that are not being edited. */
    rebase: (saved: Values) => {
      const draft = { saved: form.getInitialValues(), typed: form.getValues() };
      const { typed } = mergeServerChanges(draft, saved);
      if (hasConflict(draft, saved)) setIsOutdated(true);
      form.setInitialValues(saved);
      form.setValues(typed);
    },
    field: <Name extends keyof Values & string>(name: Name) => ({
      value: form.values[name],
      onChange: (typed: Values[Name] | Typed) => form.getInputProps(name).onChange(typed),
      onBlur: () => form.getInputProps(name).onBlur?.(),
    }),
    checkbox: (name: keyof Values & string) => ({
      checked: Boolean(form.values[name]),
      onChange: (typed: Typed) => form.getInputProps(name).onChange(typed),
    }),
    /** Submits valid values, or shows the problems. */
    submit: (send: (values: Values) => void, refuse: (problems: Partial<Problems>) => void) => {
      setIsChecked(true);
      form.onSubmit(send, (errors) => refuse(errors as Partial<Problems>))();
    },
  };
}

export type CheckedForm<Values extends object, Problems extends object> = ReturnType<
  typeof useCheckedForm<Values, Problems>
>;

export function useShowFailure<Values extends object, Problems extends object>(
  { setError }: Pick<CheckedForm<Values, Problems>, 'setError'>,
  failure: Error | null,
): void {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const show = useEffectEvent((error: Error) =>
    setError(errorText(error, t('Failed to process your request. Please try again.'))),
  );
  useEffect(() => {
    if (failure) show(failure);
  }, [failure]);
}

/** A form of saved values. Changes from the server update fields that are not being edited. */
export function useSavedForm<Values extends object, Problems extends object = object>(
  saved: Values,
  options?: Omit<CheckedFormOptions<Values, Problems>, 'initialValues'>,
) {
  const form = useCheckedForm<Values, Problems>({ ...options, initialValues: saved });
  const seen = useRef(saved);
  useEffect(() => {
    const isChanged = Object.entries(saved).some(
      ([field, value]) => value !== seen.current[field as keyof Values],
    );
    if (!isChanged) return;
    seen.current = saved;
    form.rebase(saved);
  });
  return form;
}
