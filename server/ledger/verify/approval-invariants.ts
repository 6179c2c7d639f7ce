import {
  LIMIT_SETTINGS,
  POLICY_SETTINGS,
  RECENT_ACCOUNT_DAYS,
  SECURITY_SETTINGS,
} from '#contract/approvals/rules.ts';
import type { AuditAction } from '#contract/audit-actions.ts';
import { settingTable } from '#contract/settings/table.ts';
import { type ApprovalKind, COMMAND_LINE } from '#contract/shared/enums.ts';
import { ADMIN_ROLES, can } from '#contract/shared/permissions.ts';
import type { Invariant } from './invariants.ts';

/**
 * Rules and administrators may change while a command runs, and times are those of its locks. A decision is reported only
 * if the rule was in force, and two administrators were active, from this time before it until this time after it.
 */
const MARGIN = `interval '1 minute'`;

/** Servers of the version before the kind `connectedAccount` covered fewer actions. */
const isAfterUpdate = `l.created_at >= (
  SELECT min(in_force_since) FROM approval_rules WHERE kind = 'connectedAccount')`;

const deletions: AuditAction[] = [
  ...(['user.delete', 'bank.delete', 'source.delete', 'banner.delete', 'site-url.delete'] as const),
];
const isActiveAfter = `(l.after ->> 'isActive')::boolean IS TRUE`;
const isDifferent = (setting: (typeof LIMIT_SETTINGS | typeof POLICY_SETTINGS)[number]) =>
  `l.before -> '${setting}' IS DISTINCT FROM l.after -> '${setting}'`;
const isLooser = ({ key, looser }: (typeof SECURITY_SETTINGS)[number]) => {
  const cast = settingTable[key].type === 'boolean' ? '::boolean::int' : '::bigint';
  return `(l.after ->> '${key}')${cast} ${looser === 'higher' ? '>' : '<'} (l.before ->> '${key}')${cast}`;
};
const isOf = (...actions: AuditAction[]) =>
  `l.action IN (${actions.map((action) => `'${action}'`)})`;

/** Kinds that are covered since the same version: their actions, and when a rule covers one of them. */
const newer: [kind: ApprovalKind, actions: AuditAction[], when: string][] = [
  ['deletion', deletions, isOf(...deletions)],
  [
    'qrCode',
    [
      ...(['qr-code.insert', 'qr-code.update', 'qr-code.delete'] as const),
      ...(['deposit-account.insert', 'deposit-account.update'] as const),
    ],
    `(${isOf('qr-code.delete')} OR NOT ${isOf('qr-code.delete')} AND ${isActiveAfter})`,
  ],
  [
    'webhook',
    ['webhook.insert', 'webhook.update', 'webhook.delete'],
    `(${isOf('webhook.update', 'webhook.delete')} OR ${isOf('webhook.insert')} AND ${isActiveAfter})`,
  ],
  [
    'rules',
    ['settings.update'],
    `${isOf('settings.update')} AND (${POLICY_SETTINGS.map(isDifferent).join(' OR ')})`,
  ],
  [
    'securitySettings',
    ['settings.update'],
    `${isOf('settings.update')} AND (${SECURITY_SETTINGS.map(isLooser).join(' OR ')})`,
  ],
  ['apiKey', ['api-key.resume'], isOf('api-key.resume')],
  [
    'limits',
    ['settings.update', 'verification-limits.update'],
    `(${isOf('verification-limits.update')} OR ${isOf('settings.update')} AND (${LIMIT_SETTINGS.map(isDifferent).join(' OR ')}))`,
  ],
];

