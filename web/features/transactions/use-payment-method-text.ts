import { useTranslation } from 'react-i18next';
import { DEFAULT_PAYMENT_METHOD, type TransactionKind } from '#contract/rules.ts';

type Paid = { kind: TransactionKind; paymentMethod: string | null };

/** How a transaction was paid, as typed by the user; changes made by administrators have a name of their own. */
export function usePaymentMethodText(): (transaction: Paid) => string {
  const { t } = useTranslation();
  return ({ kind, paymentMethod }) =>
    kind === 'adjustment' ? t('Admin Adjustment') : (paymentMethod ?? DEFAULT_PAYMENT_METHOD);
}
