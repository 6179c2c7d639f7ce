import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { orpc } from '#web/lib/api/api.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { providerName } from '#web/lib/session/sign-in-provider.ts';
import { IconLogin2 } from '#web/ui/icons/IconLogin2.ts';
import { toastError } from '#web/ui/toasts.ts';

/** Button below the login form that opens the sign-in provider. `path` is the page to open after the login. */
export function ProviderLogin({ path }: { path: string | undefined }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const name = providerName();
  const begin = useMutation(
    orpc.sessions.beginProviderLogin.mutationOptions({
      onSuccess: ({ url }) => window.location.assign(url),
      onError: (error) =>
        toastError({ message: errorText(error, t('Authentication error occurred')) }),
    }),
  );
  if (name === undefined) return null;
  return (
    <Button
      variant="default"
      size="md"
      fullWidth
      mt="md"
      leftSection={<IconLogin2 size={18} />}
      // The browser is on its way to the provider.
      loading={begin.isPending || begin.isSuccess}
      onClick={() => begin.mutate({ path })}
    >
      {t('Sign in with {{name}}', { name })}
    </Button>
  );
}
