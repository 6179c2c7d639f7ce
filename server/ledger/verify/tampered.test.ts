import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { NO_LIMITS } from '#contract/verification-limits/rules.ts';
import { approvalCommands } from '#server/app/approval-commands.ts';
import { createApiKey, revokeApiKey } from '#server/features/api-keys/api-keys.ts';
import { confirmApproval } from '#server/features/approvals/answer-approvals.ts';
import { saveRule } from '#server/features/approvals/approval-rules.ts';
import { saveSettings } from '#server/features/settings/settings.ts';
import { listOwnConversations } from '#server/features/support-messages/conversations.ts';
import { answerMessage } from '#server/features/support-messages/replies.ts';
import { sendSupportMessage } from '#server/features/support-messages/support-messages.ts';
import { resetSecondFactors } from '#server/features/users/reset-factors.ts';
import { setPassword } from '#server/features/users/users.ts';
import { saveLevelLimits } from '#server/features/verification-limits/verification-limits.ts';
import { decideVerification } from '#server/features/verifications/decide-verification.ts';
import { addDocument } from '#server/features/verifications/verification-documents.ts';
import { submitVerification } from '#server/features/verifications/verifications.ts';
import { approvalOf, setRules } from '#server/testing/approvals.ts';
import {
  addApp,
  adjust,
  findViolationsOf,
  openVerifiedWorld,
  type TamperedWorld,
  withoutRefusals,
} from '#server/testing/tampering.ts';

const DECISIONS = 'Every decision and adjustment is as its audit record says';
const NUMBERS = 'Every sealed account number can be read, and is the recorded one';
const ACCOUNTS = "Every account's role and status are those of its last audit records";
const FACTORS = "Every account's second factors are those of its audit records";
const VERIFICATIONS = 'Every decided verification is as its audit record says';
const DOCUMENTS =
  'Every document that is not deleted has its encrypted image, and no other image of a document exists';
const ANSWERS = 'Every answer of support is as its audit record says';
const CHAINS = 'The audit chains are whole';
const APPROVED = 'Every action that needed a second approval has it';
const CONFIRMED =
  'Every confirmed command has its confirmations by other administrators, and was carried out';
const GUARDS_IN_FORCE =
  'The triggers that guard the ledger, the audit log and decisions are in force';

const CONFIGURED = {
  rules: 'Every rule of second approvals is as its last audit record says',
  settings: 'Every setting is as its last audit record says',
  limits: 'The limits of every verification level are as their last audit record says',
  keys: 'Every API key is as its audit records say',
  passwords: "Every account's password is that of its last audit record",
};

const posting = (transactionId: string, paise: number) => `
  INSERT INTO ledger_entries (user_id, id, transaction_id, account, amount_paise, seq, balance_after_paise, created_at)
  SELECT user_id, gen_random_uuid(), ${transactionId}, 'wallet', ${paise}, seq + 1, balance_paise + ${paise}, updated_at
  FROM wallet_balances WHERE user_id = $victim;
  INSERT INTO ledger_entries (user_id, id, transaction_id, account, amount_paise, created_at)
  SELECT user_id, gen_random_uuid(), ${transactionId}, 'house', -(${paise}), updated_at
  FROM wallet_balances WHERE user_id = $victim;
  UPDATE wallet_balances SET balance_paise = balance_paise + ${paise}, seq = seq + 1 WHERE user_id = $victim`;

const newest = `(SELECT max(seq) FROM audit_log WHERE chain_id = $victim)`;

