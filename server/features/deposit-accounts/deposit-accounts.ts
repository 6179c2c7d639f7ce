import { randomUUID } from 'node:crypto';
import { isIfsc, MIN_ACCOUNT_NUMBER_LENGTH } from '#contract/bank-accounts/rules.ts';
import type {
  DepositAccount,
  DepositAccountForm,
  KeptDepositAccount,
} from '#contract/deposit-accounts/schema.ts';
import { appError } from '#server/base/errors.ts';
import type { Secrets } from '#server/base/secrets.ts';
import type { Query, Tx } from '#server/db/database.ts';
import { depositAccounts as table } from '#server/db/schema/deposit-accounts.ts';
import type { Deps } from '#server/deps/deps.ts';
import { digestSavedAccount } from '#server/ledger/beneficiary-digest.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import {
  keyIdOfNumber,
  maskOf,
  openDepositNumber,
  sealDepositNumber,
} from '#server/platform/secrets/account-numbers.ts';
import { holdNew, requireApproval, runApprovable } from '../approvals/require-approval.ts';
import type { Need } from '../approvals/store-approvals.ts';
import { defineCatalogue } from '../catalogue/catalogue.ts';
import {
  columns,
  findDetails,
  lockBankAccount,
  replaceNumber,
  type StoredAccount,
  selectNumbers,
} from './deposit-accounts.queries.ts';

const CHAIN = 'deposit-accounts';

/** Users receive the events, as they do those of QR codes. */
const accounts = defineCatalogue<StoredAccount>({
  rows: { table, columns, isListed: 'true', order: 'bank_name, id', deletion: 'inactive' },
  notFound: 'STATEMENT_ACCOUNT_NOT_FOUND',
  chainId: CHAIN,
  toAudit: ({ before, after }) => ({
    entity: 'deposit-account',
    before: before && toDetails(before),
    after: after && toDetails(after),
  }),
  toEvent: (change) => ({ entity: 'qrCode', ...change }),
  notifies: 'depositAccountsChanged',
});

/** Returns the accounts that users pay to. An account whose number cannot be decrypted is left out. */
export async function listActiveAccounts(deps: Deps): Promise<DepositAccount[]> {
  const rows = await accounts.listActive(deps);
  return rows.flatMap((row) => {
    const accountNumber = openDepositNumber(deps.db.secrets, row.accountNumber, row.id);
    return accountNumber === undefined ? [] : { ...toView(row), accountNumber };
  });
}

export async function listAccounts(deps: Deps): Promise<KeptDepositAccount[]> {
  return (await accounts.list(deps)).map((row) => toKept(deps.db.secrets, row));
}

/**
 * Saves the details of a bank account for deposits. While users see them, a rule may require a second approval: new details
 * are stored hidden until it is given. Throws STATEMENT_ACCOUNT_NOT_FOUND, an error of a field,
 * DEPOSIT_ACCOUNTS_UNAVAILABLE or SECOND_APPROVAL_REQUIRED.
 */
export async function saveDepositAccount(
  deps: Deps,
  actor: Actor,
  { id, form }: { id: string; form: Partial<DepositAccountForm> },
): Promise<KeptDepositAccount> {
  return runApprovable(deps, actor, async (tx) => {
    if (!(await lockBankAccount(tx, id))) throw appError('STATEMENT_ACCOUNT_NOT_FOUND');
    const before = await findDetails(tx.query, id);
    const after = await approved(tx, actor, { before, after: build(tx, { id, before, form }) });
    await accounts.save(tx, { actor, before, after });
    return toKept(tx.secrets, after);
  });
}

/** Returns the details as they are saved. */
async function approved(
  tx: Tx,
  actor: Actor,
  { before, after }: { before: StoredAccount | undefined; after: StoredAccount },
): Promise<StoredAccount> {
  if (!after.isActive) return after;
  const hidden = { ...after, isActive: false };
  if (before?.digest !== after.digest) {
    const isHeld = await holdNew(tx, changeOf(actor, hidden, after), CHAIN);
    return isHeld ? hidden : after;
  }
  await requireApproval(tx, changeOf(actor, before, after));
  return after;
}

