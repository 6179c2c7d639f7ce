import { oc } from '@orpc/contract';
import { z } from 'zod';
import { errorsOf } from './errors.ts';
import { type ApiScope, MAX_NOTES_LENGTH, PAGE_ROWS, toPlainLine, toPlainText } from './rules.ts';

/** Who may call a procedure. The server's gate reads it; a contract that says nothing is for administrators. */
export type Access = 'public' | 'user' | 'admin';

/** What a procedure says of who may call it. `scope` is what an API key needs; without one no key may. */
export interface Meta {
  access?: Access;
  scope?: ApiScope;
}

const base = oc.$meta<Meta>({ access: 'admin' });
const sessionErrors = errorsOf('MISSING_SESSION', 'SESSION_USER_NOT_FOUND', 'ACCOUNT_INACTIVE');

/** Builders of the three kinds of procedure: anyone, anyone signed in, administrators. */
export const forAnyone = base.meta({ access: 'public' }).errors(errorsOf('INVALID_INPUT'));
export const forUsers = base
  .meta({ access: 'user' })
  .errors({ ...sessionErrors, ...errorsOf('INVALID_INPUT') });
export const forAdmins = base.errors({
  ...sessionErrors,
  ...errorsOf('ADMIN_REQUIRED', 'INVALID_INPUT'),
});

/** Written in capitals it is the same id: comparing, locking and audit chains need one way to write it. */
const uuid = z
  .uuid()
  .toLowerCase()
  .meta({ examples: ['0199a3c2-7d41-7c55-9f0e-3b6f3f1c2a10'] });
export const userId = uuid.brand<'UserId'>();
export type UserId = z.infer<typeof userId>;
export const transactionId = uuid.brand<'TransactionId'>();
export type TransactionId = z.infer<typeof transactionId>;
export const id = uuid;

/** An amount of paise in an answer. */
export const paise = z.int().meta({ description: 'Whole paise', examples: [123450] });
/** A sum over many people, which may pass 2^53 paise; over REST a text of digits. */
export const paiseSum = z.bigint().meta({ description: 'Whole paise', examples: ['123450'] });
/** An amount as typed, in rupees; the server reads it with `parseRupees`, so any text is let through. */
export const typedAmount = z
  .string()
  .max(1000)
  .meta({ description: 'Rupees as typed', examples: ['1234.50'] });
/** Chosen by the caller once per intent: sending a command twice with one key has the effect of once. */
export const requestKey = uuid;
/** A text of one line as typed, without unseen characters and with its ends trimmed. */
export const line = (maxLength: number) =>
  typed(maxLength).overwrite(toPlainLine).trim().max(maxLength);
/** A text of several lines, likewise. */
export const paragraph = (maxLength: number) =>
  typed(maxLength).overwrite(toPlainText).trim().max(maxLength);
/** Text before its unseen characters and its ends are left out: not so much that doing so would cost. */
const typed = (maxLength: number) => z.string().max(4 * maxLength, { abort: true });
export const notes = paragraph(MAX_NOTES_LENGTH);
/** Part of what is looked for. The database's text has no NUL, and refuses to look for one. */
export const searchTerm = z
  .string()
  .trim()
  .max(200)
  .refine((text) => !text.includes('\0'))
  .default('');
/** A calendar day, yyyy-MM-dd, in Asia/Kolkata. */
export const day = z.iso
  .date()
  .meta({ description: 'A calendar day in Asia/Kolkata', examples: ['2026-11-22'] });
/** Where the next page starts; opaque to callers. */
export const cursor = z.string().max(200).meta({ description: '`nextCursor` of the page before' });
/** How many rows of a list are wanted. */
export const pageSize = z.coerce.number().int().min(1).max(100).default(PAGE_ROWS);

/** A page of a keyed list: the rows, and where the next page starts, if there is one. */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({ rows: z.array(row), nextCursor: z.string().optional() });
}

export const done = z.object({});
