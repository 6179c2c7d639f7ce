import type { Decision } from '#contract/review.ts';
import type { AdminTransaction } from '#contract/transactions.ts';

/** True for a request with a warning. */
export function isFlagged({ warnings }: Pick<AdminTransaction, 'warnings'>): boolean {
  return warnings.length > 0;
}

type Choice = {
  decision: Decision;
  rows: AdminTransaction[];
  /** Flagged requests that the administrator has checked. */
  checkedIds: ReadonlySet<string>;
};

/** Returns the requests that a decision is for. An approval of many leaves out flagged ones that are not checked. */
export function chosenOf({ decision, rows, checkedIds }: Choice): AdminTransaction[] {
  if (decision === 'rejected' || rows.length < 2) return rows;
  return rows.filter((row) => !isFlagged(row) || checkedIds.has(row.id));
}
