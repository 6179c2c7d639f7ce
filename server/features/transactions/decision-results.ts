import { transactionId } from '#contract/base.ts';
import { TRANSACTION_STATUSES } from '#contract/rules.ts';
import type { DecisionResult } from '#contract/transactions.ts';
import type { AppError } from '#server/lib/errors.ts';
import type { Outcomes } from './decisions.ts';

/** What became of each request, in the order in which they were named. */
export function toResults(outcomes: Outcomes): DecisionResult[] {
  return [...outcomes].map(([id, error]) => ({
    id: transactionId.parse(id),
    ...(error ? explain(error) : { outcome: 'decided' as const }),
  }));
}

function explain({ code, data }: AppError): Omit<DecisionResult, 'id'> {
  if (code === 'TRANSACTION_NOT_FOUND') return { outcome: 'notFound' };
  if (code !== 'ALREADY_DECIDED') return { outcome: 'refused', code };
  const status = TRANSACTION_STATUSES.find((known) => known === data?.status);
  return { outcome: 'alreadyDecided', status, decidedBy: String(data?.decidedBy) };
}
