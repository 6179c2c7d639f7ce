import { useTranslation } from 'react-i18next';
import type { UserDetails } from '#contract/users/schema.ts';
import { errorCode, useErrorText } from '#web/lib/api/errors.ts';
import { useCheckedForm } from '#web/ui/form/use-checked-form.ts';
import { toastFailure } from '#web/ui/toasts.ts';
import { EMPTY_USER, findUserProblems, problemsOf, type UserForm } from '../model/user-form.ts';
import { useCreateUser as useCreate } from '../queries.ts';

/** The user is created as soon as another admin confirms it. */
const isHeld = (error: unknown) => errorCode(error) === 'SECOND_APPROVAL_REQUIRED';

export function useCreateUser(onCreated: (user: UserDetails) => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const form = useCheckedForm({ initialValues: EMPTY_USER, findProblems: findUserProblems });
  const create = useCreate();

  const fail = (error: unknown) => {
    form.setProblems(problemsOf(errorCode(error)));
    if (isHeld(error)) form.start(EMPTY_USER);
    toastFailure(error, { message: errorText(error, t('Failed to create user')) });
  };
  const succeed = (user: UserDetails) => {
    form.start(EMPTY_USER);
    onCreated(user);
  };
  const submit = (values: UserForm) => {
    const username = values.username.trim();
    create.mutate({ ...values, username }, { onSuccess: succeed, onError: fail });
  };
  // Problems of a field are shown at the field.
  const isOfField = Object.keys(problemsOf(errorCode(create.error))).length > 0;
  const failure = isOfField || isHeld(create.error) ? null : create.error;
  return { form, isPending: create.isPending, failure, submit };
}

export type CreateUserState = ReturnType<typeof useCreateUser>;
