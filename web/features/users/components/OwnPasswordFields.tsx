import { useTranslation } from 'react-i18next';
import { useSession } from '#web/lib/session/session.ts';
import { useMinPasswordLength } from '../hooks/use-min-password-length.ts';
import type { useOwnPassword } from '../hooks/use-own-password.ts';
import { NewPasswordField } from './NewPasswordField.tsx';
import { NewPasswordInput } from './NewPasswordInput.tsx';

type OwnPasswordFieldsProps = Pick<ReturnType<typeof useOwnPassword>, 'form'>;

export function OwnPasswordFields({ form }: OwnPasswordFieldsProps) {
  const { t } = useTranslation();
  const { user } = useSession();
  const minLength = useMinPasswordLength(user.role);
  return (
    <>
      <NewPasswordInput
        label={t('Current Password')}
        autoComplete="current-password"
        {...form.field('current')}
      />
      <NewPasswordField
        label={t('New Password')}
        {...form.field('password')}
        username={user.username}
        minLength={minLength}
      />
      <NewPasswordInput label={t('Confirm New Password')} {...form.field('confirmation')} />
    </>
  );
}
