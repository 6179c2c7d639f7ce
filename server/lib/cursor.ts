import { z } from 'zod';
import { id } from '#contract/base.ts';
import { appError } from './errors.ts';

/** Beyond these years a `Date` has moments that the database does not. */
const FIRST = new Date('0001-01-01T00:00:00Z');
const LAST = new Date('9999-12-31T00:00:00Z');

const position = z.object({ at: z.coerce.date().min(FIRST).max(LAST), id });

/** A place in a list that runs newest first by `(created_at, id)`. */
export interface Position {
  at: Date;
  id: string;
}

/** Writes a position as an opaque cursor. */
export function toCursor({ at, id }: Position): string {
  return Buffer.from(JSON.stringify([at.toISOString(), id])).toString('base64url');
}

/** Reads a cursor made by `toCursor`; undefined stays undefined. Throws INVALID_INPUT for any other text. */
export function fromCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  try {
    const [at, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return position.parse({ at, id });
  } catch {
    throw appError('INVALID_INPUT', { field: 'cursor' });
  }
}

/** Cuts a list fetched with `limit + 1` rows into a page and the cursor of the next one. */
export function toPage<Row>(rows: Row[], limit: number, positionOf: (row: Row) => Position) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const nextCursor = rows.length > limit && last ? toCursor(positionOf(last)) : undefined;
  return { rows: page, nextCursor };
}

/** What sorts before every row, newest first: where a list without a cursor starts. */
export const NEWEST: Position = {
  at: LAST,
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Before what a page of a list lies that ends at `until` (a moment that PostgreSQL reads) and goes on
 * after a position: the nearer of both. PostgreSQL starts its walk of an index from one bound, and
 * would read all rows between two.
 */
export function before(until: string, after: Position): { at: Date | string; id: string } {
  // Not a day that JavaScript knows: before all of them.
  const isNearer = until === '-infinity' || new Date(until) <= after.at;
  return isNearer ? { at: until, id: LOWEST_ID } : after;
}
