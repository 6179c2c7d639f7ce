import { useTranslation } from 'react-i18next';
import { SecretDialog } from '#web/ui/dialog/SecretDialog.tsx';

/** Shows a webhook's signing secret once. */
export function SigningSecretDialog(props: { secret: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <SecretDialog
      {...props}
      title={t('Signing secret')}
      warning={t('Save this secret in your own system now. It will not be shown again.')}
      label={t('Signing secret')}
      copyLabel={t('Copy secret')}
      copied={t('Secret copied to clipboard')}
    />
  );
}
