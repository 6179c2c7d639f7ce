import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ApprovalKind } from '#contract/shared/enums.ts';
import { approvalCommands } from '#server/app/approval-commands.ts';
import { confirmApproval } from '#server/features/approvals/answer-approvals.ts';
import { createBank, removeBank } from '#server/features/banks/banks.ts';
import { saveSettings } from '#server/features/settings/settings.ts';
import { setFrozen } from '#server/features/users/freeze-account.ts';
import { removeUser } from '#server/features/users/remove-user.ts';
import { resetSecondFactors } from '#server/features/users/reset-factors.ts';
import { setVerificationLevel } from '#server/features/users/set-level.ts';
import { setRole, setStatus } from '#server/features/users/users.ts';
import { createWebhook } from '#server/features/webhooks/webhooks.ts';
import { digestBeneficiary } from '#server/ledger/beneficiary-digest.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { type AuditEntry, recordAudit } from '#server/platform/commands/audit.ts';
import { openFolderStore } from '#server/platform/files/folder-store.ts';
import { approvalOf, setRules } from '#server/testing/approvals.ts';
import { expectVerified } from '#server/testing/money-world.ts';
import {
  addApp,
  adjust,
  findViolations,
  openTamperedWorld,
  type TamperedWorld,
  tamper,
  withoutRefusals,
} from '#server/testing/tampering.ts';
import { FUNCTIONS, GUARDS, MAINTAINING } from './guards.ts';

const DECISIONS = 'Every decision and adjustment is as its audit record says';
const REQUESTS = 'Every request is as its audit record says';
const ACCOUNTS = "Every account's role and status are those of its last audit records";
const FREEZES = 'Every account is frozen or not as its last audit record says';
const LEVELS = "Every account's verification level is that of its last audit record";
const CLOSURES = 'Every closure is as its audit record says, and is the last entry of its account';
const QR_CODES = 'Every QR code is as its last audit record says';
const WITHOUT_TRANSACTION = 'Only a closed account has entries without their transaction';

/** A world for each test. */
let world: TamperedWorld;
beforeEach(async () => {
  world = await openTamperedWorld();
  return () => world.close();
});

describe('with a rule for adjustments', () => {
  const APPROVED = 'Every action that needed a second approval has it';
  let other: Actor;
  let approvalId: string;
  beforeEach(async () => {
    other = await world.newActor({ role: 'admin' });
    await setRules(world.db, { adjustment: { thresholdPaise: 1_000_000 } });
    await world.setNow(new Date('2026-11-01T11:00:00Z'));
    approvalId = await approvalOf(adjust(world, '50000.00', 100_000));
    const { deps } = world;
    await confirmApproval(deps, other, { id: approvalId, executor: approvalCommands });
    await expectVerified(world.db);
  });

  test('accepts an adjustment below the rule, before it, and with one administrator', async () => {
    await adjust(world, '51000.00', 5_000_000);
    await setStatus(world.deps, world.admin, { userId: other.userId, status: 'inactive' });
    await world.setNow(new Date('2026-11-01T12:00:00Z'));
    await world.db.query(`UPDATE users SET status = 'inactive' WHERE username = 'admin'`);
    await adjust(world, '90000.00', 5_100_000);
    expect((await findViolations(world)).get(APPROVED)).toBeUndefined();
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
        await addApp(world.deps, colleague);
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
        await world.setNow(new Date('2026-11-01T12:00:00Z'));
        await world.decide(id, 'approved');
      },
    ],
  ])('of the kind %s, reports %s', async (kind, action, act) => {
    await world.newActor({ role: 'admin' });
    await world.setNow(new Date('2026-11-01T11:00:00Z'));
    await act();
    await expectVerified(world.db);
    await setRules(world.db, { [kind]: {} });
    expect((await findViolations(world)).get(APPROVED)).toContain(action);
  });
});

