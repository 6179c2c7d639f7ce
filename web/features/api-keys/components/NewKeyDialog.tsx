import { useTranslation } from 'react-i18next';
import { SecretDialog } from '#web/ui/dialog/SecretDialog.tsx';

/** Shows the secret of a new key once. */
export function NewKeyDialog(props: { secret: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <SecretDialog
      {...props}
      title={t('Your new API key')}
      warning={t('Copy it now and keep it safe: it is shown only once.')}
      label={t('API key')}
      copyLabel={t('Copy API key')}
      copied={t('API key copied to clipboard')}
    />
  );
}
