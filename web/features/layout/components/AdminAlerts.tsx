import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/shared/money.ts';
import type { TransactionType } from '#contract/transactions/rules.ts';
import { toastInfo } from '#web/ui/toasts.ts';
import { useLiveEvents } from '../../events/use-live-events.ts';

/** Shows administrators a toast for every new request. */
export function AdminAlerts() {
  const { t } = useTranslation();
  useLiveEvents((event) => {
    if (event.entity !== 'transaction' || event.audience === 'owner') return;
    if (event.op !== 'insert' || event.status !== 'pending') return;
    const amount = formatRupees(event.amountPaise);
    const texts: Record<TransactionType, { title: string; message: string }> = {
      deposit: {
        title: t('New deposit Request'),
        message: t('{{amount}} deposit request requires approval', { amount }),
      },
      withdrawal: {
        title: t('New withdrawal Request'),
        message: t('{{amount}} withdrawal request requires approval', { amount }),
      },
    };
    toastInfo(texts[event.type]);
  });
  return null;
}
