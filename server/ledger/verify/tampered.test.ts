import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ApprovalKind } from '#contract/approvals/rules.ts';
import { NO_LIMITS } from '#contract/verification-limits/rules.ts';
import { approvalCommands } from '#server/approval-commands.ts';
import { createApiKey, revokeApiKey } from '#server/features/api-keys/service.ts';
import { confirmApproval } from '#server/features/approvals/requests/service.ts';
import { saveRule } from '#server/features/approvals/rules/service.ts';
import { createBank, removeBank } from '#server/features/banks/service.ts';
import {
  beginAuthenticator,
  confirmAuthenticator,
} from '#server/features/second-factors/service.ts';
import { saveSettings } from '#server/features/settings/service.ts';
import { listOwnConversations } from '#server/features/support-messages/conversations/service.ts';
import { answerMessage } from '#server/features/support-messages/replies/service.ts';
import { sendSupportMessage } from '#server/features/support-messages/service.ts';
import { adjustBalance } from '#server/features/users/balance/service.ts';
import { resetSecondFactors } from '#server/features/users/factor-reset/service.ts';
import { setFrozen } from '#server/features/users/freezing/service.ts';
import { removeUser } from '#server/features/users/removal/service.ts';
import { setPassword, setRole, setStatus } from '#server/features/users/service.ts';
import { setVerificationLevel } from '#server/features/users/verification/service.ts';
import { saveLevelLimits } from '#server/features/verification-limits/service.ts';
import { decideVerification } from '#server/features/verifications/decisions/service.ts';
import { addDocument } from '#server/features/verifications/documents/service.ts';
import { submitVerification } from '#server/features/verifications/service.ts';
import { createWebhook } from '#server/features/webhooks/service.ts';
import { digestBeneficiary } from '#server/ledger/beneficiary-digest.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { type AuditEntry, recordAudit } from '#server/platform/commands/audit.ts';
import { openFolderStore } from '#server/platform/files/folder-store.ts';
import { approvalOf, setRules } from '#server/testing/approvals.ts';
import { totpCodeOf } from '#server/testing/authenticators.ts';
import { expectVerified, type MoneyWorld, openMoneyWorld } from '#server/testing/money-world.ts';
import { FUNCTIONS, GUARDS, MAINTAINING } from './guards.ts';
import { verifyDatabase } from './verify.ts';

const DECISIONS = 'Every decision and adjustment is as its audit record says';
const NUMBERS = 'Every sealed account number can be read, and is the recorded one';
const REQUESTS = 'Every request is as its audit record says';
const ACCOUNTS = "Every account's role and status are those of its last audit records";
const FREEZES = 'Every account is frozen or not as its last audit record says';
const LEVELS = "Every account's verification level is that of its last audit record";
const FACTORS = "Every account's second factors are those of its audit records";
const VERIFICATIONS = 'Every decided verification is as its audit record says';
const DOCUMENTS =
  'Every document that is not deleted has its encrypted image, and no other image of a document exists';
const ANSWERS = 'Every answer of support is as its audit record says';
const CLOSURES = 'Every closure is as its audit record says, and is the last entry of its account';
const WITHOUT_TRANSACTION = 'Only a closed account has entries without their transaction';
const CHAINS = 'The audit chains are whole';
const GUARDS_IN_FORCE =
  'The triggers that guard the ledger, the audit log and decisions are in force';

/**
 * A world for each test, because what is tampered with stays so. `victim` has an approved deposit, an approved, a
 * rejected and a pending withdrawal, and an adjustment.
 */
let world: MoneyWorld;
let victim: Actor;
let paid: string;
let refused: string;
beforeEach(async () => {
  world = await openMoneyWorld();
  victim = await world.newActor({ balancePaise: 100_000 });
  const account = await world.newBankAccount(victim);
  paid = (await world.withdraw(victim, 5000, account)).id;
  await world.decide(paid, 'approved');
  refused = (await world.withdraw(victim, 3000, account)).id;
  await world.decide(refused, 'rejected');
  await world.withdraw(victim, 2000, account);
  await adjust('1000.00', 95_000);
  return () => world.close();
});

