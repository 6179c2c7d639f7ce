import type { Query } from '../../db/database.ts';
import type { Position } from './cursor.ts';

/** Shorter terms have no trigram, so a trigram index (pg_trgm) can't find them. */
export const MIN_INDEXED_TERM = 3;

/** A term with more matches is common: scanning the newest rows fills a page quickly. */
export const MAX_GATHERED = 1000;

/** Maximum number of users fetched through the index. More matches fill the first pages quickly. */
export const MAX_GATHERED_USERS = 300;

/** Maximum number of rows scanned for one page, which bounds the cost of a request. */
const MAX_SCANNED = 5000;

/** The row limit of a scan that needs another lookup for each row. */
export const MAX_LOOKED_UP = 1000;

export function containing(term: string): string {
  return `%${escapeLike(term)}%`;
}

/** How many characters of a term a trigram index is searched for, and how many parts a digit index. */
const INDEXED_LENGTH = 8;
const INDEXED_GRAMS = 4;

const GRAM_LENGTH = 5;

/** Returns all five-character parts that contain a digit. Must match `digit_grams` in the database. */
export function digitGrams(text: string): string[] {
  const characters = Array.from(text);
  return characters
    .map((_, start) => characters.slice(start, start + GRAM_LENGTH).join(''))
    .slice(0, 1 - GRAM_LENGTH)
    .filter((gram) => /[0-9]/.test(gram));
}

/**
 * Returns the SQL condition that a lower-case column contains a term, using its trigram index or its `digit_grams`
 * index. Its values start at `$first`. A trigram of digits occurs in one of a hundred references, and its list grows
 * with the history; a five-character part occurs in few. Only the term's end is searched in the index: each further
 * character would read another list, most of which cost more than they exclude.
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

/** Returns all ids that a query finds; undefined if there are more than `most`, in which case none are transferred. */
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

/** The matches among scanned rows, and the position after these rows; undefined if the list or page ended. */
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
