import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { weaknessText } from '#web/lib/api/errors.ts';
import { useCheckedForm } from '#web/ui/form/use-checked-form.ts';
import { EMPTY_PASSWORD, findPasswordProblem, type PasswordForm } from '../model/password-form.ts';
import { knownWeakness } from '../model/password-strength.ts';

/** State of a form with a new password and its repetition. */
export function useNewPassword(username: string) {
  const { t } = useTranslation();
  const form = useCheckedForm({ initialValues: EMPTY_PASSWORD });
  const texts = {
    missing: t(errorTable.ALL_FIELDS_REQUIRED.message),
    different: t('Passwords do not match'),
    short: t(errorTable.PASSWORD_TOO_SHORT.message),
  };
  /** Returns why the values are refused, in the specification's order. */
  const findProblem = (values: PasswordForm): string | undefined => {
    const found = findPasswordProblem(values);
    if (found) return texts[found];
    const weakness = knownWeakness(values.password, username);
    return weakness && weaknessText(t, weakness);
  };
  return { form, findProblem, clear: () => form.start(EMPTY_PASSWORD) };
}
