import { Alert, Anchor } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Says that the balance is not known, which shows as nothing, and offers to read it again. */
export function BalanceError({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Alert color="red" icon={<IconAlertTriangle stroke={1.75} />} role="alert">
      {t('We could not load your balance. You can withdraw once it loads.')}{' '}
      <Anchor component="button" type="button" inherit fw={600} onClick={onRetry}>
        {t('Retry')}
      </Anchor>
    </Alert>
  );
}