/** Actions that a rule can cover, with the kind of the rule and the amount. Seeding and jobs have no actor, except automatic approvals. */
const covered = `SELECT l.chain_id, l.seq, l.action, l.actor_id, l.created_at, k.kind, k.amount
  FROM audit_log l
  CROSS JOIN LATERAL (
    SELECT l.after ->> 'type' AS kind, (l.after ->> 'amountPaise')::bigint AS amount WHERE l.action = 'transaction.approve'
    UNION ALL SELECT 'connectedAccount', NULL WHERE l.action = 'transaction.approve' AND EXISTS (
      SELECT FROM audit_log m WHERE m.chain_id = l.chain_id AND m.actor_id::text = coalesce(l.actor_id::text, l.after ->> 'importedBy')
        AND m.action IN ('user.create', 'user.setPassword', 'user.verificationLevel')
        AND m.created_at <= l.created_at - ${MARGIN}
        AND m.created_at > l.created_at - interval '${RECENT_ACCOUNT_DAYS} days' + ${MARGIN})
    UNION ALL SELECT 'adjustment', abs((l.after ->> 'balancePaise')::bigint - (l.before ->> 'balancePaise')::bigint)
      WHERE l.action = 'user.adjustBalance'
    UNION ALL SELECT 'newAdministrator', NULL
      WHERE l.action IN ('user.create', 'user.role') AND l.after ->> 'role' = 'admin'
    UNION ALL SELECT 'administrator', NULL
      WHERE (l.action IN ('user.setPassword', 'user.role', 'user.activate', 'user.deactivate', 'user.freeze',
            'user.unfreeze', 'user.delete', 'second-factor.reset')
          OR (l.action IN ('user.adjustBalance', 'user.verificationLevel') AND ${isAfterUpdate}))
        AND (SELECT r.after ->> 'role' FROM audit_log r WHERE r.chain_id = l.chain_id AND r.seq < l.seq
          AND r.action IN ('user.create', 'user.import', 'user.role') ORDER BY r.seq DESC LIMIT 1) = 'admin'
    UNION ALL SELECT 'rules', NULL WHERE l.action = 'approval-rule.update'
    UNION ALL SELECT newer.kind, NULL FROM (VALUES ${newer.map(([kind, , when]) => `('${kind}', ${when})`)})
      AS newer (kind, is_covered) WHERE newer.is_covered AND ${isAfterUpdate}) AS k
  WHERE (l.actor_id IS NOT NULL OR l.ip = '${COMMAND_LINE}' OR l.after ? 'importedBy')
    AND l.action IN ('transaction.approve', 'user.adjustBalance', 'user.create', 'user.role', 'user.setPassword',
      'user.activate', 'user.deactivate', 'user.freeze', 'user.unfreeze', 'user.verificationLevel',
      'second-factor.reset', 'approval-rule.update', ${newer.flatMap(([, actions]) => actions).map((action) => `'${action}'`)})`;

/** SQL: the newest record about a field of the account `c` before the margin. */
const saidBefore = (field: string, actions: string) =>
  `(SELECT p.after ->> '${field}' FROM audit_log p WHERE p.chain_id = c.chain_id AND p.action IN (${actions})
    AND p.created_at <= d.created_at - ${MARGIN} ORDER BY p.seq DESC LIMIT 1)`;

const ROLE_ACTIONS = `'user.create', 'user.import', 'user.role', 'user.delete'`;
/** Records from before admin roles have none: their administrators may do everything. */
const confirmerRoles = ADMIN_ROLES.filter((adminRole) =>
  can({ role: 'admin', adminRole }, 'approvals:confirm'),
).map((name) => `'${name}'`);

const activeAdmins = `(SELECT count(*) FROM (
    SELECT DISTINCT chain_id FROM audit_log
    WHERE action IN ('user.create', 'user.import', 'user.role') AND after ->> 'role' = 'admin') AS c
  WHERE ${saidBefore('role', ROLE_ACTIONS)} = 'admin'
    AND coalesce(${saidBefore('adminRole', ROLE_ACTIONS)}, 'administrator') IN (${confirmerRoles})
    AND ${saidBefore('status', `'user.create', 'user.import', 'user.activate', 'user.deactivate'`)} = 'active'
    AND NOT EXISTS (SELECT FROM audit_log n WHERE n.chain_id = c.chain_id
      AND n.action IN ('user.role', 'user.deactivate', 'user.delete') AND (n.chain_id, n.seq) <> (d.chain_id, d.seq)
      AND n.created_at > d.created_at - ${MARGIN} AND n.created_at <= d.created_at + ${MARGIN}))`;

