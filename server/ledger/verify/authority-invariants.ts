import { MIN_ACCOUNT_NUMBER_LENGTH } from '#contract/bank-accounts/rules.ts';
import { REQUEST_STATES, SHOWN_STATUSES } from '#contract/transactions/states.ts';
import { OPEN, POSTED } from '#server/db/statuses.ts';
import { BENEFICIARY_DIGEST, SEALED_BENEFICIARY } from '../beneficiary-digest.ts';
import { approvalInvariants } from './approval-invariants.ts';
import { guardProblems } from './guards.ts';
import type { Invariant } from './invariants.ts';
import { recordInvariants } from './record-invariants.ts';

/** Records before this time may lack the digests that later ones contain (`audit_requirements`). */
const since = `(SELECT coalesce(max(digests_since), '-infinity') FROM audit_requirements)`;

/** SQL: a field of the record `r` that differs from the value, or that is missing although records have to contain it. */
const differs = (field: string, value: string) =>
  `CASE WHEN r.after ? '${field}' THEN r.after ->> '${field}' IS DISTINCT FROM ${value}
        ELSE ${value} IS NOT NULL AND r.created_at >= ${since} END`;

/** Digests of sealed numbers are compared by `findWrongNumbers`; here they only have to be recorded. */
const differsInBeneficiary = `NOT (${SEALED_BENEFICIARY} AND r.after ? 'beneficiarySha256')
  AND ${differs('beneficiarySha256', BENEFICIARY_DIGEST)}`;

/** SQL: what a deleted user leaves of a saved bank account (`erasePersonalRows`). */
const isErased = `(account_number = '00000' AND account_holder_name = '' AND deleted_at IS NOT NULL)`;

