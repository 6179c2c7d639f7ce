import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/money.ts';
import type { TransactionType } from '#contract/rules.ts';
import { toastInfo } from '../../lib/toasts.ts';
import { useLiveEvents } from '../live/use-live-events.ts';

/** Tells an administrator of every request as it comes in. */
export function AdminAlerts() {
  const { t } = useTranslation();
  useLiveEvents((event) => {
    if (event.entity !== 'transaction' || event.audience === 'owner') return;
    if (event.op !== 'insert' || event.status !== 'pending') return;
    const typeNames: Record<TransactionType, string> = {
      deposit: t('deposit'),
      withdrawal: t('withdrawal'),
    };
    const type = typeNames[event.type];
    const amount = formatRupees(event.amountPaise);
    toastInfo({
      title: t('New {{type}} Request', { type }),
      message: t('{{amount}} {{type}} request requires approval', { amount, type }),
    });
  });
  return null;
}
