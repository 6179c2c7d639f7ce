import { ORPCError } from '@orpc/server';
import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { type ErrorCode, type ErrorData, errorTable, fillText } from '#contract/errors.ts';

/** An error of the contract's closed list; throwing one inside a transaction rolls it back. */
export type AppError = ORPCError<ErrorCode, ErrorData | undefined>;

/** Makes an error of the closed list, its English text filled from `data`. */
export function appError(code: ErrorCode, data?: ErrorData): AppError {
  const { status, message } = errorTable[code];
  return new ORPCError(code, { status, message: fillText(message, data), data });
}

/** Whoever sent a request left before it was answered: work for it ends, and nothing is at fault. */
export class CallerGone extends Error {
  constructor(options?: ErrorOptions) {
    super('The caller left', options);
  }
}

/** True for errors made by `appError`, whose code, text and data a caller may see. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof ORPCError && error.code in errorTable;
}

/** The one place where a constraint's name becomes a code of the closed list. */
const codeOfConstraint: Record<string, ErrorCode> = {
  users_username_key: 'USERNAME_TAKEN',
  users_lookalike_key: 'USERNAME_LOOKALIKE',
  bank_accounts_one_default_key: 'DEFAULT_ACCOUNT_CONFLICT',
  bank_accounts_number_check: 'ACCOUNT_NUMBER_TOO_SHORT',
  transactions_bank_account_fkey: 'BANK_ACCOUNT_REFERENCE',
  transactions_minimum_check: 'INVALID_WITHDRAWAL_DATA',
  transactions_amount_check: 'INVALID_WITHDRAWAL_DATA',
  transactions_beneficiary_check: 'INVALID_WITHDRAWAL_DATA',
  transactions_receipt_check: 'FILE_REQUIRED',
  transactions_source_id_sources_id_fk: 'SOURCE_NOT_FOUND',
  transactions_qr_code_id_qr_codes_id_fk: 'QR_CODE_NOT_FOUND',
  transactions_user_id_users_id_fk: 'USER_NOT_FOUND',
  user_notes_user_id_users_id_fk: 'USER_NOT_FOUND',
  user_profiles_user_id_users_id_fk: 'USER_NOT_FOUND',
  wallet_balances_range_check: 'AMOUNT_OUT_OF_RANGE',
  qr_codes_name_check: 'QR_CODE_NAME_REQUIRED',
};

/** The database's own error inside whatever wraps it, if that is what went wrong. */
export function findDatabaseError(error: unknown): pg.DatabaseError | undefined {
  if (error instanceof pg.DatabaseError) return error;
  return error instanceof Error && error.cause ? findDatabaseError(error.cause) : undefined;
}

/** Text that PostgreSQL can't store, such as a NUL character: character_not_in_repertoire, untranslatable_character. */
const unstorable = new Set(['22021', '22P05']);

/** The error a caller may see for anything thrown; undefined when it is unexpected and must be hidden. */
export function toAppError(error: unknown): AppError | undefined {
  if (isAppError(error)) return error;
  const failure = findDatabaseError(error);
  if (unstorable.has(failure?.code ?? '')) return appError('INVALID_INPUT');
  const code = codeOfConstraint[failure?.constraint ?? ''];
  return code && appError(code);
}

/** What may be logged of an error: never a query's parameters, which DrizzleQueryError's message holds. */
export function describeError(error: unknown): Record<string, unknown> {
  const database = findDatabaseError(error);
  if (database) {
    const { code, constraint, table, routine, message } = database;
    return {
      type: 'DatabaseError',
      code,
      constraint,
      table,
      routine,
      message,
      stack: database.stack,
    };
  }
  if (error instanceof DrizzleQueryError)
    return { ...describeError(error.cause), type: error.name };
  if (error instanceof Error) {
    return { type: error.name, message: error.message, stack: error.stack };
  }
  return { type: typeof error };
}
