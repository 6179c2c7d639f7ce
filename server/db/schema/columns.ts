import { bigint, customType, numeric, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { UserId } from '#contract/shared/base.ts';

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });

export const userIdIn = (name: string) => uuid(name).$type<UserId>();

export const citext = customType<{ data: string }>({ dataType: () => 'citext' });

/** Has millisecond precision, so that a cursor made from a JavaScript Date compares exactly. */
export const moment = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const paise = (name: string) => bigint(name, { mode: 'number' });

/** A sum over many users, without a maximum. */
export const paiseSum = (name: string) => numeric(name, { mode: 'bigint' });

declare const sealedText: unique symbol;

/** A stored text that may be encrypted. For the compiler it is no string, so that no reader shows it unopened. */
export interface Sealed {
  readonly [sealedText]: true;
}

export const sealed = (name: string) => text(name).$type<Sealed>();

export const createdAt = () => moment('created_at').notNull();
