import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Input for the code of an authenticator app. Phones offer their number keys and codes from messages. */
export function CodeInput(props: TextInputProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('Code from the app')}
      placeholder="000000"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={20}
      required
      withAsterisk={false}
      {...props}
    />
  );
}
