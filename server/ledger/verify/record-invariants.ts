import { settingTable } from '#contract/settings/table.ts';
import type { Invariant } from './invariants.ts';

/** SQL: by object, the newest record of these actions. */
const last = (entity: string, actions: string[]) =>
  `(SELECT DISTINCT ON (chain_id, entity_id) entity_id, action, after, created_at FROM audit_log
    WHERE entity = '${entity}' AND action IN (${actions.map((action) => `'${action}'`)})
    ORDER BY chain_id, entity_id, seq DESC)`;

/** SQL: a field of the record `r`, or its value before any record. */
const said = (field: string, otherwise: string) =>
  `CASE WHEN r.after ? '${field}' THEN r.after ->> '${field}' ELSE ${otherwise} END`;

/** SQL: for each column of the row `t`, its value and that of the record `r`. */
const columnsOf = (columns: Record<string, string>, otherwise: (column: string) => string) =>
  `CROSS JOIN LATERAL (VALUES ${Object.entries(columns).map(
    ([field, column]) => `('${field}', t.${column}::text, ${said(field, otherwise(column))})`,
  )}) AS d (field, stored, recorded)`;

/** The rules of a new installation: a migration inserts them without records. */
const FIRST_RULES = `(VALUES
  ('deposit', 5000000::bigint, false), ('withdrawal', 5000000, false), ('adjustment', 1000000, true),
  ('administrator', NULL, true), ('newAdministrator', NULL, true), ('deletion', NULL, false), ('qrCode', NULL, false),
  ('limits', NULL, true), ('securitySettings', NULL, true), ('rules', NULL, true), ('apiKey', NULL, false),
  ('webhook', NULL, false))
  AS first (kind, threshold_paise, is_active)`;

/** Settings of money, reviews, sessions, passwords and second factors, which have no default of the operator. */
const SETTINGS = {
  maxDepositPaise: 'max_deposit_paise',
  upiLimitPaise: 'upi_limit_paise',
  adjustmentDayPaise: 'adjustment_day_paise',
  stepUpAbovePaise: 'step_up_above_paise',
  adminPasswordLength: 'admin_password_length',
  userIdleHours: 'user_idle_hours',
  userSessionHours: 'user_session_hours',
  adminIdleHours: 'admin_idle_hours',
  adminSessionHours: 'admin_session_hours',
  undoSeconds: 'undo_seconds',
  targetMinutes: 'target_minutes',
  newAccountHours: 'new_account_hours',
  autoApproval: 'auto_approval',
  autoApprovalPaise: 'auto_approval_paise',
  autoApprovalDayPaise: 'auto_approval_day_paise',
  autoApprovalMinutes: 'auto_approval_minutes',
  adminFactorRequired: 'coalesce(admin_factor_required, false)',
  adminFactorDays: 'admin_factor_days',
} as const;

const settings = Object.entries(SETTINGS).map(
  ([key, column]) =>
    `('${key}', ${column}::text, '${settingTable[key as keyof typeof SETTINGS].default}')`,
);

const LIMITS = {
  depositTransactionPaise: 'deposit_transaction_paise',
  depositDayPaise: 'deposit_day_paise',
  depositMonthPaise: 'deposit_month_paise',
  withdrawalTransactionPaise: 'withdrawal_transaction_paise',
  withdrawalDayPaise: 'withdrawal_day_paise',
  withdrawalMonthPaise: 'withdrawal_month_paise',
} as const;

const QR_CODE = {
  name: 'name',
  description: 'description',
  qrImageUrl: 'qr_image_url',
  isActive: 'is_active',
  upiId: 'upi_id',
  payeeName: 'payee_name',
  merchantCode: 'merchant_code',
  isSigned: 'is_signed',
} as const;

/** The values of codes whose records are from before these columns. */
const WITHOUT_PAYEE: Record<string, string> = {
  upi_id: 'NULL',
  payee_name: 'NULL',
  merchant_code: 'NULL',
  is_signed: "'false'",
};

