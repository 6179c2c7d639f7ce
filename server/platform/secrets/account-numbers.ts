import { MIN_ACCOUNT_NUMBER_LENGTH, maskToLastFour } from '#contract/bank-accounts/rules.ts';
import type { Beneficiary } from '#contract/transactions/schema.ts';
import { appError } from '../../base/errors.ts';
import { keyIdOf, type Secrets } from '../../base/secrets.ts';
import type { Sealed } from '../../db/schema/columns.ts';
import type { StoredBeneficiary } from '../../db/schema/transactions.ts';

/** A row of a person. A sealed number can be opened only in its own row. */
export interface RowName {
  userId: string;
  id: string;
}

/** Where an account number is stored. */
export type NumberPlace = 'bank_accounts' | 'transactions';

/**
 * Stored form of a sealed account number: the sealed value, a dot, and the mask with the last four characters, which
 * can be read without the key.
 */
const STORED = /^(s1\..+)\.(••••.{4})$/su;

/**
 * Returns an account number as it is stored: as it is while nothing is sealed, or if it is too short for a number.
 * Throws UNAVAILABLE if this database seals numbers, but the server lacks the key.
 */
export function sealNumber(
  secrets: Secrets,
  accountNumber: string,
  place: NumberPlace,
  row: RowName,
): Sealed {
  if (secrets.isLocked && isNumber(accountNumber)) throw appError('UNAVAILABLE');
  const stored =
    secrets.isSealing && isNumber(accountNumber)
      ? `${secrets.seal(accountNumber, toPlace(place, row))}.${maskToLastFour(accountNumber)}`
      : accountNumber;
  return stored as unknown as Sealed; // The only place that makes stored numbers.
}

/** Returns a stored account number; undefined if its key is missing or it is not the number of this row. */
export function openNumber(
  secrets: Secrets,
  stored: Sealed,
  place: NumberPlace,
  row: RowName,
): string | undefined {
  const text = textOf(stored);
  const sealed = STORED.exec(text)?.[1];
  return sealed === undefined ? text : secrets.open(sealed, toPlace(place, row));
}

/** Like `openNumber`, but returns the masked number if it cannot be opened. */
export function readNumber(
  secrets: Secrets,
  stored: Sealed,
  place: NumberPlace,
  row: RowName,
): string {
  return openNumber(secrets, stored, place, row) ?? maskOf(stored);
}

/** Returns the last four characters of a stored number with the mask before them, without a key. */
export function maskOf(stored: Sealed): string {
  return maskToLastFour(textOf(stored));
}

/** Returns the id of the key that a stored number is sealed with; undefined if it is stored as it is. */
export function keyIdOfNumber(stored: Sealed): string | undefined {
  const sealed = STORED.exec(textOf(stored))?.[1];
  return sealed === undefined ? undefined : keyIdOf(sealed);
}

/** Returns a number sealed with the current key, and its hash; undefined if it is too short for a number. */
export function resealNumber(
  secrets: Secrets,
  accountNumber: string,
  place: NumberPlace,
  row: RowName,
): { accountNumber: Sealed; accountNumberHash: Buffer | null } | undefined {
  if (!isNumber(accountNumber)) return undefined;
  return {
    accountNumber: sealNumber(secrets, accountNumber, place, row),
    accountNumberHash: hashNumber(secrets, accountNumber),
  };
}

/** A row by which the account number of a transaction is found. */
export interface TransactionAccount {
  userId: string;
  transactionId: string;
  lastFour: string;
  accountNumberHash: Buffer | null;
}

/** Returns the row by which a transaction's account number is found; undefined if it has none. */
export function toTransactionAccount(
  secrets: Secrets,
  { accountNumber, ...row }: RowName & { accountNumber: Sealed | undefined },
): TransactionAccount | undefined {
  if (accountNumber === undefined) return undefined;
  const number = openNumber(secrets, accountNumber, 'transactions', row);
  if (number !== undefined && !isNumber(number)) return undefined;
  const isSealed = keyIdOfNumber(accountNumber) !== undefined;
  const hash = isSealed && number !== undefined ? secrets.fingerprints(number)[0] : undefined;
  return {
    ...{ userId: row.userId, transactionId: row.id, lastFour: textOf(accountNumber).slice(-4) },
    accountNumberHash: hash ?? null,
  };
}

/** Returns the columns of a saved bank account that hold its number. */
export function toStoredNumber(
  secrets: Secrets,
  accountNumber: string,
  row: RowName,
): { accountNumber: Sealed; accountNumberHash: Buffer | null } {
  return {
    accountNumber: sealNumber(secrets, accountNumber, 'bank_accounts', row),
    accountNumberHash: hashNumber(secrets, accountNumber),
  };
}

/** Encrypts the number of a bank account of the operator. Throws DEPOSIT_ACCOUNTS_UNAVAILABLE without a key. */
export function sealDepositNumber(secrets: Secrets, accountNumber: string, id: string): Sealed {
  if (!secrets.currentKeyId || secrets.isLocked) throw appError('DEPOSIT_ACCOUNTS_UNAVAILABLE');
  const stored = `${secrets.seal(accountNumber, `deposit_accounts/${id}`)}.${maskToLastFour(accountNumber)}`;
  return stored as unknown as Sealed; // A number of the operator has no user.
}

/** Returns undefined if the key is missing, or it is not the number of this row. */
export function openDepositNumber(
  secrets: Secrets,
  stored: Sealed,
  id: string,
): string | undefined {
  const sealed = STORED.exec(textOf(stored))?.[1];
  return sealed && secrets.open(sealed, `deposit_accounts/${id}`);
}

/** Returns the hash of an account number to store for equality search; null if the number is not sealed. */
function hashNumber(secrets: Secrets, accountNumber: string): Buffer | null {
  return (secrets.isSealing && secrets.fingerprints(accountNumber)[0]) || null;
}

type WithBeneficiary = RowName & { beneficiary: StoredBeneficiary | null };

/** Returns a transaction's bank account, with a masked number if it cannot be opened. */
export function readBeneficiary(secrets: Secrets, row: WithBeneficiary): Beneficiary | null {
  const { beneficiary } = row;
  if (!beneficiary) return null;
  const accountNumber = readNumber(secrets, beneficiary.accountNumber, 'transactions', row);
  return { ...beneficiary, accountNumber };
}

/** Like `readBeneficiary`, but returns null if the number cannot be opened. */
export function openBeneficiary(secrets: Secrets, row: WithBeneficiary): Beneficiary | null {
  const { beneficiary } = row;
  if (!beneficiary) return null;
  const accountNumber = openNumber(secrets, beneficiary.accountNumber, 'transactions', row);
  return accountNumber === undefined ? null : { ...beneficiary, accountNumber };
}

export function sealBeneficiary(
  secrets: Secrets,
  { beneficiary, ...row }: RowName & { beneficiary: Beneficiary | null },
): StoredBeneficiary | null {
  if (!beneficiary) return null;
  return {
    ...beneficiary,
    accountNumber: sealNumber(secrets, beneficiary.accountNumber, 'transactions', row),
  };
}

/** Returns whether a text is long enough for an account number: imported requests have a dash instead of one. */
function isNumber(text: string): boolean {
  return text.length >= MIN_ACCOUNT_NUMBER_LENGTH;
}

function toPlace(place: NumberPlace, { userId, id }: RowName): string {
  return `${place}/${userId}/${id}`;
}

function textOf(stored: Sealed): string {
  return stored as unknown as string; // A text of the database.
}
