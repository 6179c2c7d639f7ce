import { useTranslation } from 'react-i18next';
import type { SupportCategory } from '../model.ts';

export function useCategoryLabels(): Record<SupportCategory, string> {
  const { t } = useTranslation();
  return {
    deposit: t('Deposit Issues'),
    withdrawal: t('Withdrawal Problems'),
    points: t('Points Transfer Issues'),
    account: t('Account Access'),
    transaction: t('Transaction History'),
    balance: t('Balance Discrepancy'),
    technical: t('Technical Problems'),
    other: t('Other Issues'),
  };
}