/** Invariants that compare what administrators configured, their replies to users, and passwords with the audit record of each. */
export const recordInvariants: Invariant[] = [
  {
    title: 'Every rule of second approvals is as its last audit record says',
    sql: `SELECT first.kind, t.threshold_paise::text, t.approvals, t.is_active, r.after AS recorded FROM ${FIRST_RULES}
          LEFT JOIN (SELECT DISTINCT ON (kind) * FROM approval_rules ORDER BY kind, seq DESC) AS t USING (kind)
          LEFT JOIN ${last('approval-rule', ['approval-rule.update'])} AS r ON r.entity_id = first.kind
          WHERE t.kind IS NULL OR (t.threshold_paise::text, t.approvals::text, t.is_active::text) IS DISTINCT FROM
            (${said('thresholdPaise', 'first.threshold_paise::text')}, ${said('approvals', "'1'")},
             ${said('isActive', 'first.is_active::text')})`,
  },
  {
    title: 'Every setting is as its last audit record says',
    sql: `SELECT s.key, s.stored, coalesce(r.said, s.first) AS recorded
          FROM wallet_settings CROSS JOIN LATERAL (VALUES ${settings}) AS s (key, stored, first)
          LEFT JOIN LATERAL (SELECT after ->> s.key AS said FROM audit_log
            WHERE chain_id = 'settings' AND action = 'settings.update' AND after ? s.key ORDER BY seq DESC LIMIT 1) AS r ON true
          WHERE s.stored <> coalesce(r.said, s.first)`,
  },
  {
    title: 'The limits of every verification level are as their last audit record says',
    sql: `SELECT r.entity_id AS level, d.* FROM ${last('verification-limits', ['verification-limits.update'])} AS r
          FULL JOIN verification_limits t ON t.level = r.entity_id ${columnsOf(LIMITS, () => 'NULL')}
          WHERE d.stored IS DISTINCT FROM d.recorded`,
  },
  {
    title: 'Every QR code is as its last audit record says',
    sql: `SELECT t.id, d.* FROM qr_codes t
          JOIN ${last('qr-code', ['qr-code.insert', 'qr-code.update', 'qr-code.delete'])} AS r ON r.entity_id = t.id::text
          ${columnsOf(QR_CODE, (column) => WITHOUT_PAYEE[column] ?? `t.${column}::text`)}
          WHERE CASE r.action WHEN 'qr-code.delete' THEN t.deleted_at IS NULL
            ELSE t.deleted_at IS NOT NULL OR d.stored IS DISTINCT FROM d.recorded END`,
  },
  {
    title: 'Every API key is as its audit records say',
    sql: `SELECT t.id, t.user_id, d.* FROM api_keys t
          LEFT JOIN ${last('api-key', ['api-key.insert'])} AS r ON r.entity_id = t.id::text
          LEFT JOIN ${last('api-key', ['api-key.revoke'])} AS revoked ON revoked.entity_id = t.id::text
          CROSS JOIN LATERAL (VALUES
            ('scopes', to_jsonb(t.scopes), coalesce(r.after -> 'scopes', to_jsonb(t.scopes))),
            ('dayPaise', to_jsonb(t.day_paise), CASE WHEN r.after ? 'dayPaise' THEN nullif(r.after -> 'dayPaise', 'null') ELSE to_jsonb(t.day_paise) END),
            ('dayCommands', to_jsonb(t.day_commands), CASE WHEN r.after ? 'dayCommands' THEN nullif(r.after -> 'dayCommands', 'null') ELSE to_jsonb(t.day_commands) END),
            ('expiresAt', to_jsonb(t.expires_at), CASE WHEN r.after ? 'expiresAt' THEN to_jsonb((r.after ->> 'expiresAt')::timestamptz(3)) ELSE to_jsonb(t.expires_at) END),
            ('isRevoked', to_jsonb(t.revoked_at IS NOT NULL), to_jsonb(revoked.entity_id IS NOT NULL OR t.revoked_at IS NOT NULL)))
            AS d (field, stored, recorded)
          WHERE d.stored IS DISTINCT FROM d.recorded OR (r.entity_id IS NULL AND d.field = 'scopes'
            AND t.created_at >= (SELECT coalesce(max(digests_since), '-infinity') FROM audit_requirements))`,
  },
  {
    title: "Every account's password is that of its last audit record",
    sql: `SELECT u.id AS user_id, r.action, r.created_at FROM users u
          JOIN ${last('user', ['user.create', 'user.import', 'user.password', 'user.resetPassword', 'user.setPassword'])} AS r
            ON r.entity_id = u.id::text
          WHERE u.deleted_at IS NULL AND r.after ? 'passwordSha256'
            AND r.after ->> 'passwordSha256' <> encode(sha256(convert_to(u.password_hash, 'UTF8')), 'hex')`,
  },
  {
    title: 'Every answer of support is as its audit record says',
    sql: `SELECT coalesce(t.user_id::text, r.chain_id) AS user_id, coalesce(t.id::text, r.after ->> 'replyId') AS id,
            t.author_id, r.actor_id AS recorded_actor
          FROM (SELECT * FROM audit_log WHERE action = 'support.answer') AS r
          FULL JOIN (SELECT * FROM support_replies WHERE is_from_support) AS t
            ON t.user_id::text = r.chain_id AND t.id::text = r.after ->> 'replyId'
          WHERE CASE WHEN t.id IS NULL
            THEN EXISTS (SELECT FROM users u WHERE u.id::text = r.chain_id AND u.deleted_at IS NULL)
            ELSE (r.entity_id, r.actor_id, r.created_at) IS DISTINCT FROM (t.message_id::text, t.author_id, t.created_at) END`,
  },
];
