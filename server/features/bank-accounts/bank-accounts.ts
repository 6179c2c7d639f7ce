import { randomUUID } from 'node:crypto';
import {
  isIfsc,
  MAX_BANK_ACCOUNTS,
  MIN_ACCOUNT_NUMBER_LENGTH,
  maskAccountNumber,
} from '#contract/bank-accounts/rules.ts';
import type { BankAccount } from '#contract/bank-accounts/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Beneficiary } from '#contract/transactions/schema.ts';
import { appError } from '#server/base/errors.ts';
import { newId } from '#server/base/ids.ts';
import type { Secrets } from '#server/base/secrets.ts';
import type { Database, Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { digestSavedAccount } from '#server/ledger/beneficiary-digest.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { publish } from '#server/platform/events/outbox.ts';
import {
  openNumber,
  readNumber,
  toStoredNumber,
} from '#server/platform/secrets/account-numbers.ts';
import { findFreezes, refuseFrozen } from '../frozen-accounts/frozen-accounts.ts';
import { notifyOfChange } from '../notifications/notify-of-change.ts';
import {
  type BankAccountRow,
  findAccountRows,
  hideAccount,
  insertAccount,
  listAccountRows,
  moveDefault,
  selectAccountsOfOthers,
} from './bank-accounts.queries.ts';
import { findWaitingAccounts } from './waiting-accounts.ts';

export interface BankAccountForm {
  accountName: string;
  accountNumber: string;
  bankName: string;
  ifscCode?: string | undefined;
  isDefault: boolean;
}

export async function listBankAccounts(
  deps: Deps,
  { userId }: Pick<Actor, 'userId'>,
): Promise<BankAccount[]> {
  const rows = await listAccountRows(deps.db, userId);
  const accounts = rows.map(({ id }) => ({ userId, id }));
  const waiting = await findWaitingAccounts(deps.db.query, accounts, deps.clock.now());
  return rows.map((row) => toBankAccount(deps.db.secrets, row, waiting.get(row.id)));
}

/** The first account becomes the default. */
export async function createBankAccount(
  deps: Deps,
  actor: Actor,
  form: BankAccountForm,
): Promise<BankAccount> {
  const details = checkDetails(form);
  const { userId } = actor;
  return changeAccounts(deps, actor, async (tx) => {
    const { length: kept } = await listAccountRows(tx, userId);
    if (kept >= MAX_BANK_ACCOUNTS) {
      throw appError('TOO_MANY_BANK_ACCOUNTS', { limit: MAX_BANK_ACCOUNTS });
    }
    const isDefault = kept === 0 || form.isDefault;
    if (isDefault) await moveDefault(tx, userId, undefined);
    const createdAt = tx.at;
    const name = { userId, id: newId() };
    const stored = toStoredNumber(tx.secrets, details.accountNumber, name);
    const digestSalt = randomUUID();
    const row = {
      ...details,
      ...stored,
      ...name,
      isDefault,
      createdAt,
      digestSalt,
      deletedAt: null,
    };
    await insertAccount(tx, row);
    const beneficiarySha256 = digestSavedAccount(row, details);
    await recordChange(tx, actor, {
      ...{ op: 'insert', id: row.id, after: { isDefault, beneficiarySha256 } },
    });
    const waiting = await findWaitingAccounts(tx.query, [name], tx.at);
    return toBankAccount(tx.secrets, row, waiting.get(row.id));
  });
}

export async function setDefaultBankAccount(deps: Deps, actor: Actor, id: string): Promise<void> {
  const { userId } = actor;
  await changeAccounts(deps, actor, async (tx) => {
    const account = await getAccount(tx, userId, id);
    if (account.isDefault) return;
    await moveDefault(tx, userId, id);
    await recordChange(tx, actor, { op: 'update', id, after: { isDefault: true } });
  });
}

/** Makes the newest other account the default. */
export async function removeBankAccount(deps: Deps, actor: Actor, id: string): Promise<void> {
  const { userId } = actor;
  await changeAccounts(deps, actor, async (tx) => {
    const account = await getAccount(tx, userId, id);
    await hideAccount(tx, userId, account.id);
    if (account.isDefault) {
      const [newest] = await listAccountRows(tx, userId);
      await moveDefault(tx, userId, newest?.id);
    }
    await recordChange(tx, actor, { op: 'delete', id: account.id, after: null });
  });
}

/** Locks the user, so that the accounts, the default and a freeze don't change during `work`. Throws ACCOUNT_FROZEN. */
function changeAccounts<Result>(
  deps: Deps,
  actor: Actor,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return runCommand(deps, { actor, changing: [actor.userId] }, async (tx) => {
    refuseFrozen(await findFreezes(tx.query, [actor.userId]), actor.userId);
    return work(tx);
  });
}

/**
 * Returns the beneficiaries of these accounts; undefined if an account was removed or belongs to another user. Throws
 * UNAVAILABLE if a number can't be read: a withdrawal to it could not be paid.
 */
export async function findBeneficiaries(
  tx: Tx,
  accounts: { userId: UserId; id: string }[],
): Promise<(Beneficiary | undefined)[]> {
  const found = new Map((await findAccountRows(tx, accounts)).map((row) => [row.id, row]));
  return accounts.map(({ userId, id }) => {
    const account = found.get(id);
    if (account?.userId !== userId) return undefined;
    const { accountHolderName, bankName, ifscCode } = account;
    const accountNumber = openNumber(tx.secrets, account.accountNumber, 'bank_accounts', account);
    if (accountNumber === undefined) throw appError('UNAVAILABLE');
    return { accountHolderName, accountNumber, bankName, ifscCode };
  });
}

/** Returns for each account whether another user has saved it. A number that could not be read counts as not saved. */
export async function areAccountsOfOthers(
  { query, secrets }: Pick<Database, 'query' | 'secrets'>,
  accounts: { userId: string; accountNumber: string | undefined }[],
): Promise<boolean[]> {
  const known = accounts.flatMap(({ userId, accountNumber }, n) => {
    if (accountNumber === undefined) return [];
    const hashes = secrets.fingerprints(accountNumber);
    return [null, ...hashes].map((hash) => ({ n, userId, accountNumber, hash }));
  });
  const found = known.length > 0 ? await selectAccountsOfOthers(query, known) : [];
  return accounts.map((_, n) => found.includes(n));
}

function checkDetails(form: BankAccountForm): Beneficiary {
  const { accountName, accountNumber, bankName } = form;
  const ifscCode = form.ifscCode?.toUpperCase() || null;
  if (accountName === '') throw appError('ACCOUNT_HOLDER_REQUIRED');
  if (accountNumber.length < MIN_ACCOUNT_NUMBER_LENGTH) throw appError('ACCOUNT_NUMBER_TOO_SHORT');
  if (bankName === '') throw appError('BANK_NAME_REQUIRED');
  if (ifscCode !== null && !isIfsc(ifscCode)) throw appError('INVALID_IFSC');
  return { accountHolderName: accountName, accountNumber, bankName, ifscCode };
}

async function getAccount(tx: Tx, userId: UserId, id: string): Promise<BankAccountRow> {
  const [account] = await findAccountRows(tx, [{ userId, id }]);
  if (!account) throw appError('BANK_ACCOUNT_NOT_OWNED');
  return account;
}

const CHANGES = {
  insert: 'bankAccountAdded',
  update: 'defaultBankAccountChanged',
  delete: 'bankAccountRemoved',
} as const;

async function recordChange(
  tx: Tx,
  actor: Actor,
  change: {
    op: 'insert' | 'update' | 'delete';
    id: string;
    after: { isDefault: boolean; beneficiarySha256?: string } | null;
  },
): Promise<void> {
  const { op, id, after } = change;
  const subject = { chainId: actor.userId, entity: 'bankAccount', entityId: id } as const;
  await recordAudit(tx, {
    actor,
    entries: [{ ...subject, action: `bankAccount.${op}` as const, before: null, after }],
  });
  await notifyOfChange(tx, { kind: CHANGES[op], actor, person: actor });
  publish(tx, [{ userId: actor.userId, payload: { entity: 'bankAccount', op, id } }]);
}

function toBankAccount(
  secrets: Secrets,
  row: BankAccountRow,
  usableFrom: Date | null = null,
): BankAccount {
  const { id, accountHolderName, bankName, ifscCode, isDefault, createdAt } = row;
  const accountNumber = readNumber(secrets, row.accountNumber, 'bank_accounts', row);
  const maskedAccountNumber = maskAccountNumber(accountNumber);
  const facts = { id, accountHolderName, maskedAccountNumber, bankName, ifscCode };
  return { ...facts, isDefault, createdAt, usableFrom };
}
