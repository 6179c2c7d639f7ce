import type { Decision } from '#contract/review/schema.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';

export function isFlagged({ warnings }: Pick<AdminTransaction, 'warnings'>): boolean {
  return warnings.length > 0;
}

type Choice = {
  decision: Decision;
  rows: AdminTransaction[];
  /** Requests with warnings that the administrator has checked. */
  checkedIds: ReadonlySet<string>;
};

/** Returns the requests that a decision applies to. A bulk approval excludes requests with unchecked warnings. */
export function chosenOf({ decision, rows, checkedIds }: Choice): AdminTransaction[] {
  if (decision === 'rejected' || rows.length < 2) return rows;
  return rows.filter((row) => !isFlagged(row) || checkedIds.has(row.id));
}