function adjust(newBalance: string, shownBalancePaise: number) {
  const { userId } = victim;
  const said = { newBalance, shownBalancePaise, reason: 'Correction of a fee' };
  return adjustBalance(world.deps, world.admin, { userId, ...said, requestKey: randomUUID() });
}

/** Changes the database as its owner: only the triggers that refuse changes are off, so that derived tables follow. */
async function tamper(sql: string): Promise<void> {
  await world.db.transaction(async (tx) => {
    const set = async (state: 'DISABLE' | 'ENABLE') => {
      await tx.query(`ALTER TABLE ledger_entries ${state} TRIGGER ledger_entries_append_only`);
      await tx.query(`ALTER TABLE audit_log ${state} TRIGGER audit_log_append_only`);
      await tx.query(`ALTER TABLE transactions ${state} TRIGGER transactions_final`);
    };
    await set('DISABLE');
    const filled = sql
      .replaceAll('$victim', `'${victim.userId}'`)
      .replaceAll('$paid', `'${paid}'`)
      .replaceAll('$refused', `'${refused}'`);
    for (const statement of filled.split(';')) await tx.query(statement);
    await set('ENABLE');
  });
}

/** Returns the broken invariants with their offenders as text. */
async function violations(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { title, offenders } of verifyDatabase(world.db)) {
    if (offenders.length > 0) found.set(title, JSON.stringify(offenders));
  }
  return found;
}

const CONFIGURED = {
  rules: 'Every rule of second approvals is as its last audit record says',
  settings: 'Every setting is as its last audit record says',
  limits: 'The limits of every verification level are as their last audit record says',
  qrCodes: 'Every QR code is as its last audit record says',
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

test.each(tampered)('detects %s', async (_, { sql, title, names }) => {
  await expectVerified(world.db);
  await tamper(sql);
  const found = (await violations()).get(title);
  const named = { $paid: paid, $refused: refused, $victim: victim.userId };
  for (const name of names) expect(found).toContain(named[name as keyof typeof named] ?? name);
});

describe('with a rule for adjustments', () => {
  const APPROVED = 'Every action that needed a second approval has it';
  const CONFIRMED =
    'Every confirmed command has its confirmations by other administrators, and was carried out';
  let other: Actor;
  let approvalId: string;
  beforeEach(async () => {
    other = await world.newActor({ role: 'admin' });
    await setRules(world.db, { adjustment: { thresholdPaise: 1_000_000 } });
    world.setNow(new Date('2026-11-01T11:00:00Z'));
    approvalId = await approvalOf(adjust('50000.00', 100_000));
    const { deps } = world;
    await confirmApproval(deps, other, { id: approvalId, executor: approvalCommands });
    await expectVerified(world.db);
  });

  const withoutGuard = async (table: string, sql: string) => {
    await world.db.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await world.db.query(sql.replaceAll('$maker', `'${world.admin.userId}'`));
    await world.db.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  };

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
    await withoutGuard(table, sql);
    expect([...(await violations()).keys()]).toContain(title);
  });

  test('accepts an adjustment below the rule, before it, and with one administrator', async () => {
    await adjust('51000.00', 5_000_000);
    await setStatus(world.deps, world.admin, { userId: other.userId, status: 'inactive' });
    world.setNow(new Date('2026-11-01T12:00:00Z'));
    await world.db.query(`UPDATE users SET status = 'inactive' WHERE username = 'admin'`);
    await adjust('90000.00', 5_100_000);
    expect((await violations()).get(APPROVED)).toBeUndefined();
  });
});

