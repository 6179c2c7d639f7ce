import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_PASSWORD_LENGTH } from '#contract/users/rules.ts';

/** Password field, by default for a new password (`autocomplete`). */
export function NewPasswordInput(props: PasswordInputProps) {
  const { t } = useTranslation();
  const [isShown, setIsShown] = useState(false);
  return (
    <PasswordInput
      autoComplete="new-password"
      {...props}
      maxLength={MAX_PASSWORD_LENGTH}
      visible={isShown}
      onVisibilityChange={setIsShown}
      visibilityToggleButtonProps={{
        'aria-label': isShown ? t('Hide password') : t('Show password'),
        tabIndex: 0,
      }}
    />
  );
}
