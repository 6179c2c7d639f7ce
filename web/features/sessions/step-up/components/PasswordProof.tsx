import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { orpc } from '#web/lib/api/api.ts';
import { queryClient } from '#web/lib/api/query-client.ts';

/** The password of the signed-in person. The hidden username lets password managers find it. */
export function PasswordProof(props: PasswordInputProps) {
  const { t } = useTranslation();
  const [isShown, setIsShown] = useState(false);
  const session = queryClient.getQueryData(orpc.sessions.current.queryKey());
  return (
    <>
      <input
        hidden
        aria-hidden
        tabIndex={-1}
        readOnly
        autoComplete="username"
        value={session?.user.username ?? ''}
      />
      <PasswordInput
        {...props}
        label={t('Password')}
        autoComplete="current-password"
        maxLength={1000}
        required
        withAsterisk={false}
        data-autofocus
        visible={isShown}
        onVisibilityChange={setIsShown}
        visibilityToggleButtonProps={{
          'aria-label': isShown ? t('Hide password') : t('Show password'),
          tabIndex: 0,
        }}
      />
    </>
  );
}
