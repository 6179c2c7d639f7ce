import { skipToken, useQuery } from '@tanstack/react-query';
import type { AdminTransaction, TransactionDetails } from '#contract/transactions.ts';
import { orpc } from '../../lib/api.ts';
import { errorCode } from '../../lib/errors.ts';

/** Beside the live stream, so that a lost stream costs seconds; not while the tab is hidden. */
const POLL_MS = 15_000;

/**
 * A row as it is now rather than as the list showed it when its dialog was opened: another
 * administrator may decide it, or its owner may be deleted, meanwhile.
 */
export function useCurrentRow(row: AdminTransaction | undefined, isShown: boolean) {
  const query = useQuery(
    orpc.transactions.get.queryOptions({
      input: row && isShown ? { id: row.id } : skipToken,
      refetchInterval: POLL_MS,
    }),
  );
  const details: TransactionDetails | undefined = query.data;
  return {
    current: details ?? row,
    details,
    isGone: errorCode(query.error) === 'TRANSACTION_NOT_FOUND',
    error: query.error,
    refetch: query.refetch,
  };
}
