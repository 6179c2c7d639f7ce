import { PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionView } from '#contract/sessions/schema.ts';
import { orpc } from '#web/lib/api/api.ts';
import { errorCode, errorParam, useErrorText } from '#web/lib/api/errors.ts';
import { supportsPasskeys } from '#web/lib/session/passkeys.ts';
import { type ProofMethod, readMethods } from '#web/lib/session/proof-methods.ts';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { toastError, toastSuccess } from '#web/ui/toasts.ts';
import { rememberSession } from '../queries.ts';

interface LoginFormProps {
  onSignedIn: (session: SessionView) => void;
  /** Called with the ways to finish the login of an account with a second factor. */
  onSecondStep: (methods: ProofMethod[]) => void;
  /** What to do about a forgotten password. */
  help: ReactNode;
}

/** Login form; the page handles the navigation after a success. */
export function LoginForm({ onSignedIn, onSecondStep, help }: LoginFormProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [showsPassword, setShowsPassword] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  const login = useMutation(
    orpc.sessions.login.mutationOptions({
      onSuccess: (session) => {
        rememberSession(session);
        onSignedIn(session);
        toastSuccess({ message: t('Logged in successfully') });
      },
      onError: (error) => {
        if (errorCode(error) === 'SECOND_FACTOR_REQUIRED') {
          return onSecondStep(readMethods(errorParam(error, 'methods'), supportsPasskeys()));
        }
        toastError({ message: errorText(error, t('Invalid username or password')) });
      },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (login.isPending) return;
    if (username.trim() && password) return login.mutate({ username, password });
    toastError({ message: t('Please enter both username and password') });
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('Username')}
          size="md"
          ref={first}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <PasswordInput
          label={t('Password')}
          size="md"
          autoComplete="current-password"
          required
          withAsterisk={false}
          visible={showsPassword}
          onVisibilityChange={setShowsPassword}
          visibilityToggleButtonProps={{
            'aria-label': showsPassword ? t('Hide password') : t('Show password'),
            tabIndex: 0,
          }}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <SubmitButton
          label={t('Login')}
          pendingLabel={t('Logging in...')}
          pending={login.isPending}
          size="md"
          fullWidth
          mt="xs"
        />
        {help}
      </Stack>
    </form>
  );
}
