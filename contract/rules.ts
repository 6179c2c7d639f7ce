import { type Paise, toPaise } from './money.ts';

/** Limits of section 9 of the specification, in the units their names say. */
export const MIN_DEPOSIT: Paise = toPaise(100);
export const MIN_WITHDRAWAL: Paise = toPaise(1000);
export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 256;
export const MIN_USERNAME_LENGTH = 3;
export const MAX_USERNAME_LENGTH = 64;
export const MIN_ACCOUNT_NUMBER_LENGTH = 5;
export const MAX_ACCOUNT_NUMBER_LENGTH = 34;
export const MAX_NAME_LENGTH = 120;
export const MAX_NOTES_LENGTH = 1000;
export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024;
export const MAX_UPLOAD_PIXELS = 40_000_000;
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export const NOTIFICATIONS_LIMIT = 50;
export const DEFAULT_PAYMENT_METHOD = 'UPI';
export const DEFAULT_USERNAMES = ['admin', 'demo'] as const;
export const SHORT_ID_LENGTH = 8;

export const LANGUAGES = ['en', 'hi', 'te', 'ml', 'ta', 'kn'] as const;
export type Language = (typeof LANGUAGES)[number];

export const ROLES = ['user', 'admin'] as const;
export type Role = (typeof ROLES)[number];
export const USER_STATUSES = ['active', 'inactive'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];
export const TRANSACTION_TYPES = ['deposit', 'withdrawal'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];
export const TRANSACTION_STATUSES = ['pending', 'approved', 'rejected'] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];
export const TRANSACTION_KINDS = ['request', 'adjustment', 'closure'] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

/** Indian Financial System Code: four letters, a zero, six letters or digits (RBI). */
const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;

/** True for a well-formed IFSC in upper case. */
export function isIfsc(code: string): boolean {
  return IFSC.test(code);
}

/**
 * Masks an account number for its owner: the first four and last four characters stay;
 * of eight or fewer only the last four.
 */
export function maskAccountNumber(accountNumber: string): string {
  if (accountNumber.length <= 8) return maskToLastFour(accountNumber);
  const hidden = '•'.repeat(accountNumber.length - 8);
  return `${accountNumber.slice(0, 4)}${hidden}${accountNumber.slice(-4)}`;
}

/** Masks an account number for administrators' lists: only the last four characters stay. */
export function maskToLastFour(accountNumber: string): string {
  return `••••${accountNumber.slice(-4)}`;
}

/** The eight characters by which lists show an id. */
export function shortId(id: string): string {
  return id.slice(0, SHORT_ID_LENGTH);
}

/** Whether an administrator may still decide a transaction. */
export function isDecidable(transaction: { status: TransactionStatus }): boolean {
  return transaction.status === 'pending';
}

/** What a withdrawal may use: the approved balance less what pending withdrawals hold. */
export function availablePaise(wallet: { balancePaise: number; heldPaise: number }): Paise {
  return toPaise(wallet.balancePaise - wallet.heldPaise);
}