/** The stored input has the checksum of what its confirmers saw, so that it fails if the details were changed since. */
function changeOf(actor: Actor, before: StoredAccount, after: StoredAccount): Need {
  const { id } = before;
  return {
    ...{ actor, kinds: ['qrCode'], command: 'depositAccounts.save', targetId: id },
    input: { id, isActive: true, shown: toDetails(before) },
    change: {
      ...({ action: 'deposit-account.update', entity: 'deposit-account' } as const),
      ...{ before: toDetails(before), after: toDetails(after) },
    },
  };
}

function build(
  { secrets, at }: Tx,
  {
    id,
    before,
    form,
  }: { id: string; before: StoredAccount | undefined; form: Partial<DepositAccountForm> },
): StoredAccount {
  const known = before && openDepositNumber(secrets, before.accountNumber, id);
  const typed = checked({
    ...{ accountHolderName: before?.accountHolderName, bankName: before?.bankName },
    ...{ ifscCode: before?.ifscCode, accountNumber: known, ...form },
  });
  const isActive = form.isActive ?? before?.isActive ?? false;
  const sameSalt = { id, digestSalt: before?.digestSalt ?? null };
  const isSame = before && digestSavedAccount(sameSalt, typed) === before.digest;
  if (isSame) return { ...before, isActive };
  const digestSalt = randomUUID();
  return {
    ...{ ...typed, id, isActive, digestSalt, createdAt: before?.createdAt ?? at },
    accountNumber: sealDepositNumber(secrets, typed.accountNumber, id),
    digest: digestSavedAccount({ id, digestSalt }, typed),
  };
}

type Details = Omit<DepositAccountForm, 'isActive'>;

function checked({
  accountHolderName = '',
  accountNumber = '',
  bankName = '',
  ifscCode = '',
}: Partial<Details>): Details {
  const number = accountNumber.replaceAll(/[\s-]/g, '');
  const code = ifscCode.toUpperCase();
  if (accountHolderName === '') throw appError('ACCOUNT_HOLDER_REQUIRED');
  if (number.length < MIN_ACCOUNT_NUMBER_LENGTH) throw appError('ACCOUNT_NUMBER_TOO_SHORT');
  if (bankName === '') throw appError('BANK_NAME_REQUIRED');
  if (!isIfsc(code)) throw appError('INVALID_IFSC');
  return { accountHolderName, accountNumber: number, bankName, ifscCode: code };
}

/** Encrypts every number with the current key. Returns how many were sealed, changed meanwhile, or could not be read. */
export async function resealDepositNumbers({
  query,
  secrets,
}: {
  query: Query;
  secrets: Secrets;
}): Promise<{ sealed: number; left: number; unreadable: number }> {
  const total = { sealed: 0, left: 0, unreadable: 0 };
  for (const { id, number: before } of await selectNumbers(query)) {
    if (keyIdOfNumber(before) === secrets.currentKeyId) continue;
    const plain = openDepositNumber(secrets, before, id);
    if (plain === undefined) total.unreadable += 1;
    else {
      const number = sealDepositNumber(secrets, plain, id);
      const isReplaced = await replaceNumber(query, { id, number, before });
      total[isReplaced ? 'sealed' : 'left'] += 1;
    }
  }
  return total;
}

function toView({ id, accountHolderName, ifscCode, bankName }: StoredAccount) {
  return { id, accountHolderName, ifscCode, bankName };
}

function toKept(secrets: Secrets, row: StoredAccount): KeptDepositAccount {
  const { accountNumber: stored, isActive, id } = row;
  const accountNumber = openDepositNumber(secrets, stored, id) ?? maskOf(stored);
  return { ...toView(row), accountNumber, isActive };
}

function toDetails(row: StoredAccount) {
  const { id: _, ...view } = toView(row);
  return {
    ...{ ...view, lastFour: maskOf(row.accountNumber).slice(-4) },
    ...{ beneficiarySha256: row.digest, isActive: row.isActive },
  };
}
