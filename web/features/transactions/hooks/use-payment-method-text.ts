import { useTranslation } from 'react-i18next';
import { DEFAULT_PAYMENT_METHOD, type TransactionKind } from '#contract/transactions/rules.ts';

type Paid = { kind?: TransactionKind; paymentMethod?: string | null };

/** Returns a function for the payment method as typed; adjustments and closures have a fixed label. */
export function usePaymentMethodText(): (transaction: Paid) => string {
  const { t } = useTranslation();
  return ({ kind, paymentMethod }) => {
    if (kind === 'closure') return t('Closing transaction');
    return kind === 'adjustment'
      ? t('Admin Adjustment')
      : (paymentMethod ?? DEFAULT_PAYMENT_METHOD);
  };
}
