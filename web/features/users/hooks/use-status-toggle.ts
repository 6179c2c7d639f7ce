import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import type { UserDetails } from '#contract/users/schema.ts';
import { errorCode, useErrorText } from '#web/lib/api/errors.ts';
import { toastError, toastFailure, toastSuccess } from '#web/ui/toasts.ts';
import type { Protection } from '../model/protections.ts';
import { useSetStatus } from '../queries.ts';

/** Returns a function that activates or deactivates a user, or shows why that is refused. */
export function useStatusToggle(user: UserDetails, protection: Protection | undefined) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const setStatus = useSetStatus();
  const isActive = user.status === 'active';

  const refuseDefault = () =>
    toastError({
      title: t('Cannot modify default user'),
      message: t(errorTable.DEFAULT_USER_PROTECTED.message),
    });
  const fail = (error: unknown) => {
    if (errorCode(error) === 'DEFAULT_USER_PROTECTED') return refuseDefault();
    toastFailure(error, { message: errorText(error, t('Failed to update user status')) });
  };
  const run = () => {
    if (isActive && protection === 'default') return refuseDefault();
    if (isActive && protection === 'own') {
      return toastError({ message: t(errorTable.OWN_ACCOUNT_PROTECTED.message) });
    }
    setStatus.mutate(
      { userId: user.id, status: isActive ? 'inactive' : 'active' },
      {
        onSuccess: () =>
          toastSuccess({
            message: isActive
              ? t('User deactivated successfully')
              : t('User activated successfully'),
          }),
        onError: fail,
      },
    );
  };
  return { isPending: setStatus.isPending, run };
}
