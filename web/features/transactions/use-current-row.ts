import type { AdminTransaction, TransactionDetails } from '#contract/transactions.ts';
import { errorCode } from '../../lib/errors.ts';
import { useTransactionDetails } from './queries.ts';

/**
 * A row as it is now rather than as the list showed it when its dialog was opened: another
 * administrator may decide it, or its owner may be deleted, meanwhile.
 */
export function useCurrentRow(row: AdminTransaction | undefined, isShown: boolean) {
  const query = useTransactionDetails(row, isShown);
  const details: TransactionDetails | undefined = query.data;
  return {
    current: details ?? row,
    details,
    isGone: errorCode(query.error) === 'TRANSACTION_NOT_FOUND',
    error: query.error,
    refetch: query.refetch,
  };
}
