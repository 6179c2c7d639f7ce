import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserDetails } from '#contract/users.ts';
import { errorCode, useErrorText } from '../../lib/errors.ts';
import { toastError } from '../../lib/toasts.ts';
import { useCreateUser as useCreate } from './queries.ts';
import {
  EMPTY_USER,
  findUserProblems,
  problemsOf,
  type UserForm,
  type UserProblems,
} from './user-form.ts';

/** A new user being entered: the form so far, its problems, and creating. */
export function useCreateUser(onCreated: (user: UserDetails) => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [form, setForm] = useState(EMPTY_USER);
  const [problems, setProblems] = useState<UserProblems>({});
  const create = useCreate();

  const change = (part: Partial<UserForm>) => {
    setForm((current) => ({ ...current, ...part }));
    setProblems((current) => {
      const kept = Object.entries(current).filter(([field]) => !(field in part));
      return Object.fromEntries(kept);
    });
  };
  const reset = () => {
    setForm(EMPTY_USER);
    setProblems({});
  };
  const fail = (error: unknown) => {
    setProblems(problemsOf(errorCode(error)));
    toastError({ message: errorText(error, t('Failed to create user')) });
  };
  const succeed = (user: UserDetails) => {
    reset();
    onCreated(user);
  };
  const submit = () => {
    if (create.isPending) return;
    const found = findUserProblems(form);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const username = form.username.trim();
    create.mutate({ ...form, username }, { onSuccess: succeed, onError: fail });
  };
  return { form, problems, isPending: create.isPending, change, reset, submit };
}

export type CreateUserState = ReturnType<typeof useCreateUser>;
