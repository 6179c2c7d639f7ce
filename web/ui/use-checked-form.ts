import { type FormErrors, useForm } from '@mantine/form';
import {
  type ChangeEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { forgetDraft, useKeptDraft } from '../lib/kept-drafts.ts';
import { type Draft, mergeNews } from './draft.ts';

type CheckedFormOptions<Values, Problems> = {
  initialValues: Values;
  /** What keeps the values from being sent, by field; empty when nothing does. */
  findProblems?: (values: Values) => Partial<Problems>;
  /** Fields that are checked as soon as they are left. */
  checkedOnBlur?: (keyof Values & string)[];
  /** A name under which the person finds what they typed when they sign in again after their session ended. */
  keptAs?: string;
};

type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>;

/** A form's values and what is wrong with them: said when it is sent, and from then on as it is corrected. */
export function useCheckedForm<Values extends object, Problems extends object = object>(
  options: CheckedFormOptions<Values, Problems>,
) {
  const [isChecked, setIsChecked] = useState(false);
  const [error, setError] = useState<ReactNode>();
  const form = useForm<Values>({
    initialValues: options.initialValues,
    // A new function each time: with an old one the library keeps to the first `validateInputOnChange`.
    validate: (values) => ({ ...options.findProblems?.(values) }) as FormErrors,
    validateInputOnChange: isChecked,
    validateInputOnBlur: options.checkedOnBlur ?? false,
    onValuesChange: () => setError(undefined),
  });
  const { keptAs } = options;
  const kept = useKeptDraft<Draft<Values>>(
    keptAs,
    () =>
      form.isDirty() ? { saved: form.getInitialValues(), typed: form.getValues() } : undefined,
    form.values,
  );
  const resume = useEffectEvent((draft: Draft<Values>) =>
    form.setValues(mergeNews(draft, form.getInitialValues()).typed),
  );
  useEffect(() => {
    if (kept) resume(kept);
  }, [kept]);
  return {
    values: form.values,
    isDirty: () => form.isDirty(),
    /** Whether it began with what the person had typed before. */
    isResumed: kept !== undefined,
    /** Forgets what was typed, as the person leaves it behind. */
    discard: () => {
      if (keptAs) forgetDraft(keptAs);
    },
    /** What is wrong with each field. */
    problems: form.errors as Partial<Problems>,
    setProblems: (problems: Partial<Problems>) => form.setErrors(problems as FormErrors),
    setProblem: (name: keyof Problems & string, problem: ReactNode) =>
      form.setErrors((others) => ({ ...others, [name]: problem })),
    /** What is wrong with the whole, translated; gone with the next change. */
    error,
    setError,
    /** Begins with these values, unchecked and untouched. */
    start: (values: Values) => {
      if (keptAs) forgetDraft(keptAs);
      form.setInitialValues(values);
      form.setValues(values);
      setIsChecked(false);
    },
    /** Takes what is saved elsewhere into the fields that nobody is editing. */
    follow: (saved: Values) => {
      const draft = { saved: form.getInitialValues(), typed: form.getValues() };
      const { typed } = mergeNews(draft, saved);
      form.setInitialValues(saved);
      form.setValues(typed);
    },
    /** Binds a field to its value. */
    field: <Name extends keyof Values & string>(name: Name) => ({
      value: form.values[name],
      onChange: (typed: Values[Name] | Typed) => form.getInputProps(name).onChange(typed),
      onBlur: () => form.getInputProps(name).onBlur?.(),
    }),
    /** Binds a switch to its value. */
    checkbox: (name: keyof Values & string) => ({
      checked: Boolean(form.values[name]),
      onChange: (typed: Typed) => form.getInputProps(name).onChange(typed),
    }),
    /** Sends the values, or says what is wrong with them. */
    submit: (send: (values: Values) => void, refuse: (problems: Partial<Problems>) => void) => {
      setIsChecked(true);
      form.onSubmit(send, (errors) => refuse(errors as Partial<Problems>))();
    },
  };
}

export type CheckedForm<Values extends object, Problems extends object> = ReturnType<
  typeof useCheckedForm<Values, Problems>
>;

/** A form of what is saved. News of it reach the fields that nobody is editing. */
export function useSavedForm<Values extends object, Problems extends object = object>(
  saved: Values,
  options?: Omit<CheckedFormOptions<Values, Problems>, 'initialValues'>,
) {
  const form = useCheckedForm<Values, Problems>({ ...options, initialValues: saved });
  const seen = useRef(saved);
  useEffect(() => {
    const isNews = Object.entries(saved).some(
      ([field, value]) => value !== seen.current[field as keyof Values],
    );
    if (!isNews) return;
    seen.current = saved;
    form.follow(saved);
  });
  return form;
}
