import {
  isIfsc,
  MAX_BANK_ACCOUNTS,
  MIN_ACCOUNT_NUMBER_LENGTH,
  maskAccountNumber,
} from '#contract/bank-accounts/rules.ts';
import type { BankAccount } from '#contract/bank-accounts/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Beneficiary } from '#contract/transactions/schema.ts';
import type { Query, Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { publish } from '#server/platform/events/outbox.ts';
import { appError } from '#server/platform/runtime/errors.ts';
import { newId } from '#server/platform/runtime/ids.ts';
import { notifyOfChange } from '../notifications/service.ts';
import { getSetting } from '../settings/service.ts';
import {
  type BankAccountRow,
  findAccountRows,
  hideAccount,
  insertAccount,
  listAccountRows,
  moveDefault,
  selectUnusedAccounts,
} from './queries.ts';

const HOUR_MS = 60 * 60_000;

export interface BankAccountForm {
  accountName: string;
  accountNumber: string;
  bankName: string;
  ifscCode?: string | undefined;
  isDefault: boolean;
}

export async function listBankAccounts(deps: Deps, actor: Actor): Promise<BankAccount[]> {
  const rows = await listAccountRows(deps.db, actor.userId);
  const waiting = await findWaitingAccounts(deps.db.query, toKeys(actor, rows), deps.clock.now());
  return rows.map((row) => toBankAccount(row, waiting.get(row.id)));
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
    const row = { ...details, userId, id: newId(), isDefault, createdAt, deletedAt: null };
    await insertAccount(tx, row);
    await recordChange(tx, actor, { op: 'insert', id: row.id, after: { isDefault } });
    const waiting = await findWaitingAccounts(tx.query, toKeys(actor, [row]), tx.at);
    return toBankAccount(row, waiting.get(row.id));
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

/** Locks the user, so that the number of accounts and the default don't change during `work`. */
function changeAccounts<Result>(
  deps: Deps,
  actor: Actor,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return runCommand(deps, { actor, changing: [actor.userId] }, work);
}

/** Returns the beneficiaries of these accounts; undefined if an account was removed or belongs to another user. */
export async function findBeneficiaries(
  tx: Tx,
  accounts: { userId: UserId; id: string }[],
): Promise<(Beneficiary | undefined)[]> {
  const found = new Map((await findAccountRows(tx, accounts)).map((row) => [row.id, row]));
  return accounts.map(({ userId, id }) => {
    const account = found.get(id);
    if (account?.userId !== userId) return undefined;
    const { accountHolderName, accountNumber, bankName, ifscCode } = account;
    return { accountHolderName, accountNumber, bankName, ifscCode };
  });
}

/**
 * Returns the accounts that cannot be used yet, by id, with the moment from which they can: new accounts without an
 * approved withdrawal, if the setting `newAccountHours` has a waiting time.
 */
export async function findWaitingAccounts(
  query: Query,
  accounts: { userId: UserId; id: string }[],
  at: Date,
): Promise<Map<string, Date>> {
  const waitingMs = (await getSetting(query, 'newAccountHours')) * HOUR_MS;
  if (waitingMs === 0) return new Map();
  const unused = await selectUnusedAccounts(query, accounts, new Date(at.getTime() - waitingMs));
  return new Map(
    unused.map(({ id, createdAt }) => [id, new Date(createdAt.getTime() + waitingMs)]),
  );
}

const toKeys = ({ userId }: Actor, rows: { id: string }[]) =>
  rows.map(({ id }) => ({ userId, id }));

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
  change: { op: 'insert' | 'update' | 'delete'; id: string; after: { isDefault: boolean } | null },
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

function toBankAccount(row: BankAccountRow, usableFrom: Date | null = null): BankAccount {
  const { id, accountHolderName, accountNumber, bankName, ifscCode, isDefault, createdAt } = row;
  const maskedAccountNumber = maskAccountNumber(accountNumber);
  const facts = { id, accountHolderName, maskedAccountNumber, bankName, ifscCode };
  return { ...facts, isDefault, createdAt, usableFrom };
}
