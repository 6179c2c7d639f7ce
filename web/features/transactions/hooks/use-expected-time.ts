import type { TransactionType } from '#contract/transactions/rules.ts';
import { useProcessingTime } from './use-processing-time.ts';
import { useTypicalTime } from './use-typical-time.ts';

/**
 * Returns how long a request takes: the promised time of withdrawals, otherwise the recent typical one. Both together
 * could contradict each other.
 */
export function useExpectedTime(type: TransactionType): string | undefined {
  const promise = useProcessingTime().fact;
  const typicalTime = useTypicalTime(type);
  return (type === 'withdrawal' && promise) || typicalTime;
}
