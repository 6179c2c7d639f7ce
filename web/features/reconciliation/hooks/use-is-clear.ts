import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { useEvidence } from '../queries.ts';

/** Returns whether no bank statement has money with a finding for the request; false while that is not known. */
export function useIsClear({ id, type }: Pick<AdminTransaction, 'id' | 'type'>): boolean {
  const { data, isLoading } = useEvidence(type === 'deposit' ? id : undefined);
  return !isLoading && (data?.found.length ?? 0) === 0;
}