/** Changes of the database, with the invariant that detects each and the texts that its report contains. */
const tampered: [string, { sql: string; title: string; names: string[] }][] = [
  [
    'an approval without an approver',
    {
      sql: 'UPDATE transactions SET approved_by = NULL, decided_by = NULL WHERE id = $paid',
      title: DECISIONS,
      names: ['$paid', 'another actor'],
    },
  ],
  [
    'a replaced approver',
    {
      sql: 'UPDATE transactions SET approved_by = gen_random_uuid() WHERE id = $paid',
      title: DECISIONS,
      names: ['$paid', 'approved by another than decided it'],
    },
  ],
  [
    'an approver and decider replaced together',
    {
      sql: 'UPDATE transactions SET (approved_by, decided_by) = (user_id, user_id) WHERE id = $paid',
      title: DECISIONS,
      names: ['$paid', 'another actor'],
    },
  ],
  [
    'a rejection presented as a cancellation by the owner',
    {
      sql: 'UPDATE transactions SET is_cancelled = true, decided_by = user_id WHERE id = $refused',
      title: DECISIONS,
      names: ['$refused', 'of another outcome'],
    },
  ],
  [
    'a swapped beneficiary',
    {
      sql: `UPDATE transactions SET beneficiary = jsonb_set(beneficiary, '{accountNumber}', '"999999999999"') WHERE id = $paid`,
      title: DECISIONS,
      names: ['$paid', 'another beneficiary'],
    },
  ],
  [
    'a swapped beneficiary of a pending withdrawal',
    {
      sql: `UPDATE transactions SET beneficiary = jsonb_set(beneficiary, '{ifscCode}', '"SBIN0000001"') WHERE status = 'pending'`,
      title: NUMBERS,
      names: ['$victim', 'another beneficiary'],
    },
  ],
  [
    'a swapped number of a saved bank account that no withdrawal has used',
    {
      sql: `UPDATE bank_accounts SET account_number = '999999999999', account_number_hash = NULL WHERE user_id = $victim`,
      title: NUMBERS,
      names: ['$victim', 'another bank account'],
    },
  ],
  [
    'another holder of a saved bank account, without its salt',
    {
      sql: `UPDATE bank_accounts SET account_holder_name = 'Mallory', digest_salt = NULL WHERE user_id = $victim`,
      title: NUMBERS,
      names: ['$victim', 'another bank account'],
    },
  ],
  [
    'a saved bank account without a record',
    {
      sql: `INSERT INTO bank_accounts (user_id, id, account_holder_name, account_number, bank_name, created_at)
        SELECT user_id, gen_random_uuid(), account_holder_name, '999999999999', bank_name, created_at FROM bank_accounts`,
      title: NUMBERS,
      names: ['$victim', 'another bank account'],
    },
  ],
  [
    'an amount changed in the request, the ledger and the balance together',
    {
      sql: `UPDATE transactions SET amount_paise = amount_paise - 1000 WHERE id = $paid;
        UPDATE ledger_entries SET amount_paise = amount_paise + 1000 WHERE transaction_id = $paid AND account = 'wallet';
        UPDATE ledger_entries SET amount_paise = amount_paise - 1000 WHERE transaction_id = $paid AND account = 'house';
        UPDATE ledger_entries SET balance_after_paise = balance_after_paise + 1000 WHERE user_id = $victim AND account = 'wallet' AND seq >= 2;
        UPDATE wallet_balances SET balance_paise = balance_paise + 1000 WHERE user_id = $victim`,
      title: DECISIONS,
      names: ['$paid', 'another amount'],
    },
  ],
  [
    'a forged adjustment',
    {
      sql: `INSERT INTO transactions (user_id, id, type, kind, amount_paise, status, payment_method, reference_id,
          decided_by, decided_at, approved_by, approved_at, created_at, updated_at)
        SELECT user_id, $refused::uuid, 'deposit', 'adjustment', 7000, 'approved', 'admin_adjustment', 'ADM-1', decided_by,
          updated_at, decided_by, updated_at, updated_at, updated_at FROM transactions WHERE id = $paid;
        ${posting('$refused::uuid', 7000)}`.replaceAll(
        '$refused',
        `'00000000-0000-4000-8000-000000000001'`,
      ),
      title: DECISIONS,
      names: ['00000000-0000-4000-8000-000000000001', 'no audit record of it'],
    },
  ],
  [
    'an audit record deleted in the middle of a chain',
    {
      sql: `DELETE FROM audit_log WHERE chain_id = $victim AND action = 'transaction.reject'`,
      title: CHAINS,
      names: ['$victim', 'rows before it are missing'],
    },
  ],
  [
    'a chain truncated together with its head',
    {
      sql: `DELETE FROM audit_log WHERE chain_id = $victim AND seq = ${newest};
        UPDATE audit_chains AS head SET seq = log.seq, hash = log.hash FROM audit_log log
        WHERE head.chain_id = $victim AND log.chain_id = $victim AND log.seq = ${newest}`,
      title: DECISIONS,
      names: ['$victim', 'no audit record of it'],
    },
  ],
  [
    'a whole chain deleted',
    {
      sql: `DELETE FROM audit_log WHERE chain_id = $victim; DELETE FROM audit_chains WHERE chain_id = $victim`,
      title: ACCOUNTS,
      names: ['$victim', 'no audit record of its creation'],
    },
  ],
  [
    'a role raised without a record',
    {
      sql: `UPDATE users SET role = 'admin' WHERE id = $victim`,
      title: ACCOUNTS,
      names: ['$victim', 'another role'],
    },
  ],
  [
    'a status changed without a record',
    {
      sql: `UPDATE users SET status = 'inactive' WHERE id = $victim`,
      title: ACCOUNTS,
      names: ['$victim', 'another status'],
    },
  ],
  [
    'a backdated decision',
    {
      sql: `UPDATE transactions SET (decided_at, approved_at) = (decided_at - interval '1 hour', approved_at - interval '1 hour') WHERE id = $paid`,
      title: DECISIONS,
      names: ['$paid', 'the record has another time'],
    },
  ],
  [
    'a backdated ledger entry',
    {
      sql: `UPDATE ledger_entries SET created_at = created_at - interval '1 hour' WHERE transaction_id = $paid`,
      title: DECISIONS,
      names: ['$paid', 'its ledger entry has another time'],
    },
  ],
  [
    'a balance and the ledger credited together without a transaction',
    {
      sql: posting('gen_random_uuid()', 7000).replaceAll(
        'gen_random_uuid(), gen_random_uuid()',
        `gen_random_uuid(), '00000000-0000-4000-8000-000000000001'`,
      ),
      title: 'Only a closed account has entries without their transaction',
      names: ['$victim', '00000000-0000-4000-8000-000000000001'],
    },
  ],
  [
    'a rejected withdrawal turned into an approved one with its posting',
    {
      sql: `UPDATE transactions SET status = 'approved', approved_by = decided_by, approved_at = decided_at WHERE id = $refused;
        ${posting('$refused::uuid', -3000)}`,
      title: DECISIONS,
      names: ['$refused', 'another outcome'],
    },
  ],
  [
    'a search text that hides a transaction',
    {
      sql: `UPDATE transaction_search SET text = 'x' WHERE transaction_id = $paid`,
      title: 'The search texts are those of the users and transactions',
      names: ['$paid'],
    },
  ],
  [
    'a count of stored bytes that differs from the images',
    {
      sql: 'UPDATE stored_bytes SET bytes = bytes + 1 WHERE user_id = $victim',
      title: "Every user's stored bytes are those of their images",
      names: ['$victim'],
    },
  ],
  [
    'a withdrawal that disappeared with its posting',
    {
      sql: `DELETE FROM transactions WHERE id = $refused`,
      title: DECISIONS,
      names: ['$refused', 'there is no such decision'],
    },
  ],
];

