import { AMOUNT_KINDS } from '#contract/approvals/rules.ts';
import type { ApprovalRule } from '#contract/approvals/schema.ts';
import { APPROVAL_KINDS } from '#contract/shared/enums.ts';
import type { Query } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { recordConfigChange } from '#server/platform/commands/config-change.ts';
import { notifyOfChange } from '../notifications/notify-of-change.ts';
import { insertRule, lockRules } from './approval-rules.queries.ts';
import { selectRules } from './approvals.queries.ts';
import { requireApproval, runApprovable } from './require-approval.ts';

/** Returns the rules in force, in the order of `APPROVAL_KINDS`. */
export async function listRules({ db }: Pick<Deps, 'db'>): Promise<ApprovalRule[]> {
  return readRules(db.query);
}

async function readRules(query: Query): Promise<ApprovalRule[]> {
  const found = new Map((await selectRules(query, APPROVAL_KINDS)).map((row) => [row.kind, row]));
  return APPROVAL_KINDS.flatMap((kind) => {
    const rule = found.get(kind);
    if (!rule) return [];
    const { thresholdPaise, approvals, isActive } = rule;
    return [{ kind, thresholdPaise, approvals, isActive }];
  });
}

/** Changes a rule. Throws SECOND_APPROVAL_REQUIRED or TOO_MANY_APPROVALS. */
export async function saveRule(deps: Deps, actor: Actor, typed: ApprovalRule): Promise<void> {
  const hasAmount = AMOUNT_KINDS.includes(typed.kind);
  const after = { ...typed, thresholdPaise: hasAmount ? typed.thresholdPaise : null };
  await runApprovable(deps, actor, async (tx) => {
    await lockRules(tx);
    const rules = await readRules(tx.query);
    const before = rules.find(({ kind }) => kind === after.kind) ?? null;
    const action = 'approval-rule.update';
    await requireApproval(tx, {
      actor,
      kinds: ['rules'],
      command: 'approvals.saveRule',
      input: after,
      targetId: after.kind,
      change: { action, entity: 'approval-rule', before, after },
    });
    await insertRule(tx, after);
    await recordConfigChange(tx, {
      actor,
      chainId: 'approval-rules',
      entity: 'approval-rule',
      entityId: after.kind,
      before,
      after,
      event: (op) => ({ entity: 'settings', op }),
      isForAdminsOnly: true,
    });
    await notifyOfChange(tx, { kind: 'approvalRulesChanged', actor, subject: after.kind });
  });
}
