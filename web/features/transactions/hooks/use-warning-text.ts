import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/shared/money.ts';
import type { TransactionType } from '#contract/transactions/rules.ts';
import type { RequestWarning } from '#contract/transactions/schema.ts';
import { isPosted } from '#contract/transactions/states.ts';
import { RECEIPT_APPROVED, WARNINGS } from '#contract/transactions/warnings.ts';

/** Returns a function that translates a request's warning. */
export function useWarningText() {
  const { t } = useTranslation();
  return (warning: RequestWarning, type: TransactionType) => {
    const { code, usualPaise = 0, personName: name = '', requests = [] } = warning;
    const { text } = WARNINGS[code];
    const isApproved = code === 'sameReceipt' && requests.some(isPosted);
    const key = typeof text === 'string' ? text : text[type];
    return t(isApproved ? RECEIPT_APPROVED : key, { name, average: formatRupees(usualPaise) });
  };
}
