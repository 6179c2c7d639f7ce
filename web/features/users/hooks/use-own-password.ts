import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { useErrorText, weaknessText } from '#web/lib/api/errors.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useCheckedForm } from '#web/ui/form/use-checked-form.ts';
import { toastSuccess } from '#web/ui/toasts.ts';
import {
  EMPTY_PASSWORD,
  findPasswordProblem,
  type PasswordForm,
  type PasswordProblem,
} from '../model/password-form.ts';
import { knownWeakness } from '../model/password-strength.ts';
import { useChangeOwnPassword } from '../queries.ts';

/** State of a form that changes the own password. Keeps its input after an error. */
export function useOwnPassword(successText: string) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { user } = useSession();
  const form = useCheckedForm({ initialValues: EMPTY_OWN_PASSWORD });
  const texts = {
    missing: t(errorTable.ALL_FIELDS_REQUIRED.message),
    different: t('New passwords do not match'),
    short: t(errorTable.PASSWORD_TOO_SHORT.message),
  };
  const update = useChangeOwnPassword({
    success: () => {
      form.start(EMPTY_OWN_PASSWORD);
      toastSuccess({ message: successText });
    },
    error: (error) => form.setError(errorText(error, t('Failed to update password'))),
  });
  const submit = (values: OwnPasswordForm) => {
    const found = findOwnPasswordProblem(values);
    if (found) return form.setError(texts[found]);
    const weakness = knownWeakness(values.password, user.username);
    if (weakness) return form.setError(weaknessText(t, weakness));
    update.mutate({ currentPassword: values.current, newPassword: values.password });
  };
  return { form, isPending: update.isPending, submit };
}

/** The current password, the new one and its repetition. */
type OwnPasswordForm = PasswordForm & { current: string };

const EMPTY_OWN_PASSWORD: OwnPasswordForm = { ...EMPTY_PASSWORD, current: '' };

/** Returns the first validation problem, in the specification's order. */
function findOwnPasswordProblem(form: OwnPasswordForm): PasswordProblem | undefined {
  return form.current ? findPasswordProblem(form) : 'missing';
}
