import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { MAX_USERNAME_LENGTH } from '#contract/users/rules.ts';
import type { CreateUserState } from '../hooks/use-create-user.ts';
import { NewPasswordInput } from './NewPasswordInput.tsx';
import { RightsFields } from './RoleDialog.tsx';

export function UserFields({ state }: { state: CreateUserState }) {
  const { t } = useTranslation();
  const { form } = state;
  const problemText = (field: 'username' | 'password') => {
    const code = form.problems[field];
    return code && t(errorTable[code].message);
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
      <NewPasswordInput
        label={t('Password')}
        required
        withAsterisk={false}
        {...form.field('password')}
        error={problemText('password')}
      />
      <RightsFields form={form} />
    </>
  );
}
