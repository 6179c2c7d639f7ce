import { oc } from '@orpc/contract';
import { z } from 'zod';
import type { ApiScope, ApprovalKind } from './enums.ts';
import { errorsOf } from './errors.ts';
import { MAX_NOTES_LENGTH, PAGE_ROWS } from './limits.ts';
import type { Permission } from './permissions.ts';
import { toPlainLine, toPlainText } from './text.ts';

/** Access level of a procedure, enforced by the server. The default is administrators only. */
export type Access = 'public' | 'user' | 'admin';

/**
 * Whether the person of a session has to have confirmed their identity within the last minutes: for each call, for
 * decisions above the limit on the settings page, for accounts with a second factor, if the call has the password
 * itself, or for calls that grant access or raise a limit, but not for those that restrict an account. API keys need
 * their scope instead.
 */
export type StepUp = 'always' | 'aboveLimit' | 'withFactor' | 'granting';

/** `permission` is what an administrator's account needs. Without a `scope`, API keys are rejected. */
export interface Meta {
  access?: Access;
  permission?: Permission;
  scope?: ApiScope;
  /** Only API keys may call it, not the person of a session. */
  keysOnly?: true;
  /** Kinds of second approvals that the call can need, for the documentation. */
  approval?: readonly ApprovalKind[];
  stepUp?: StepUp;
  /** Also allowed while the account has a password that an administrator set, as reads are. */
  allowsPasswordSetByAdmin?: true;
  /** Also allowed for an administrator who has not added a required second factor in time. */
  allowsMissingFactor?: true;
}

const base = oc.$meta<Meta>({ access: 'admin' });
const sessionErrors = errorsOf(
  'MISSING_SESSION',
  'SESSION_USER_NOT_FOUND',
  'ACCOUNT_INACTIVE',
  'PASSWORD_CHANGE_REQUIRED',
  'SECOND_FACTOR_REQUIRED_BY_POLICY',
);

export const forAnyone = base.meta({ access: 'public' }).errors(errorsOf('INVALID_INPUT'));
export const forUsers = base
  .meta({ access: 'user' })
  .errors({ ...sessionErrors, ...errorsOf('INVALID_INPUT') });
export const forAdmins = (permission: Permission) =>
  base.meta({ permission }).errors({
    ...sessionErrors,
    ...errorsOf('ADMIN_REQUIRED', 'PERMISSION_REQUIRED', 'INVALID_INPUT'),
  });

/** Ids are lowercased: comparisons, locks and audit chains need one spelling of each id. */
const uuid = z
  .uuid()
  .toLowerCase()
  .meta({ examples: ['0199a3c2-7d41-7c55-9f0e-3b6f3f1c2a10'] });
export const userId = uuid.brand<'UserId'>();
export type UserId = z.infer<typeof userId>;
export const transactionId = uuid.brand<'TransactionId'>();
export type TransactionId = z.infer<typeof transactionId>;
export const id = uuid;

export const paise = z.int().meta({ description: 'Whole paise', examples: [123450] });
/** A sum over many users can exceed 2^53 paise, so REST sends it as a string of digits. */
export const paiseSum = z.bigint().meta({ description: 'Whole paise', examples: ['123450'] });
/** An amount in rupees as typed. Any text is accepted here; the server parses it with `parseRupees`. */
export const typedAmount = z
  .string()
  .max(1000)
  .meta({ description: 'Rupees as typed', examples: ['1234.50'] });
/** Idempotency key, chosen by the client. A command that is sent twice with the same key runs once. */
export const requestKey = uuid;
export const line = (maxLength: number) =>
  typed(maxLength).overwrite(toPlainLine).trim().max(maxLength);
export const paragraph = (maxLength: number) =>
  typed(maxLength).overwrite(toPlainText).trim().max(maxLength);
/** Limits the raw length of a text, so that removing invisible characters from it stays cheap. */
const typed = (maxLength: number) => z.string().max(4 * maxLength, { abort: true });
export const notes = paragraph(MAX_NOTES_LENGTH);
/** A search term. NUL is removed, because PostgreSQL text cannot contain it. */
export const searchTerm = z
  .string()
  .trim()
  .max(200)
  .refine((text) => !text.includes('\0'))
  .default('');
export const day = z.iso
  .date()
  .meta({ description: 'A calendar day in Asia/Kolkata', examples: ['2026-11-22'] });
export const cursor = z.string().max(200).meta({ description: '`nextCursor` of the page before' });
export const pageSize = z.coerce.number().int().min(1).max(100).default(PAGE_ROWS);

export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({ rows: z.array(row), nextCursor: z.string().optional() });
}

export const done = z.object({});
