import type { Decision } from '#contract/review/schema.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { isFlagged } from '#contract/transactions/warnings.ts';

type Choice = { decision: Decision; rows: AdminTransaction[] };

/** Returns the requests that a decision applies to. An approval of many excludes those to look at. */
export function chosenOf({ decision, rows }: Choice): AdminTransaction[] {
  if (decision === 'rejected' || rows.length < 2) return rows;
  return rows.filter((row) => !isFlagged(row));
}
