import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { MAX_USERNAME_LENGTH } from '#contract/users/rules.ts';
import type { CreateUserState } from '../hooks/use-create-user.ts';
import { useMinPasswordLength } from '../hooks/use-min-password-length.ts';
import { NewPasswordField } from './NewPasswordField.tsx';
import { RightsFields } from './RoleDialog.tsx';

export function UserFields({ state }: { state: CreateUserState }) {
  const { t } = useTranslation();
  const { form } = state;
  const minLength = useMinPasswordLength(form.values.role);
  const problemText = (field: 'username' | 'password') => {
    const code = form.problems[field];
    return code && t(errorTable[code].message, { length: minLength });
  };
  return (
    <>
      <TextInput
        label={t('Username')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_USERNAME_LENGTH}
        required
        withAsterisk={false}
        {...form.field('username')}
        error={problemText('username')}
        data-autofocus
      />
      <NewPasswordField
        label={t('Password')}
        required
        withAsterisk={false}
        {...form.field('password')}
        username={form.values.username.trim()}
        minLength={minLength}
        error={problemText('password')}
      />
      <RightsFields form={form} />
    </>
  );
}