test('detects entries and changed closures of a deleted account', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-test-'));
  const deps = { ...world.deps, files: openFolderStore(folder) };
  await removeUser(deps, world.admin, world.victim.userId);
  await rm(folder, { recursive: true, force: true });
  await expectVerified(world.db);
  await tamper(
    world,
    withoutRefusals(`UPDATE ledger_entries SET created_at = created_at + interval '1 hour' WHERE user_id = $victim AND balance_after_paise = 0;
     INSERT INTO ledger_entries (user_id, id, transaction_id, account, amount_paise, created_at)
     VALUES ($victim, gen_random_uuid(), gen_random_uuid(), 'house', 5, now())`),
  );
  const found = await findViolations(world);
  for (const title of [CLOSURES, WITHOUT_TRANSACTION])
    expect(found.get(title)).toContain(world.victim.userId);
});

test('accepts accounts whose role and status were changed with a record', async () => {
  const { userId } = world.victim;
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
  expect((await findViolations(world)).get(LEVELS)).toContain(userId);
});

test('detects a freeze that was lifted without a record', async () => {
  const { userId } = await world.newActor();
  await setFrozen(world.deps, world.admin, { userId, isFrozen: true, reason: 'Suspicion' });
  await expectVerified(world.db);
  await world.db.query('UPDATE users SET frozen_at = NULL, freeze_reason = NULL WHERE id = $1', [
    userId,
  ]);
  expect((await findViolations(world)).get(FREEZES)).toContain(userId);
});

test('accepts factors that were added again after a reset', async () => {
  await addApp(world.deps, world.victim);
  await resetSecondFactors(world.deps, world.admin, { userId: world.victim.userId });
  await world.db.query('UPDATE sessions SET ended_at = NULL, ended_reason = NULL');
  await addApp(world.deps, world.victim);
  await expectVerified(world.db);
});

test('detects an admin role that was raised without a record', async () => {
  const { userId } = await world.newActor({ role: 'admin', adminRole: 'auditor' });
  await expectVerified(world.db);
  await world.db.query(`UPDATE users SET admin_role = 'administrator' WHERE id = $1`, [userId]);
  const found = (await findViolations(world)).get(ACCOUNTS);
  for (const part of [userId, 'another admin role']) expect(found).toContain(part);
});

test('accepts records without digests only if they are older than the requirement', async () => {
  const strip = `UPDATE audit_log SET after = after - 'beneficiarySha256' - 'referenceId'
    WHERE chain_id = $victim AND action = 'transaction.approve' AND entity_id = $paid`;
  await tamper(world, withoutRefusals(strip));
  expect((await findViolations(world)).get(DECISIONS)).toContain('another beneficiary');
  await world.db.transaction(async (tx) => {
    await tx.query('ALTER TABLE audit_requirements DISABLE TRIGGER USER');
    await tx.query(`UPDATE audit_requirements SET digests_since = '2026-11-02'`);
    await tx.query('ALTER TABLE audit_requirements ENABLE TRIGGER USER');
  });
  expect((await findViolations(world)).get(DECISIONS)).toBeUndefined();
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
    [world.victim.userId, id, JSON.stringify(beneficiary)],
  );
  const digest = digestBeneficiary({ id, requestKey: null }, beneficiary);
  await world.db.query(
    `INSERT INTO audit_log (chain_id, seq, id, action, entity, entity_id, actor_id, after, created_at, previous_hash, hash)
     SELECT user_id::text, 99, gen_random_uuid(), 'transaction.request', 'transaction', id::text, user_id,
       jsonb_build_object('type', type, 'amountPaise', amount_paise, 'referenceId', reference_id, 'beneficiarySha256', $2::text),
       created_at, '', '' FROM transactions WHERE id = $1`,
    [id, digest],
  );
  expect((await findViolations(world)).get(REQUESTS)).toBeUndefined();
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
  const found = (await findViolations(world)).get(QR_CODES);
  for (const id of ids) expect(found).toContain(id);
});
