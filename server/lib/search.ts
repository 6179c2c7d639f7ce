import type { Query } from '../db/database.ts';
import type { Position } from './cursor.ts';

/** Terms shorter than this have no trigram: an index of them (pg_trgm) can't find what contains one. */
export const MIN_INDEXED_TERM = 3;

/**
 * Up to so many matches of a term are gathered through its index, counted and sorted. A term with more
 * is common: the newest rows are looked through instead, and soon fill a page.
 */
export const MAX_GATHERED = 1000;

/** Up to so many users are gathered; more fill the first pages of a list soon. */
export const MAX_GATHERED_USERS = 300;

/** Rows looked through for a page that nothing fills, and no further, so that no request costs more. */
const MAX_SCANNED = 5000;

/** The same where another row is looked up for each. */
export const MAX_LOOKED_UP = 1000;

/** The LIKE pattern of what contains a term, in lower case. */
export function containing(term: string): string {
  return `%${escapeLike(term)}%`;
}

/** Letters of a term that an index of trigrams is asked for, and parts that one of digits is. */
const INDEXED_LENGTH = 8;
const INDEXED_GRAMS = 4;

/** The length of a part that an index of digits knows. */
const GRAM_LENGTH = 5;

/**
 * The parts of a text in lower case that an index of digits knows it by, as `digit_grams` in the
 * database has them: all of five characters with a digit in them.
 */
export function digitGrams(text: string): string[] {
  const characters = Array.from(text);
  return characters
    .map((_, start) => characters.slice(start, start + GRAM_LENGTH).join(''))
    .slice(0, 1 - GRAM_LENGTH)
    .filter((gram) => /[0-9]/.test(gram));
}

/**
 * The SQL condition that a column with an index of trigrams and one of `digit_grams`, in lower case,
 * contains a term; its values stand from `$first` on. A trigram of digits is in one reference of a
 * hundred, a list that grows with the history; a part of five is in few. Only the term's end is looked
 * up: each further letter would have the index read another list, most of them longer than what they
 * leave out.
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
  // Said twice, the planner would take it for rarer than it is.
  if (end === whole) return { sql: endsThere, values: [containing(whole)] };
  return { sql: `${endsThere} AND ${isThere}`, values: [containing(end), whole] };
}

/** All ids that a query finds, or undefined when they are more than `most`: then none is sent. */
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

/** The LIKE pattern of what starts with a term, in lower case. */
export function startingWith(term: string): string {
  return `${escapeLike(term)}%`;
}

function escapeLike(term: string): string {
  return term.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`);
}

/** The matches among the next rows of a list, and where those rows end, unless the list or the page does. */
export interface Scan {
  found: Position[];
  end: Position | undefined;
}

/** How often a scan goes on for one page. Each scan takes a few milliseconds, between which others have their turn. */
const MAX_SCANS = 5;

/**
 * Reads a list, newest first, until a page is full, the list ends or `MAX_SCANS` scans are made: then a page
 * is short and still has a next one, at `next`. `scan` ends at the row that makes `most` matches.
 */
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
