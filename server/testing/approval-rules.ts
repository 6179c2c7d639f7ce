import type { ApprovalRule } from '#contract/approvals/schema.ts';
import type { Database } from '../db/database.ts';
import { recordAudit } from '../platform/commands/audit.ts';

/** Inserts versions of rules, in force since ever, with their records. */
export async function insertRules(db: Database, rules: ApprovalRule[]): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { kind, thresholdPaise, approvals, isActive } of rules) {
      await tx.query(
        `INSERT INTO approval_rules (kind, threshold_paise, approvals, is_active, in_force_since)
         VALUES ($1, $2, $3, $4, '-infinity')`,
        [kind, thresholdPaise, approvals, isActive],
      );
    }
    const subject = { action: 'approval-rule.update', entity: 'approval-rule' } as const;
    const entries = rules.map((after) => ({
      ...subject,
      chainId: 'approval-rules',
      entityId: after.kind,
      before: null,
      after,
    }));
    await recordAudit(tx, { actor: 'system', entries });
  });
}
