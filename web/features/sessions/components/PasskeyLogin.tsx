import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SessionView } from '#contract/sessions/schema.ts';
import { IconFingerprint } from '#web/ui/icons/IconFingerprint.ts';
import { usePasskeyLogin } from '../hooks/use-passkey-login.ts';

/** Button below the login form for a login without a password. */
export function PasskeyLogin({ onSignedIn }: { onSignedIn: (session: SessionView) => void }) {
  const { t } = useTranslation();
  const login = usePasskeyLogin(onSignedIn);
  return (
    <Button
      variant="default"
      size="md"
      fullWidth
      mt="lg"
      leftSection={<IconFingerprint size={18} />}
      loading={login.isPending}
      onClick={login.start}
    >
      {t('Sign in with a passkey')}
    </Button>
  );
}
