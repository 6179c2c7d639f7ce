import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/errors.ts';
import { isDecidable } from '#contract/rules.ts';
import type { AdminTransaction } from '#contract/transactions.ts';

/** Says that a request was decided already, how and by whom; undefined while it may still be decided. */
export function useDecidedText(): (row: AdminTransaction | undefined) => string | undefined {
  const { t } = useTranslation();
  return (row) => {
    if (!row || isDecidable(row)) return undefined;
    const status = row.status === 'approved' ? t('approved') : t('rejected');
    // Rows of before decisions were recorded name no one; the specification's default label stands in.
    return t(errorTable.ALREADY_DECIDED.message, { status, decidedBy: row.decidedBy ?? 'admin' });
  };
}