/** SQL: a version `r` of the decision's rule that was in force at some time within the margin. */
const inForce = `r.kind = d.kind AND r.in_force_since <= d.created_at + ${MARGIN}
  AND NOT EXISTS (SELECT FROM approval_rules newer WHERE newer.kind = r.kind AND newer.seq > r.seq
    AND newer.in_force_since <= d.created_at - ${MARGIN})`;

const isRequired = `(r.is_active AND r.in_force_since <= d.created_at - ${MARGIN}
  AND (r.threshold_paise IS NULL OR d.amount IS NULL OR d.amount > r.threshold_paise))`;

/** Invariants of second approvals, which compare requests, confirmations and rules with the audit log. */
export const approvalInvariants: Invariant[] = [
  {
    title:
      'Every confirmed command has its confirmations by other administrators, and was carried out',
    sql: `SELECT a.id, a.action, a.needed, given.others::int, given.unrecorded::int FROM approval_requests a
          CROSS JOIN LATERAL (
            SELECT count(*) FILTER (WHERE c.confirmed_by IS DISTINCT FROM a.maker_id
                AND c.confirmed_by IS DISTINCT FROM a.concerned_id) AS others,
              count(*) FILTER (WHERE NOT EXISTS (SELECT FROM audit_log l WHERE l.entity_id = a.id::text
                AND l.action = 'approval.confirm' AND l.actor_id = c.confirmed_by)) AS unrecorded
            FROM approval_confirmations c WHERE c.request_id = a.id) AS given
          WHERE a.state = 'confirmed' AND (given.others < a.needed OR given.unrecorded > 0 OR NOT EXISTS (
            SELECT FROM audit_log l WHERE l.action = a.action AND l.created_at = a.ended_at
              AND l.actor_id IS NOT DISTINCT FROM a.maker_id
              AND (a.concerned_id IS NULL OR l.chain_id = a.concerned_id::text)))`,
  },
  {
    title: 'Every action that needed a second approval has it',
    sql: `SELECT d.chain_id AS user_id, d.action, d.actor_id, d.amount::text, d.created_at FROM (${covered}) AS d
          JOIN (SELECT kind, min(coalesce(threshold_paise, 0)) AS least, min(in_force_since) AS since
                FROM approval_rules WHERE is_active GROUP BY kind) AS ever
            ON ever.kind = d.kind AND ever.since <= d.created_at - ${MARGIN} AND (d.amount IS NULL OR d.amount > ever.least)
          WHERE EXISTS (SELECT FROM approval_rules r WHERE ${inForce} AND ${isRequired})
            AND NOT EXISTS (SELECT FROM approval_rules r WHERE ${inForce} AND NOT ${isRequired})
            AND NOT EXISTS (SELECT FROM approval_requests a WHERE a.state = 'confirmed'
              AND (a.action = d.action OR (a.action = 'user.setPassword' AND d.action = 'second-factor.reset'))
              AND a.ended_at = d.created_at AND a.maker_id IS NOT DISTINCT FROM d.actor_id
              AND (a.concerned_id IS NULL OR a.concerned_id::text = d.chain_id))
            AND NOT EXISTS (SELECT FROM audit_log b WHERE b.action = 'approval.bypass' AND d.actor_id IS NULL
              AND (b.after ->> 'requestedAction' = d.action
                OR (b.after ->> 'requestedAction' = 'user.setPassword' AND d.action = 'second-factor.reset')) AND b.created_at = d.created_at)
            AND ${activeAdmins} >= 2`,
  },
];
