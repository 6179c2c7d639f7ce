import { skipToken, useQuery } from '@tanstack/react-query';
import type { AdminTransaction, TransactionDetails } from '#contract/transactions/schema.ts';
import { orpc } from '#web/lib/api/api.ts';
import { errorCode } from '#web/lib/api/errors.ts';

/** Polling interval in milliseconds in addition to live events, in case the stream is lost. Paused in hidden tabs. */
const POLL_MS = 15_000;

/**
 * Returns the current state of a row that is open in a dialog: another administrator may decide it, or its owner
 * may be deleted.
 */
export function useCurrentRow<Row extends Pick<AdminTransaction, 'id'>>(
  row: Row | undefined,
  isShown: boolean,
) {
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
