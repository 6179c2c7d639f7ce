import { useTranslation } from 'react-i18next';
import type { TransactionStatus } from '#contract/rules.ts';

/** What became of a request, in a word. */
export function useStatusLabels(): Record<TransactionStatus, string> {
  const { t } = useTranslation();
  return { pending: t('Pending'), approved: t('Approved'), rejected: t('Rejected') };
}
