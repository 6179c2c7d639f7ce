import type { StatementLineView } from '#contract/statements/schema.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';

type Line = Pick<StatementLineView, 'paise' | 'utr' | 'ourReference'>;
type Request = Pick<AdminTransaction, 'amountPaise' | 'utr' | 'referenceId'>;

/** Which facts of a line and a request are equal; null if one of both has none. */
export function compareEvidence(line: Line, request: Request) {
  const { utr, ourReference } = line;
  return {
    amount: line.paise === request.amountPaise,
    utr: utr && request.utr ? utr === request.utr : null,
    reference: ourReference ? ourReference === request.referenceId : null,
  };
}
