import { ORPCError } from '@orpc/server';
import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { type ErrorCode, type ErrorData, errorTable, fillText } from '#contract/shared/errors.ts';
import type { FieldError } from '#contract/shared/rest.ts';

/** Throwing one inside a transaction rolls it back. */
export type AppError = ORPCError<ErrorCode, ErrorData | undefined>;

export function appError(code: ErrorCode, data?: ErrorData): AppError {
  const { status, message } = errorTable[code];
  return new ORPCError(code, { status, message: fillText(message, data), data });
}

/** Keyed by the error's data: oRPC recreates the error, but keeps its data object. */
const fieldErrors = new WeakMap<ErrorData, FieldError[]>();

export function invalidFields(issues: readonly FieldIssue[]): AppError {
  const paths = issues.map(({ path = [] }) => path.map(segmentName));
  const data = { fields: paths.map((path) => path.join('.')).join(', ') };
  const listed = issues.map(({ message }, at) => ({
    pointer: pointerOf(paths[at] ?? []),
    detail: message,
  }));
  fieldErrors.set(data, listed);
  return appError('INVALID_INPUT', data);
}

export function fieldErrorsOf({ data }: AppError): FieldError[] | undefined {
  return data && fieldErrors.get(data);
}

interface FieldIssue {
  message: string;
  path?: readonly (PropertyKey | { key: PropertyKey })[] | undefined;
}

function segmentName(segment: PropertyKey | { key: PropertyKey }): string {
  return String(typeof segment === 'object' ? segment.key : segment);
}

/** Returns a path as a URI fragment (RFC 6901, 6), which escapes `~` and `/`. */
function pointerOf(path: string[]): string {
  const escaped = path.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1'));
  return `#${escaped.map((name) => `/${encodeURIComponent(name)}`).join('')}`;
}

export function malformedRequest(status: 400 | 431): AppError {
  const error = appError('INVALID_INPUT');
  return new ORPCError(error.code, { status, message: error.message });
}

/** The client disconnected: its work is aborted, and no error is logged. */
export class CallerGone extends Error {
  constructor(options?: ErrorOptions) {
    super('The caller left', options);
  }
}

export function isAppError(error: unknown): error is AppError {
  return error instanceof ORPCError && error.code in errorTable;
}

/** Maps constraint names to error codes. This is the only place that does. */
const codeOfConstraint: Record<string, ErrorCode> = {
  users_username_key: 'USERNAME_TAKEN',
  users_lookalike_key: 'USERNAME_LOOKALIKE',
  identities_subject_key: 'IDENTITY_TAKEN',
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

export function findDatabaseError(error: unknown): pg.DatabaseError | undefined {
  if (error instanceof pg.DatabaseError) return error;
  return error instanceof Error && error.cause ? findDatabaseError(error.cause) : undefined;
}

/** Text that PostgreSQL can't store, such as NUL. */
const unstorable = new Set(['22021', '22P05']);

/** Returns the error that a client may see; undefined for an unexpected error, whose details must be hidden. */
export function toAppError(error: unknown): AppError | undefined {
  if (isAppError(error)) return error;
  const failure = findDatabaseError(error);
  if (unstorable.has(failure?.code ?? '')) return appError('INVALID_INPUT');
  const code = codeOfConstraint[failure?.constraint ?? ''];
  return code && appError(code);
}

/** Returns the loggable fields of an error. DrizzleQueryError's message holds query parameters, so it is left out. */
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
    const code = systemCodeOf(error) ?? systemCodeOf(error.cause);
    return { type: error.name, ...(code && { code }), message: error.message, stack: error.stack };
  }
  return { type: typeof error };
}

/** Returns the message of an error for the operator. */
export function sentenceOf(error: unknown): string {
  if (isAppError(error)) return `${error.message} (${error.code})`;
  // The message of a DrizzleQueryError contains query parameters.
  const { message } = error instanceof DrizzleQueryError ? describeError(error) : toError(error);
  return typeof message === 'string' && message !== '' ? message : 'It failed.';
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function systemCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
