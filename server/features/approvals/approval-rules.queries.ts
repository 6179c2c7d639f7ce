import type { ApprovalRule } from '#contract/approvals/schema.ts';
import type { Tx } from '#server/db/database.ts';

/** Serializes changes of rules until the transaction ends. */
export async function lockRules(tx: Tx): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(7260156)');
}

/** Adds a version of a rule, which is in force from now on. */
export async function insertRule(
  tx: Tx,
  { kind, thresholdPaise, approvals, isActive }: ApprovalRule,
): Promise<void> {
  await tx.query(
    `INSERT INTO approval_rules (kind, threshold_paise, approvals, is_active, in_force_since)
     VALUES ($1, $2, $3, $4, $5)`,
    [kind, thresholdPaise, approvals, isActive, tx.at],
  );
}
