import { z } from 'zod';
import { id } from '#contract/shared/base.ts';
import { appError } from '../../base/errors.ts';

/** Outside these years PostgreSQL does not accept every moment that a `Date` can hold. */
const FIRST = new Date('0001-01-01T00:00:00Z');
const LAST = new Date('9999-12-31T00:00:00Z');

const position = z.object({ at: z.coerce.date().min(FIRST).max(LAST), id });
const numberedPosition = position.extend({ seq: z.int().nonnegative() });

export interface Position {
  at: Date;
  id: string;
}

/** Sorted by Indian day, then by the order in which rows were written, so wrong clocks cannot reorder a day. */
export interface NumberedPosition extends Position {
  seq: number;
}

export function toCursor(position: Position | NumberedPosition): string {
  const seq = 'seq' in position ? [position.seq] : [];
  const values = [position.at.toISOString(), position.id, ...seq];
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

export function fromCursor(cursor: string | undefined): Position | undefined {
  return parseCursor(cursor, position);
}

export function fromNumberedCursor(cursor: string | undefined): NumberedPosition | undefined {
  return parseCursor(cursor, numberedPosition);
}

function parseCursor<Found>(
  cursor: string | undefined,
  schema: z.ZodType<Found>,
): Found | undefined {
  if (cursor === undefined) return undefined;
  try {
    const [at, id, seq] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return schema.parse({ at, id, seq });
  } catch {
    throw appError('INVALID_INPUT', { field: 'cursor' });
  }
}

export function toPage<Row>(
  rows: Row[],
  limit: number,
  positionOf: (row: Row) => Position | NumberedPosition,
) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const nextCursor = rows.length > limit && last ? toCursor(positionOf(last)) : undefined;
  return { rows: page, nextCursor };
}

export const NEWEST: Position = {
  at: LAST,
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

export const NEWEST_NUMBERED: NumberedPosition = { ...NEWEST, seq: Number.MAX_SAFE_INTEGER };

/** The earlier of `until`, a midnight in India, and the position. */
export function beforeNumbered(until: string, after: NumberedPosition): NumberedPosition {
  if (until === 'infinity') return after;
  const end = until === '-infinity' ? FIRST : new Date(new Date(until).getTime() - 1);
  return after.at <= end ? after : { ...NEWEST_NUMBERED, at: end };
}

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** The earlier of both: with two bounds, PostgreSQL would start its scan at one and read all rows up to the other. */
export function before(until: string, after: Position): { at: Date | string; id: string } {
  // JavaScript can't parse '-infinity', which is before every moment.
  const isNearer = until === '-infinity' || new Date(until) <= after.at;
  return isNearer ? { at: until, id: LOWEST_ID } : after;
}