describe('a change of money, requests or records', () => {
  let world: TamperedWorld;
  beforeAll(async () => {
    world = await openVerifiedWorld();
    return () => world.close();
  });

  test.each(tampered)('detects %s', async (_, { sql, title, names }) => {
    const found = (await findViolationsOf(world, withoutRefusals(sql))).get(title);
    const named = { $paid: world.paid, $refused: world.refused, $victim: world.victim.userId };
    for (const name of names) expect(found).toContain(named[name as keyof typeof named] ?? name);
  });

  test.each([
    ['a disabled guard', 'ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only', 'disabled'],
    ['a dropped guard', 'DROP TRIGGER transactions_final ON transactions', 'missing'],
    [
      'a guard with another condition',
      `DROP TRIGGER transactions_final ON transactions;
     CREATE TRIGGER transactions_final BEFORE UPDATE ON transactions FOR EACH ROW WHEN (false) EXECUTE FUNCTION refuse_redecision()`,
      'changed',
    ],
    [
      'a guard whose function does nothing',
      `CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
      'function was changed',
    ],
    [
      'a guard whose function does nothing, beside one of the same name with the right body',
      `SET LOCAL check_function_bodies = off;
     DO $do$ BEGIN EXECUTE format('CREATE FUNCTION refuse_change(integer) RETURNS integer LANGUAGE plpgsql AS %L',
       (SELECT prosrc FROM pg_proc WHERE proname = 'refuse_change')); END $do$;
     CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
      'function was changed',
    ],
    [
      'a maintaining function that does nothing',
      `CREATE OR REPLACE FUNCTION note_inserted_transactions() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
      'function was changed',
    ],
    [
      'a trigger that does not belong there',
      'CREATE TRIGGER added BEFORE INSERT ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_change()',
      'added on ledger_entries',
    ],
  ])('detects %s', async (_, sql, problem) => {
    const found = await findViolationsOf(world, sql);
    expect([...found.keys()]).toEqual([GUARDS_IN_FORCE]);
    expect(found.get(GUARDS_IN_FORCE)).toContain(problem);
  });

  test('accepts triggers as a restored dump has them', async () => {
    const found = await findViolationsOf(
      world,
      `DO $$ DECLARE printed record; BEGIN
        FOR printed IN SELECT tgname, tgrelid::regclass AS place, pg_get_triggerdef(oid) AS definition
          FROM pg_trigger WHERE NOT tgisinternal
        LOOP
          EXECUTE format('DROP TRIGGER %I ON %s', printed.tgname, printed.place);
          EXECUTE printed.definition;
        END LOOP;
      END $$`,
    );
    expect([...found.keys()]).toEqual([]);
  });
});

describe('a change of a second approval', () => {
  let world: TamperedWorld;
  beforeAll(async () => {
    world = await openVerifiedWorld(async (made) => {
      const { deps } = made;
      const other = await made.newActor({ role: 'admin' });
      await setRules(deps.db, { adjustment: { thresholdPaise: 1_000_000 } });
      await made.setNow(new Date('2026-11-01T11:00:00Z'));
      const id = await approvalOf(adjust(made, '50000.00', 100_000));
      await confirmApproval(deps, other, { id, executor: approvalCommands });
    });
    return () => world.close();
  });

  test.each([
    ['approval_confirmations', 'DELETE FROM approval_confirmations', CONFIRMED],
    [
      'approval_confirmations',
      'UPDATE approval_confirmations SET confirmed_by = $maker',
      CONFIRMED,
    ],
    ['approval_requests', `UPDATE approval_requests SET state = 'failed'`, APPROVED],
    ['approval_requests', 'UPDATE approval_requests SET maker_id = gen_random_uuid()', APPROVED],
  ])('detects a changed row of %s: %s', async (table, sql, title) => {
    const set = (state: string) => `ALTER TABLE ${table} ${state} TRIGGER USER`;
    const found = await findViolationsOf(world, `${set('DISABLE')}; ${sql}; ${set('ENABLE')}`);
    expect([...found.keys()]).toContain(title);
  });
});

const passkeyOf = (owner: string) => `
  INSERT INTO passkeys (user_id, id, credential_id, public_key, sign_count, transports, name, is_syncable, is_backed_up, created_at)
  VALUES (${owner}, gen_random_uuid(), 'x', 'x', 0, '', 'Phone', false, false, now())`;

describe('a change of second factors', () => {
  let world: TamperedWorld;
  beforeAll(async () => {
    world = await openVerifiedWorld(({ deps, victim }) => addApp(deps, victim));
    return () => world.close();
  });

  test.each([
    ['a removed app', 'DELETE FROM authenticators', 'a record without an app'],
    ['a passkey without a record', passkeyOf('$victim'), 'another number of passkeys'],
    [
      'an account that is marked as without a factor',
      'UPDATE users SET second_factor_since = NULL WHERE id = $victim',
      'unlike its factors',
    ],
    [
      'a removed record of a factor',
      `DELETE FROM audit_log WHERE action = 'second-factor.insert'`,
      'without a record',
    ],
  ])('detects %s', async (_, sql, problem) => {
    const found = await findViolationsOf(world, withoutRefusals(sql));
    expect(found.get(FACTORS)).toContain(problem);
  });
});

describe('a change of second factors after their reset', () => {
  let world: TamperedWorld;
  beforeAll(async () => {
    world = await openVerifiedWorld(async ({ deps, admin, victim }) => {
      await addApp(deps, victim);
      await resetSecondFactors(deps, admin, { userId: victim.userId });
    });
    return () => world.close();
  });

  test.each([
    ['factors that a recorded reset did not remove', passkeyOf('$victim'), 'passkeys'],
    [
      'recovery codes that a recorded reset did not remove',
      `INSERT INTO recovery_codes (user_id, code_hash, created_at) VALUES ($victim, 'x', now())`,
      'recovery codes without a factor',
    ],
    [
      'a reset without its record',
      `DELETE FROM audit_log WHERE action = 'second-factor.reset'`,
      'a record without an app',
    ],
  ])('detects %s', async (_, sql, problem) => {
    const found = await findViolationsOf(world, withoutRefusals(sql));
    expect(found.get(FACTORS)).toContain(problem);
  });
});

describe('a change of a decided verification', () => {
  let world: TamperedWorld;
  beforeAll(async () => {
    world = await openVerifiedWorld(async ({ deps, admin, victim }) => {
      const image = {
        id: randomUUID(),
        kind: 'documents' as const,
        storageKey: 'documents/1',
        contentType: 'image/jpeg',
        byteSize: 9,
        width: 1,
        height: 1,
        sha256: 'a'.repeat(64),
        fileKey: randomBytes(32),
      };
      await addDocument(deps, victim, { form: { kind: 'selfie' }, image });
      const { request } = await submitVerification(deps, victim, 'basic');
      await decideVerification(deps, admin, {
        userId: victim.userId,
        id: request?.id ?? '',
        level: 'basic',
        reason: 'Documents checked',
      });
    });
    return () => world.close();
  });

  test.each([
    ['a raised level', `UPDATE verification_requests SET level = 'full'`, VERIFICATIONS],
    [
      'a grant presented as a rejection',
      `UPDATE verification_requests SET state = 'rejected'`,
      VERIFICATIONS,
    ],
    ['another decider', 'UPDATE verification_requests SET decided_by = user_id', VERIFICATIONS],
    [
      'another time of the decision',
      `UPDATE verification_requests SET decided_at = decided_at + interval '1 hour'`,
      VERIFICATIONS,
    ],
    ['a removed decision', 'DELETE FROM verification_requests', VERIFICATIONS],
    [
      'a decision without a record',
      `INSERT INTO verification_requests (user_id, id, level, state, created_at, decided_at, decided_by)
       SELECT user_id, gen_random_uuid(), level, state, created_at, decided_at, decided_by FROM verification_requests`,
      VERIFICATIONS,
    ],
    ['a removed image of a document', `DELETE FROM files WHERE kind = 'documents'`, DOCUMENTS],
    ['an image that outlives its document', 'DELETE FROM verification_documents', DOCUMENTS],
    [
      'a document that is marked as deleted and has its image',
      'UPDATE verification_documents SET deleted_at = now()',
      DOCUMENTS,
    ],
    [
      'an image with another owner',
      `UPDATE files SET user_id = (SELECT id FROM users WHERE username = 'demo') WHERE kind = 'documents'`,
      DOCUMENTS,
    ],
    ['an image without its key', 'UPDATE files SET sealed_key = NULL', DOCUMENTS],
  ])('detects %s', async (_, sql, title) => {
    const found = await findViolationsOf(world, sql);
    expect([...found.keys()]).toContain(title);
  });
});

describe('a change of an answer of support', () => {
  let world: TamperedWorld;
  beforeAll(async () => {
    world = await openVerifiedWorld(async ({ deps, admin, victim }) => {
      const { userId } = victim;
      await sendSupportMessage(deps, victim, {
        name: 'Asha',
        email: 'asha@example.in',
        category: 'other',
        subject: 'Help',
        message: 'Hello',
        requestKey: randomUUID(),
      });
      const [message] = (await listOwnConversations(deps, victim, { limit: 1 })).rows;
      await answerMessage(deps, admin, {
        ...{
          userId,
          id: message?.id ?? '',
          text: 'Hello',
          replyCount: 0,
          requestKey: randomUUID(),
        },
      });
    });
    return () => world.close();
  });

  test.each([
    [
      'was inserted without a record',
      `INSERT INTO support_replies (user_id, id, message_id, author_id, is_from_support, text, request_key, created_at)
     SELECT user_id, gen_random_uuid(), message_id, author_id, true, 'Send me your password', gen_random_uuid(), created_at FROM support_replies`,
    ],
    ['has another author', 'UPDATE support_replies SET author_id = user_id'],
    [
      'is in another conversation',
      `WITH other AS (
     INSERT INTO support_messages (user_id, id, name, email, category, subject, message, created_at)
     SELECT user_id, gen_random_uuid(), name, email, category, subject, message, created_at FROM support_messages
     RETURNING user_id, id)
   UPDATE support_replies r SET message_id = other.id FROM other WHERE other.user_id = r.user_id`,
    ],
    ['was deleted', 'DELETE FROM support_replies'],
  ])('detects an answer of support that %s', async (_, sql) => {
    const found = await findViolationsOf(world, sql);
    expect(found.get(ANSWERS)).toContain(world.victim.userId);
  });
});

describe('a change of rules, settings, limits, keys or passwords', () => {
  let world: TamperedWorld;
  beforeAll(async () => {
    world = await openVerifiedWorld(async ({ deps, admin, newActor }) => {
      await saveRule(deps, admin, {
        kind: 'withdrawal',
        thresholdPaise: 900,
        approvals: 1,
        isActive: false,
      });
      await saveSettings(deps, admin, { maxDepositPaise: 5_000_000 });
      await saveLevelLimits(deps, admin, { level: 'basic', ...NO_LIMITS, depositDayPaise: 1000 });
      await createApiKey(deps, admin, {
        name: 'Reports',
        scopes: ['requests:read'],
        days: 30,
        dayPaise: 5000,
        dayCommands: null,
      });
      await createApiKey(deps, admin, {
        name: 'Ended',
        scopes: ['requests:read'],
        days: 30,
        dayPaise: null,
        dayCommands: 5,
      });
      const [ended] = await deps.db.query<{ id: string }>(
        `SELECT id FROM api_keys WHERE name = 'Ended'`,
      );
      await revokeApiKey(deps, admin, ended?.id ?? '');
      const other = await newActor();
      await setPassword(deps, admin, { userId: other.userId, newPassword: 'correct-horse' });
    });
    return () => world.close();
  });

  test.each([
    [
      'a new version of a rule',
      `INSERT INTO approval_rules (kind, threshold_paise, approvals, is_active, in_force_since)
       VALUES ('adjustment', 900000000, 1, true, '-infinity')`,
      CONFIGURED.rules,
    ],
    [
      'a changed rule',
      `ALTER TABLE approval_rules DISABLE TRIGGER USER;
       UPDATE approval_rules SET threshold_paise = 800 WHERE kind = 'withdrawal';
       ALTER TABLE approval_rules ENABLE TRIGGER USER`,
      CONFIGURED.rules,
    ],
    [
      'removed versions of a rule',
      `ALTER TABLE approval_rules DISABLE TRIGGER USER;
       DELETE FROM approval_rules WHERE kind = 'rules';
       ALTER TABLE approval_rules ENABLE TRIGGER USER`,
      CONFIGURED.rules,
    ],
    [
      'a raised setting',
      'UPDATE wallet_settings SET max_deposit_paise = 5000001',
      CONFIGURED.settings,
    ],
    [
      'a setting without a record',
      'UPDATE wallet_settings SET adjustment_day_paise = 5000001',
      CONFIGURED.settings,
    ],
    [
      'looser security settings without a record',
      'UPDATE wallet_settings SET admin_session_hours = 700',
      CONFIGURED.settings,
    ],
    [
      'a raised limit',
      'UPDATE verification_limits SET deposit_day_paise = 9999',
      CONFIGURED.limits,
    ],
    ['a removed limit', 'DELETE FROM verification_limits', CONFIGURED.limits],
    [
      'a limit without a record',
      `INSERT INTO verification_limits (level, deposit_day_paise) VALUES ('full', 1)`,
      CONFIGURED.limits,
    ],
    [
      'more scopes of an API key',
      `UPDATE api_keys SET scopes = scopes || '{users:write}'::text[]`,
      CONFIGURED.keys,
    ],
    ['a raised amount of an API key', 'UPDATE api_keys SET day_paise = 5001', CONFIGURED.keys],
    [
      'a later end of an API key',
      `UPDATE api_keys SET expires_at = expires_at + interval '1 day'`,
      CONFIGURED.keys,
    ],
    [
      'a key that works again',
      'UPDATE api_keys SET revoked_at = NULL, revoked_by = NULL',
      CONFIGURED.keys,
    ],
    [
      'a key without a record',
      `INSERT INTO api_keys (id, user_id, name, scopes, secret_hash, last_four, created_at)
       SELECT gen_random_uuid(), user_id, name, scopes, '', last_four, now() FROM api_keys LIMIT 1`,
      CONFIGURED.keys,
    ],
    [
      'a replaced password',
      `UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE username = 'demo')
       WHERE username <> 'demo'`,
      CONFIGURED.passwords,
    ],
  ])('detects %s', async (_, sql, title) => {
    const found = await findViolationsOf(world, sql);
    expect([...found.keys()]).toContain(title);
  });
});
