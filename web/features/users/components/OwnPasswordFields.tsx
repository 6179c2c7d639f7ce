import { useTranslation } from 'react-i18next';
import type { useOwnPassword } from '../hooks/use-own-password.ts';
import { NewPasswordInput } from './NewPasswordInput.tsx';

type OwnPasswordFieldsProps = Pick<ReturnType<typeof useOwnPassword>, 'form'>;

export function OwnPasswordFields({ form }: OwnPasswordFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <NewPasswordInput
        label={t('Current Password')}
        autoComplete="current-password"
        {...form.field('current')}
      />
      <NewPasswordInput label={t('New Password')} {...form.field('password')} />
      <NewPasswordInput label={t('Confirm New Password')} {...form.field('confirmation')} />
    </>
  );
}
