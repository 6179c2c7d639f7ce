import type { Query } from '../../db/database.ts';
import type { Position } from './cursor.ts';

/** Shorter terms have no trigram, so a trigram index (pg_trgm) can't find them. */
export const MIN_INDEXED_TERM = 3;

/** Above this, scanning the newest rows fills a page quickly. */
export const MAX_GATHERED = 1000;

export const MAX_GATHERED_USERS = 300;

export const MAX_SCANNED = 5000;

export const MAX_LOOKED_UP = 1000;

export function containing(term: string): string {
  return `%${escapeLike(term)}%`;
}

const INDEXED_LENGTH = 8;
const INDEXED_GRAMS = 4;

const GRAM_LENGTH = 5;

/** Must match `digit_grams` in the database. */
export function digitGrams(text: string): string[] {
  const characters = Array.from(text);
  return characters
    .map((_, start) => characters.slice(start, start + GRAM_LENGTH).join(''))
    .slice(0, 1 - GRAM_LENGTH)
    .filter((gram) => /[0-9]/.test(gram));
}

/**
 * Uses a trigram index or a `digit_grams` index. A trigram of digits occurs in one of a hundred references; a
 * five-character part in few. Only the term's end is searched: each further part would read another list.
 */
export function containsTerm(
  column: string,
  term: string,
  first = 1,
): { sql: string; values: unknown[] } {
  const whole = term.toLowerCase();
  const isThere = `strpos(${column}, $${first + 1}) > 0`;
  const grams = digitGrams(whole).slice(-INDEXED_GRAMS);
  if (grams.length > 0) {
    return {
      sql: `digit_grams(${column}) @> $${first}::text[] AND ${isThere}`,
      values: [grams, whole],
    };
  }
  const end = Array.from(whole).slice(-INDEXED_LENGTH).join('');
  const endsThere = `${column} LIKE $${first}`;
  // A redundant condition would make the planner underestimate the number of matches.
  if (end === whole) return { sql: endsThere, values: [containing(whole)] };
  return { sql: `${endsThere} AND ${isThere}`, values: [containing(end), whole] };
}

/** Undefined if there are more than `most`. */
export async function gatherIds<Id extends string>(
  query: Query,
  { sql, values, most }: { sql: string; values: unknown[]; most: number },
): Promise<Id[] | undefined> {
  const [row] = await query<{ ids: Id[] | null }>(
    `SELECT CASE WHEN count(*) <= ${most} THEN coalesce(array_agg(id), '{}') END AS ids
     FROM (${sql} LIMIT ${most + 1}) AS found`,
    values,
  );
  return row?.ids ?? undefined;
}

export function startingWith(term: string): string {
  return `${escapeLike(term)}%`;
}

function escapeLike(term: string): string {
  return term.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`);
}

export interface Scan {
  found: Position[];
  end: Position | undefined;
}

/** Each scan takes a few milliseconds, between which other requests run. */
const MAX_SCANS = 5;

/** After `MAX_SCANS` a page is short and still has a next one. `scan` ends at the row that makes `most` matches. */
export async function scanForPage(
  { after, limit }: { after: Position; limit: number },
  scan: (part: { after: Position; rows: number; most: number }) => Promise<Scan>,
  rows = MAX_SCANNED,
): Promise<{ found: Position[]; next: Position | undefined }> {
  const found: Position[] = [];
  let next: Position | undefined = after;
  for (let scans = 0; next && scans < MAX_SCANS; scans += 1) {
    const part: Scan = await scan({ after: next, rows, most: limit + 1 - found.length });
    found.push(...part.found);
    next = part.end;
    if (found.length <= limit) continue;
    const page = found.slice(0, limit);
    return { found: page, next: page.at(-1) };
  }
  return { found, next };
}