describe('after a covered action without a confirmation', () => {
  const APPROVED = 'Every action that needed a second approval has it';
  const webhook = { url: 'https://receiver.example/', description: '', isActive: true };
  const bank = { name: 'A new bank', code: 'NEW' };
  test.each<[kind: ApprovalKind, action: string, act: () => Promise<unknown>]>([
    [
      'deletion',
      'bank.delete',
      async () => {
        const { id } = await createBank(world.deps, world.admin, bank);
        await removeBank(world.deps, world.admin, id);
      },
    ],
    [
      'limits',
      'settings.update',
      () => saveSettings(world.deps, world.admin, { maxDepositPaise: 70_000_000 }),
    ],
    [
      'securitySettings',
      'settings.update',
      () => saveSettings(world.deps, world.admin, { adminPasswordLength: 8, userIdleHours: 1 }),
    ],
    [
      'administrator',
      'second-factor.reset',
      async () => {
        const colleague = await world.newActor({ role: 'admin' });
        await addApp(colleague);
        await resetSecondFactors(world.deps, world.admin, { userId: colleague.userId });
      },
    ],
    [
      'webhook',
      'webhook.insert',
      () => createWebhook(world.deps, world.admin, { ...webhook, eventTypes: ['user.created'] }),
    ],
    [
      'connectedAccount',
      'transaction.approve',
      async () => {
        const owner = await world.newActor();
        const { id } = await world.deposit(owner, 10_000);
        await setVerificationLevel(world.deps, world.admin, {
          ...({ userId: owner.userId, level: 'full' } as const),
          reason: 'Documents were checked',
        });
        world.setNow(new Date('2026-11-01T12:00:00Z'));
        await world.decide(id, 'approved');
      },
    ],
  ])('of the kind %s, reports %s', async (kind, action, act) => {
    await world.newActor({ role: 'admin' });
    world.setNow(new Date('2026-11-01T11:00:00Z'));
    await act();
    await expectVerified(world.db);
    await setRules(world.db, { [kind]: {} });
    expect((await violations()).get(APPROVED)).toContain(action);
  });
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
  await world.db.query(sql);
  expect([...(await violations()).keys()]).toEqual([GUARDS_IN_FORCE]);
  expect((await violations()).get(GUARDS_IN_FORCE)).toContain(problem);
});

test('detects entries and changed closures of a deleted account', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-test-'));
  const deps = { ...world.deps, files: openFolderStore(folder) };
  await removeUser(deps, world.admin, victim.userId);
  await rm(folder, { recursive: true, force: true });
  await expectVerified(world.db);
  await tamper(
    `UPDATE ledger_entries SET created_at = created_at + interval '1 hour' WHERE user_id = $victim AND balance_after_paise = 0;
     INSERT INTO ledger_entries (user_id, id, transaction_id, account, amount_paise, created_at)
     VALUES ($victim, gen_random_uuid(), gen_random_uuid(), 'house', 5, now())`,
  );
  const found = await violations();
  for (const title of [CLOSURES, WITHOUT_TRANSACTION])
    expect(found.get(title)).toContain(victim.userId);
});

test('accepts accounts whose role and status were changed with a record', async () => {
  const { userId } = victim;
  await setRole(world.deps, world.admin, { userId, role: 'admin' });
  await setRole(world.deps, world.admin, { userId, role: 'admin', adminRole: 'support' });
  await setStatus(world.deps, world.admin, { userId, status: 'inactive' });
  await expectVerified(world.db);
});

test('detects a verification level that was raised without a record', async () => {
  const { userId } = await world.newActor();
  const change = { userId, reason: 'PAN checked' } as const;
  await setVerificationLevel(world.deps, world.admin, { ...change, level: 'full' });
  await setVerificationLevel(world.deps, world.admin, { ...change, level: 'basic' });
  await expectVerified(world.db);
  await world.db.query(`UPDATE users SET verification_level = 'full' WHERE id = $1`, [userId]);
  expect((await violations()).get(LEVELS)).toContain(userId);
});

test('detects a freeze that was lifted without a record', async () => {
  const { userId } = await world.newActor();
  await setFrozen(world.deps, world.admin, { userId, isFrozen: true, reason: 'Suspicion' });
  await expectVerified(world.db);
  await world.db.query('UPDATE users SET frozen_at = NULL, freeze_reason = NULL WHERE id = $1', [
    userId,
  ]);
  expect((await violations()).get(FREEZES)).toContain(userId);
});

async function addApp(owner: Actor): Promise<void> {
  const { secret } = await beginAuthenticator(world.deps, owner);
  await confirmAuthenticator(world.deps, owner, totpCodeOf(secret, world.deps.clock.now()));
}

