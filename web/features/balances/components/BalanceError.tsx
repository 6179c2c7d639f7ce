import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';

/** Error with Retry if the balance could not be fetched and is shown as zero. */
export function BalanceError({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <StateAlert state="failed" role="alert">
      {t('We could not load your balance. You can withdraw once it loads.')}{' '}
      <Anchor component="button" type="button" inherit fw={600} onClick={onRetry}>
        {t('Retry')}
      </Anchor>
    </StateAlert>
  );
}
