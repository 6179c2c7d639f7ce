import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { TransactionId } from '#contract/shared/base.ts';
import type { OwnTransactionDetails } from '#contract/transactions/schema.ts';
import { orpc } from '#web/lib/api/api.ts';
import type { CheckedForm } from '#web/ui/form/use-checked-form.ts';

/** Returns the user's transaction with an id from the URL, which only the server validates. */
export function useOwnTransaction(id: string | undefined): OwnTransactionDetails | undefined {
  return useQuery(
    orpc.transactions.own.queryOptions({ input: id ? { id: id as TransactionId } : skipToken }),
  ).data;
}

/** Fills in an untouched form once its values are known. */
export function useFilledIn<Values extends object, Problems extends object>(
  { isDirty, isResumed, rebase }: CheckedForm<Values, Problems>,
  values: Values | undefined,
): void {
  const fill = useEffectEvent(() => {
    if (values && !isDirty() && !isResumed) rebase(values);
  });
  const key = JSON.stringify(values);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other values fill in the form again.
  useEffect(() => fill(), [key]);
}
