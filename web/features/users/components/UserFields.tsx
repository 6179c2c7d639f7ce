import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ROLES } from '#contract/shared/enums.ts';
import { errorTable } from '#contract/shared/errors.ts';
import { MAX_USERNAME_LENGTH } from '#contract/users/rules.ts';
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx';
import type { CreateUserState } from '../hooks/use-create-user.ts';
import { NewPasswordInput } from './NewPasswordInput.tsx';

export function UserFields({ state }: { state: CreateUserState }) {
  const { t } = useTranslation();
  const { form } = state;
  const problemText = (field: 'username' | 'password') => {
    const code = form.problems[field];
    return code && t(errorTable[code].message);
  };
  const roleNames = { user: t('User'), admin: t('Admin') };
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
      <ChoiceField
        label={t('Role')}
        choices={ROLES.map((role) => ({ value: role, label: roleNames[role] }))}
        {...form.field('role')}
      />
    </>
  );
}