const problems = (conditions: Record<string, string>) =>
  `array_to_string(ARRAY[${Object.entries(conditions).map(
    ([problem, condition]) => `CASE WHEN ${condition} THEN '${problem.replaceAll("'", "''")}' END`,
  )}], '; ')`;

const isoOf = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const hasOwner = `EXISTS (SELECT FROM users u WHERE u.id::text = r.chain_id AND u.erasing_since IS NULL)`;

/** Records of decisions and adjustments, by transaction. Records of imported decisions count as well. */
const decisions = `SELECT chain_id, action, actor_id, before, after, created_at,
    CASE action WHEN 'user.adjustBalance' THEN after ->> 'transactionId'
      WHEN 'user.delete' THEN after ->> 'closure' ELSE entity_id END AS transaction_id
  FROM audit_log WHERE action IN ('transaction.approve', 'transaction.reject', 'transaction.cancel', 'user.adjustBalance')
    OR (action = 'user.delete' AND after ->> 'closure' IS NOT NULL)
    OR (action = 'transaction.import' AND NOT after ->> 'status' ${OPEN})`;

const requests = `SELECT chain_id, action, actor_id, after, created_at, entity_id AS transaction_id
  FROM audit_log WHERE action IN ('transaction.request', 'transaction.import')`;

const actionOfState = SHOWN_STATUSES.map((name) => {
  const { status, action } = REQUEST_STATES[name];
  return `WHEN t.status = '${status}' AND t.is_cancelled = ${name === 'cancelled'} THEN '${action}'`;
}).join(' ');

/** The actions that may record a decided transaction of this kind and state. */
const expectedAction = `CASE t.kind WHEN 'closure' THEN r.action = 'user.delete' WHEN 'adjustment' THEN r.action IN ('user.adjustBalance', 'transaction.import')
  WHEN 'request' THEN r.action IN (CASE ${actionOfState} ELSE '' END, 'transaction.import')
  ELSE false END`;

const signed = `CASE t.type WHEN 'deposit' THEN t.amount_paise ELSE -t.amount_paise END`;
/** Records with the balance before and after. */
const isAdjusted = `r.action IN ('user.adjustBalance', 'user.delete')`;
const isImported = `r.action = 'transaction.import'`;
/** A request that the maker of a key with the scope made for the user. */
const isByKey = `EXISTS (SELECT FROM audit_log k WHERE k.chain_id = 'api-keys' AND k.action = 'api-key.insert'
  AND k.entity_id = r.after ->> 'apiKeyId' AND k.actor_id = r.actor_id AND k.after -> 'scopes' ? (t.type || 's:create'))`;

/** The factors that an account has according to its records since the last reset. A new app replaces the previous one. */
const recordedFactors = `SELECT chain_id,
    count(*) FILTER (WHERE action = 'second-factor.insert' AND factor = 'passkey')
      - count(*) FILTER (WHERE action = 'second-factor.delete' AND factor = 'passkey') AS passkeys,
    (array_agg(action ORDER BY seq DESC) FILTER (WHERE factor = 'authenticator'))[1] = 'second-factor.insert' AS has_app
  FROM (SELECT chain_id, seq, action, coalesce(after, before) ->> 'factor' AS factor FROM audit_log
    WHERE action IN ('second-factor.insert', 'second-factor.delete')) AS l
  WHERE NOT EXISTS (SELECT FROM audit_log r WHERE r.chain_id = l.chain_id AND r.action = 'second-factor.reset' AND r.seq > l.seq)
  GROUP BY chain_id`;

export const authorityInvariants: Invariant[] = [
  {
    title: 'Every decision and adjustment is as its audit record says',
    sql: `SELECT user_id, id, action, problems FROM (
            SELECT coalesce(t.user_id::text, r.chain_id) AS user_id, coalesce(t.id::text, r.transaction_id) AS id, r.action,
              CASE WHEN r.chain_id IS NULL THEN 'no audit record of it'
                   WHEN t.id IS NULL THEN CASE WHEN ${hasOwner} THEN 'recorded, but there is no such decision' ELSE '' END
                   ELSE ${problems({
                     'the record is of another outcome': `NOT ${expectedAction} OR (NOT ${isAdjusted} AND r.after ->> 'status' IS DISTINCT FROM t.status)`,
                     'the record has another type': `NOT ${isAdjusted} AND r.after ->> 'type' IS DISTINCT FROM t.type`,
                     'the record has another amount': `CASE WHEN ${isAdjusted}
                       THEN r.after ->> 'balancePaise' IS DISTINCT FROM w.balance_after_paise::text
                         OR r.before ->> 'balancePaise' IS DISTINCT FROM (w.balance_after_paise - ${signed})::text
                       ELSE r.after ->> 'amountPaise' IS DISTINCT FROM t.amount_paise::text END`,
                     'the record has another reference': differs('referenceId', 't.reference_id'),
                     'the record has another beneficiary': differsInBeneficiary,
                     'the record has another actor': `CASE WHEN ${isImported} THEN ${differs('decidedBy', 't.decided_by::text')}
                       ELSE r.actor_id IS DISTINCT FROM t.decided_by END`,
                     'it was approved by another than decided it': `t.approved_by IS DISTINCT FROM CASE WHEN t.status ${POSTED} THEN t.decided_by END`,
                     'the record has another time': `CASE WHEN ${isImported} THEN ${differs('decidedAt', isoOf('t.decided_at'))}
                       ELSE r.created_at IS DISTINCT FROM t.decided_at END`,
                     'it was approved at another time than decided': `t.status ${POSTED} AND t.approved_at IS DISTINCT FROM t.decided_at`,
                     'its ledger entry has another time': `w.created_at <> r.created_at`,
                   })} END AS problems
            FROM (${decisions}) AS r
            FULL JOIN (SELECT * FROM transactions WHERE NOT status ${OPEN}) AS t
              ON t.user_id::text = r.chain_id AND t.id::text = r.transaction_id
            LEFT JOIN ledger_entries w
              ON w.user_id = t.user_id AND w.transaction_id = t.id AND w.account = 'wallet') AS compared
          WHERE problems <> ''`,
  },
  {
    title: 'Every request is as its audit record says',
    sql: `SELECT user_id, id, action, problems FROM (
            SELECT coalesce(t.user_id::text, r.chain_id) AS user_id, coalesce(t.id::text, r.transaction_id) AS id, r.action,
              CASE WHEN r.chain_id IS NULL THEN CASE t.kind WHEN 'request' THEN 'no audit record of it' ELSE '' END
                   WHEN t.id IS NULL THEN CASE WHEN ${hasOwner} THEN 'recorded, but there is no such request' ELSE '' END
                   ELSE ${problems({
                     'the record has another type': `r.after ->> 'type' IS DISTINCT FROM t.type`,
                     'the record has another amount': `r.after ->> 'amountPaise' IS DISTINCT FROM t.amount_paise::text`,
                     'the record has another reference': `r.after ->> 'referenceId' IS DISTINCT FROM t.reference_id`,
                     'the record has another beneficiary': differsInBeneficiary,
                     'the record has another actor': `NOT ${isImported} AND r.actor_id IS DISTINCT FROM t.user_id AND NOT ${isByKey}`,
                     'the record has another time': `NOT ${isImported} AND r.created_at <> t.created_at`,
                   })} END AS problems
            FROM (${requests}) AS r
            FULL JOIN transactions t ON t.user_id::text = r.chain_id AND t.id::text = r.transaction_id) AS compared
          WHERE problems <> ''`,
  },
  {
    title: "Every account's role and status are those of its last audit records",
    sql: `SELECT user_id, problems FROM (
            SELECT coalesce(u.id::text, role.chain_id) AS user_id, ${problems({
              'no audit record of its creation': 'u.id IS NOT NULL AND role.chain_id IS NULL',
              'it was deleted according to its last record': `u.id IS NOT NULL AND u.deleted_at IS NULL AND role.action = 'user.delete'`,
              'it is marked as deleted without a record of it': `u.deleted_at IS NOT NULL AND role.action <> 'user.delete'`,
              'it is gone without a record of its deletion': `u.id IS NULL AND role.action <> 'user.delete'`,
              'the record has another role': `u.id IS NOT NULL AND role.action <> 'user.delete' AND role.said IS DISTINCT FROM u.role`,
              'the record has another admin role': `u.role = 'admin' AND role.action <> 'user.delete' AND coalesce(admin_role.said, 'administrator') <> u.admin_role`,
              'the record has another status': `u.id IS NOT NULL AND role.action <> 'user.delete' AND status.said IS DISTINCT FROM u.status`,
            })} AS problems
            FROM users u
            FULL JOIN (${lastSaid('role', ['user.create', 'user.import', 'user.role', 'user.delete'])}) AS role
              ON role.chain_id = u.id::text
            LEFT JOIN (${lastSaid('adminRole', ['user.create', 'user.import', 'user.role'])}) AS admin_role
              ON admin_role.chain_id = u.id::text
            LEFT JOIN (${lastSaid('status', ['user.create', 'user.import', 'user.activate', 'user.deactivate'])}) AS status
              ON status.chain_id = u.id::text) AS compared
          WHERE problems <> ''`,
  },
  {
    title: "Every account's verification level is that of its last audit record",
    sql: `SELECT u.id AS user_id, u.verification_level, level.said AS recorded_level FROM users u
          LEFT JOIN (${lastSaid('verificationLevel', ['user.verificationLevel'])}) AS level
            ON level.chain_id = u.id::text
          WHERE coalesce(level.said, 'none') <> u.verification_level`,
  },
  {
    title: 'Every decided verification is as its audit record says',
    sql: `SELECT user_id, id, problems FROM (
            SELECT coalesce(v.user_id::text, r.chain_id) AS user_id, coalesce(v.id::text, r.entity_id) AS id, ${problems(
              {
                'no audit record of it': 'r.chain_id IS NULL',
                'recorded, but there is no such decision': `v.id IS NULL AND ${hasOwner}`,
                'the record is of another outcome': `r.action <> CASE v.state WHEN 'granted' THEN 'verification.grant' ELSE 'verification.reject' END`,
                'the record has another level': `r.after ->> 'level' <> v.level`,
                'the record has another actor': 'r.actor_id IS DISTINCT FROM v.decided_by',
                'the record has another time': 'r.created_at <> v.decided_at',
              },
            )} AS problems
            FROM (SELECT * FROM audit_log WHERE action IN ('verification.grant', 'verification.reject')) AS r
            FULL JOIN (SELECT * FROM verification_requests WHERE state IN ('granted', 'rejected')) AS v
              ON v.user_id::text = r.chain_id AND v.id::text = r.entity_id) AS compared
          WHERE problems <> ''`,
  },
  {
    title:
      'Every document that is not deleted has its encrypted image, and no other image of a document exists',
    sql: `SELECT coalesce(d.user_id, f.user_id) AS user_id, coalesce(d.id, f.id) AS id, d.deleted_at FROM verification_documents d
          FULL JOIN (SELECT * FROM files WHERE kind = 'documents') AS f ON f.id = d.id
          WHERE (d.deleted_at IS NULL) IS DISTINCT FROM (f.id IS NOT NULL)
            OR (f.id IS NOT NULL AND (d.id IS NULL OR f.user_id IS DISTINCT FROM d.user_id OR f.sealed_key IS NULL))`,
  },
  {
    title: "Every account's second factors are those of its audit records",
    sql: `SELECT user_id, problems FROM (
            SELECT u.id AS user_id, ${problems({
              'the records have another number of passkeys':
                'coalesce(recorded.passkeys, 0) <> stored.passkeys',
              'an authenticator app without a record, or a record without an app':
                'coalesce(recorded.has_app, false) <> stored.has_app',
              'it is marked with or without a factor, unlike its factors':
                '(u.second_factor_since IS NOT NULL) <> (stored.passkeys > 0 OR stored.has_app)',
              'recovery codes without a factor':
                'stored.has_codes AND stored.passkeys = 0 AND NOT stored.has_app',
            })} AS problems
            FROM users u
            CROSS JOIN LATERAL (SELECT
              (SELECT count(*) FROM passkeys p WHERE p.user_id = u.id) AS passkeys,
              EXISTS (SELECT FROM authenticators a WHERE a.user_id = u.id AND a.confirmed_at IS NOT NULL) AS has_app,
              EXISTS (SELECT FROM recovery_codes c WHERE c.user_id = u.id) AS has_codes) AS stored
            LEFT JOIN (${recordedFactors}) AS recorded ON recorded.chain_id = u.id::text
            WHERE u.deleted_at IS NULL) AS compared
          WHERE problems <> ''`,
  },
  {
    title: 'Every account is frozen or not as its last audit record says',
    sql: `SELECT u.id AS user_id, u.frozen_at, recorded.said AS is_recorded_frozen FROM users u
          LEFT JOIN (${lastSaid('isFrozen', ['user.freeze', 'user.unfreeze', 'user.delete'])}) AS recorded
            ON recorded.chain_id = u.id::text
          WHERE coalesce(recorded.said, 'false') <> (u.frozen_at IS NOT NULL)::text`,
  },
  {
    title: 'Every closure is as its audit record says, and is the last entry of its account',
    sql: `SELECT r.chain_id AS user_id, r.after ->> 'closure' AS id, last.transaction_id AS last_posting
          FROM (SELECT chain_id, before, after, created_at FROM audit_log WHERE action = 'user.delete') AS r
          LEFT JOIN (
            SELECT DISTINCT ON (user_id) user_id::text AS chain_id, transaction_id::text, amount_paise, balance_after_paise, created_at
            FROM ledger_entries e WHERE account = 'wallet' AND NOT EXISTS (SELECT FROM users u WHERE u.id = e.user_id AND u.deleted_at IS NULL)
            ORDER BY user_id, seq DESC) AS last USING (chain_id)
          WHERE CASE WHEN r.after ->> 'closure' IS NULL
            THEN r.before ->> 'balancePaise' IS DISTINCT FROM '0' OR last.created_at > r.created_at
            ELSE last.transaction_id IS DISTINCT FROM r.after ->> 'closure' OR last.balance_after_paise <> 0
              OR r.before ->> 'balancePaise' IS DISTINCT FROM (-last.amount_paise)::text
              OR last.created_at <> r.created_at END`,
  },
  {
    title: 'Every entry of a closed account is of a recorded decision',
    sql: `SELECT e.user_id, e.id, e.transaction_id, e.amount_paise::text FROM ledger_entries e
          LEFT JOIN (SELECT chain_id, transaction_id FROM (${decisions}) AS decided
                     UNION ALL SELECT chain_id, after ->> 'closure' FROM audit_log WHERE action = 'user.delete') AS r
            ON r.chain_id = e.user_id::text AND r.transaction_id = e.transaction_id::text
          WHERE r.chain_id IS NULL AND NOT EXISTS (SELECT FROM users u WHERE u.id = e.user_id)`,
  },
  ...approvalInvariants,
  ...recordInvariants,
  {
    title: 'The entries of a posting have one time',
    sql: `SELECT user_id, transaction_id, min(created_at) AS earliest, max(created_at) AS latest
          FROM ledger_entries GROUP BY user_id, transaction_id HAVING min(created_at) <> max(created_at)`,
  },
  {
    title: 'The triggers that guard the ledger, the audit log and decisions are in force',
    sql: guardProblems,
  },
  {
    title: 'The search texts are those of the users and transactions',
    sql: `SELECT t.user_id::text, t.id::text FROM transactions t
          LEFT JOIN transaction_search s ON s.user_id = t.user_id AND s.transaction_id = t.id
          WHERE s.text IS DISTINCT FROM searched_with_utr(t.reference_id, t.payment_method, t.utr)
          UNION ALL
          SELECT u.id::text, NULL FROM users u
          LEFT JOIN user_profiles p ON p.user_id = u.id LEFT JOIN user_search s ON s.user_id = u.id
          WHERE s.handle IS DISTINCT FROM lower(u.username::text) || ' ' || u.id::text
            OR s.shown IS DISTINCT FROM shown_of_user(u.username::text, p.first_name, p.last_name, p.email)`,
  },
  {
    title: 'Every account number is sealed, once all older ones were',
    sql: `SELECT 'bank_accounts' AS place, user_id, id FROM bank_accounts
          WHERE account_number NOT LIKE 's1.%' AND EXISTS (SELECT FROM number_encryption WHERE completed_at IS NOT NULL)
            AND NOT ${isErased}
          UNION ALL
          SELECT 'transactions', user_id, id FROM transactions
          WHERE length(beneficiary ->> 'accountNumber') >= ${MIN_ACCOUNT_NUMBER_LENGTH}
            AND beneficiary ->> 'accountNumber' NOT LIKE 's1.%' AND EXISTS (SELECT FROM number_encryption WHERE completed_at IS NOT NULL)`,
  },
  {
    title: 'Every account number of a transaction is found by its last four digits',
    sql: `SELECT t.user_id, t.id, a.last_four FROM transactions t
          LEFT JOIN transaction_accounts a ON a.user_id = t.user_id AND a.transaction_id = t.id
          WHERE length(t.beneficiary ->> 'accountNumber') >= ${MIN_ACCOUNT_NUMBER_LENGTH}
            AND CASE WHEN a.user_id IS NULL THEN EXISTS (SELECT FROM number_encryption WHERE indexed_at IS NOT NULL)
              ELSE a.last_four <> right(t.beneficiary ->> 'accountNumber', 4) END`,
  },
  {
    title: "Every user's stored bytes are those of their images",
    sql: `SELECT user_id, bytes, actual::text FROM stored_bytes FULL JOIN (
            SELECT user_id, sum(byte_size) AS actual FROM files
            WHERE kind IN ('receipts', 'avatars', 'documents') AND user_id IS NOT NULL GROUP BY user_id) AS f USING (user_id)
          WHERE coalesce(bytes, 0) <> coalesce(actual, 0)`,
  },
];

/** SQL of the newest of these actions and what it says about a field, by chain. */
function lastSaid(field: string, actions: string[]): string {
  return `SELECT DISTINCT ON (chain_id) chain_id, action, after ->> '${field}' AS said FROM audit_log
    WHERE entity = 'user' AND action IN (${actions.map((action) => `'${action}'`)}) ORDER BY chain_id, seq DESC`;
}