const passkeyOf = (owner: string) => `
  INSERT INTO passkeys (user_id, id, credential_id, public_key, sign_count, transports, name, is_syncable, is_backed_up, created_at)
  VALUES (${owner}, gen_random_uuid(), 'x', 'x', 0, '', 'Phone', false, false, now())`;

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
  await addApp(victim);
  await expectVerified(world.db);
  await tamper(sql);
  expect((await violations()).get(FACTORS)).toContain(problem);
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
  await addApp(victim);
  await resetSecondFactors(world.deps, world.admin, { userId: victim.userId });
  await expectVerified(world.db);
  await tamper(sql);
  expect((await violations()).get(FACTORS)).toContain(problem);
});

test('accepts factors that were added again after a reset', async () => {
  await addApp(victim);
  await resetSecondFactors(world.deps, world.admin, { userId: victim.userId });
  await world.db.query('UPDATE sessions SET ended_at = NULL, ended_reason = NULL');
  await addApp(victim);
  await expectVerified(world.db);
});

describe('with a decided verification', () => {
  beforeEach(async () => {
    const { deps, admin } = world;
    const image = {
      ...{ id: randomUUID(), kind: 'documents' as const, storageKey: 'documents/1' },
      ...{ contentType: 'image/jpeg', byteSize: 9, width: 1, height: 1 },
      ...{ sha256: 'a'.repeat(64), fileKey: randomBytes(32) },
    };
    await addDocument(deps, victim, { form: { kind: 'selfie' }, image });
    const { request } = await submitVerification(deps, victim, 'basic');
    await decideVerification(deps, admin, {
      ...{ userId: victim.userId, id: request?.id ?? '' },
      ...{ level: 'basic', reason: 'Documents checked' },
    });
    await expectVerified(world.db);
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
    await world.db.query(sql);
    expect([...(await violations()).keys()]).toContain(title);
  });
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
  const { userId } = victim;
  await sendSupportMessage(world.deps, victim, {
    ...{ name: 'Asha', email: 'asha@example.in', category: 'other', subject: 'Help' },
    ...{ message: 'Hello', requestKey: randomUUID() },
  });
  const [message] = (await listOwnConversations(world.deps, victim, { limit: 1 })).rows;
  await answerMessage(world.deps, world.admin, {
    ...{ userId, id: message?.id ?? '', text: 'Hello', replyCount: 0, requestKey: randomUUID() },
  });
  await expectVerified(world.db);
  await world.db.query(sql);
  expect((await violations()).get(ANSWERS)).toContain(userId);
});

test('detects an admin role that was raised without a record', async () => {
  const { userId } = await world.newActor({ role: 'admin', adminRole: 'auditor' });
  await expectVerified(world.db);
  await world.db.query(`UPDATE users SET admin_role = 'administrator' WHERE id = $1`, [userId]);
  const found = (await violations()).get(ACCOUNTS);
  for (const part of [userId, 'another admin role']) expect(found).toContain(part);
});

test('accepts records without digests only if they are older than the requirement', async () => {
  const strip = `UPDATE audit_log SET after = after - 'beneficiarySha256' - 'referenceId'
    WHERE chain_id = $victim AND action = 'transaction.approve' AND entity_id = $paid`;
  await tamper(strip);
  expect((await violations()).get(DECISIONS)).toContain('another beneficiary');
  await world.db.transaction(async (tx) => {
    await tx.query('ALTER TABLE audit_requirements DISABLE TRIGGER USER');
    await tx.query(`UPDATE audit_requirements SET digests_since = '2026-11-02'`);
    await tx.query('ALTER TABLE audit_requirements ENABLE TRIGGER USER');
  });
  expect((await violations()).get(DECISIONS)).toBeUndefined();
});

test('the checked triggers are those of the database', async () => {
  const rows = await world.db.query<{ name: string }>(
    'SELECT tgname::text AS name FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1',
  );
  expect(rows.map(({ name }) => name)).toEqual([...GUARDS, ...MAINTAINING].sort());
});

test('the checked functions are those of the database', async () => {
  const rows = await world.db.query<{ name: string; body: string }>(
    `SELECT p.proname AS name, md5(p.prosrc) AS body FROM pg_proc p
     WHERE p.pronamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_depend d
       WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e') ORDER BY 1`,
  );
  expect(Object.fromEntries(rows.map(({ name, body }) => [name, body]))).toEqual(FUNCTIONS);
});

