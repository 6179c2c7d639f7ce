import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import { expect, vi } from 'vitest';
import type { DepositForm } from '#contract/deposits/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Role } from '#contract/shared/enums.ts';
import { toDecimal } from '#contract/shared/money.ts';
import type { AdminRole } from '#contract/shared/permissions.ts';
import type { OwnTransaction } from '#contract/transactions/schema.ts';
import { createLimits } from '#server/platform/http/memory-limits.ts';
import { newId } from '../base/ids.ts';
import { createLogger } from '../base/log.ts';
import type { Database } from '../db/database.ts';
import type { Deps } from '../deps/deps.ts';
import { createBankAccount } from '../features/bank-accounts/bank-accounts.ts';
import { requestDeposit } from '../features/deposits/request-deposit.ts';
import { decideTransactions } from '../features/review/decide.ts';
import { requestWithdrawal } from '../features/withdrawals/request-withdrawal.ts';
import { authorityInvariants } from '../ledger/verify/authority-invariants.ts';
import { verifyDatabase } from '../ledger/verify/verify.ts';
import { getWallet } from '../ledger/wallets.ts';
import type { Actor } from '../platform/auth/gate.ts';
import type { StoredFile } from '../platform/files/stored-images.ts';
import { createTestUser } from './accounts.ts';
import { buildActor } from './actors.ts';
import { openTestDatabase } from './database.ts';
import { silentHub, testConfig, unusedFiles, unusedImageWork } from './stand-ins.ts';

/** Fixed: the clocks of these services and of their database stand still, and tests set them relative to it. */
const BEGIN = new Date('2026-11-01T10:00:00Z');

/** The services that move money, on a separate database and without HTTP. */
export interface MoneyWorld {
  deps: Deps;
  db: Database;
  admin: Actor;
  /** Sets the clock of services and database, which otherwise does not advance. */
  setNow(now: Date): Promise<void>;
  newActor(options?: { role?: Role; adminRole?: AdminRole; balancePaise?: number }): Promise<Actor>;
  newBankAccount(owner: Actor): Promise<string>;
  deposit(
    owner: Actor,
    amountPaise: number,
    receipt?: Partial<StoredFile>,
    form?: Partial<DepositForm>,
  ): Promise<OwnTransaction>;
  withdraw(owner: Actor, amountPaise: number, bankAccountId: string): Promise<OwnTransaction>;
  decide(id: string, decision: 'approved' | 'rejected'): Promise<void>;
  wallet(owner: Actor): Promise<{ balancePaise: number; heldPaise: number }>;
  close(): Promise<void>;
}

export async function openMoneyWorld(options?: { isPooled: boolean }): Promise<MoneyWorld> {
  const config = testConfig(path.resolve(import.meta.dirname, '../..'));
  const log = createLogger('silent');
  const { db, clock, drop } = await openTestDatabase(options);
  await clock.stopAt(BEGIN);
  const deps: Deps = {
    config,
    db,
    clock,
    log,
    files: unusedFiles,
    imageWork: unusedImageWork,
    virusScanner: undefined,
    events: silentHub,
    limits: createLimits(),
  };
  const admin = await makeActor(deps, 'admin');
  const decide = async (id: string, decision: 'approved' | 'rejected') => {
    const outcomes = await decideTransactions(deps, admin, {
      ids: [id],
      decision,
      requestKey: randomUUID(),
    });
    const error = outcomes.get(id);
    if (error) throw error;
  };
  return {
    deps,
    db,
    admin,
    setNow: (moment) => clock.stopAt(moment),
    async newActor({ role = 'user', adminRole, balancePaise = 0 } = {}) {
      const actor = await makeActor(deps, role, adminRole);
      if (balancePaise > 0)
        await decide((await buildDeposit(deps, actor, balancePaise)).id, 'approved');
      return actor;
    },
    newBankAccount: (owner) => buildBankAccount(deps, owner),
    deposit: (...given) => buildDeposit(deps, ...given),
    withdraw: (owner, amountPaise, bankAccountId) =>
      requestWithdrawal(deps, owner, {
        amount: toDecimal(amountPaise),
        bankAccountId,
        requestKey: randomUUID(),
      }),
    decide,
    async wallet(owner) {
      const { balancePaise, heldPaise } = await getWallet(db, owner.userId);
      return { balancePaise, heldPaise };
    },
    close: drop,
  };
}

/**
 * Fails with the offending rows if an invariant of the database is broken. `withoutRecords` is for tests that change rows
 * by SQL, which writes no audit record: it skips the invariants that compare rows with records.
 */
export async function expectVerified(
  db: Database,
  { withoutRecords = false }: { withoutRecords?: boolean } = {},
): Promise<void> {
  const skipped = new Set(withoutRecords ? authorityInvariants.map(({ title }) => title) : []);
  const broken = [];
  for await (const verdict of verifyDatabase(db)) {
    if (verdict.offenders.length > 0 && !skipped.has(verdict.title)) broken.push(verdict);
  }
  expect(broken).toEqual([]);
}

/** Loads a second copy of the deposits service with its own module state, as another server has it. */
export function loadDeposits(): Promise<typeof import('../features/deposits/request-deposit.ts')> {
  vi.resetModules();
  return import('../features/deposits/request-deposit.ts');
}

/** Builds a receipt as the upload code passes it to the service. */
export function buildReceipt(parts: Partial<StoredFile> = {}): StoredFile {
  const id = newId();
  return {
    id,
    kind: 'receipts',
    storageKey: `receipts/${id}.jpg`,
    contentType: 'image/jpeg',
    byteSize: 1000,
    width: 100,
    height: 100,
    sha256: 'a'.repeat(64),
    ...parts,
  };
}

async function makeActor(deps: Deps, role: Role, adminRole?: AdminRole): Promise<Actor> {
  const username = `${role}-${randomUUID().slice(0, 8)}`;
  const userId: UserId = await createTestUser(deps, {
    ...{ username, password: 'quiet-lamp-1', role },
    adminRole: adminRole ?? 'administrator',
  });
  return buildActor(deps.db, { userId, username, role, adminRole });
}

async function buildDeposit(
  deps: Deps,
  owner: Actor,
  amountPaise: number,
  image: Partial<StoredFile> = {},
  fields: Partial<DepositForm> = {},
): Promise<OwnTransaction> {
  const form = { amount: toDecimal(amountPaise), requestKey: randomUUID(), ...fields };
  const receipt = buildReceipt({ sha256: randomBytes(32).toString('hex'), ...image });
  return (await requestDeposit(deps, owner, { form, receipt })).answer;
}

async function buildBankAccount(deps: Deps, owner: Actor): Promise<string> {
  const account = await createBankAccount(deps, owner, {
    accountName: 'Asha Rao',
    accountNumber: '123456789012',
    bankName: 'State Bank',
    isDefault: true,
  });
  return account.id;
}