test('the database and the server compute the same digest of awkward names', async () => {
  const id = randomUUID();
  const beneficiary = {
    ...{ accountHolderName: 'आशा 2:x', accountNumber: '1', bankName: '', ifscCode: null },
  };
  await world.db.query(
    `INSERT INTO transactions (user_id, id, type, amount_paise, reference_id, beneficiary, created_at, updated_at)
     VALUES ($1, $2, 'withdrawal', 5000, 'X', $3, now(), now())`,
    [victim.userId, id, JSON.stringify(beneficiary)],
  );
  const digest = digestBeneficiary({ id, requestKey: null }, beneficiary);
  await world.db.query(
    `INSERT INTO audit_log (chain_id, seq, id, action, entity, entity_id, actor_id, after, created_at, previous_hash, hash)
     SELECT user_id::text, 99, gen_random_uuid(), 'transaction.request', 'transaction', id::text, user_id,
       jsonb_build_object('type', type, 'amountPaise', amount_paise, 'referenceId', reference_id, 'beneficiarySha256', $2::text),
       created_at, '', '' FROM transactions WHERE id = $1`,
    [id, digest],
  );
  expect((await violations()).get(REQUESTS)).toBeUndefined();
});

describe('with configured rules, limits, keys and passwords', () => {
  beforeEach(async () => {
    const { deps, admin } = world;
    await saveRule(deps, admin, {
      ...{ kind: 'withdrawal', thresholdPaise: 900, approvals: 1, isActive: false },
    });
    await saveSettings(deps, admin, { maxDepositPaise: 5_000_000 });
    await saveLevelLimits(deps, admin, { level: 'basic', ...NO_LIMITS, depositDayPaise: 1000 });
    await createApiKey(deps, admin, {
      ...{ name: 'Reports', scopes: ['requests:read'], days: 30 },
      ...{ dayPaise: 5000, dayCommands: null },
    });
    await createApiKey(deps, admin, {
      ...{ name: 'Ended', scopes: ['requests:read'], days: 30, dayPaise: null, dayCommands: 5 },
    });
    const [ended] = await world.db.query<{ id: string }>(
      `SELECT id FROM api_keys WHERE name = 'Ended'`,
    );
    await revokeApiKey(deps, admin, ended?.id ?? '');
    const other = await world.newActor();
    await setPassword(deps, admin, { userId: other.userId, newPassword: 'correct-horse' });
    await expectVerified(world.db);
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
    await world.db.query(sql);
    expect([...(await violations()).keys()]).toContain(title);
  });
});

test('detects QR codes that differ from their last record', async () => {
  const record = (id: string, after: object) => ({
    ...({
      chainId: 'qr-codes',
      action: 'qr-code.insert',
      entity: 'qr-code',
      entityId: id,
    } as const),
    before: null,
    after,
  });
  const details = { name: 'Shop', description: null, qrImageUrl: '/files/1', isActive: true };
  const ids = [randomUUID(), randomUUID(), randomUUID()];
  await world.db.transaction(async (tx) => {
    for (const id of ids) {
      await tx.query(
        `INSERT INTO qr_codes (id, name, qr_image_url, created_at, updated_at) VALUES ($1, 'Shop', '/files/1', now(), now())`,
        [id],
      );
    }
    await recordAudit(tx, {
      actor: world.admin,
      entries: ids.map((id) => record(id, details)) as AuditEntry[],
    });
  });
  await expectVerified(world.db);
  await world.db.query(`UPDATE qr_codes SET qr_image_url = '/files/2' WHERE id = $1`, [ids[0]]);
  await world.db.query('UPDATE qr_codes SET deleted_at = now(), is_active = false WHERE id = $1', [
    ids[1],
  ]);
  // Its record is from before codes had a payee.
  await world.db.query(
    `UPDATE qr_codes SET upi_id = 'thief@bank', payee_name = 'Shop' WHERE id = $1`,
    [ids[2]],
  );
  const found = (await violations()).get(CONFIGURED.qrCodes);
  for (const id of ids) expect(found).toContain(id);
});
