import type { Position } from './cursor.ts';

/** Terms shorter than this have no trigram: an index of them (pg_trgm) can't find what contains one. */
export const MIN_INDEXED_TERM = 3;

/**
 * Up to so many matches of a term are gathered through its index, counted and sorted. A term with more
 * is common: the newest rows are looked through instead, and soon fill a page.
 */
export const MAX_GATHERED = 1000;

/**
 * Rows looked through for the parts of a page: few, as a common term is soon found; more, as it is not;
 * and no further, so that no request costs more.
 */
const SCANS = [500, 1500, 3000];

/** The first of these parts alone: enough for a page of a common term. */
export const QUICK_SCAN = SCANS.slice(0, 1);

/** The LIKE pattern of what contains a term, in lower case. */
export function containing(term: string): string {
  return `%${escapeLike(term)}%`;
}

/** Letters of a term that an index of trigrams is asked for. */
const INDEXED_LENGTH = 8;

/**
 * The SQL condition that a text with an index of trigrams, in lower case, contains a term; its values
 * `$1` and `$2` are those of `termValues`. Only the term's end is looked up: each further letter
 * would have the index read another list, most of them longer than what they leave out.
 */
export function containsTerm(text: string): string {
  return `${text} LIKE $1 AND strpos(${text}, $2) > 0`;
}

/** The values of `containsTerm`. */
export function termValues(term: string): [end: string, whole: string] {
  const whole = term.toLowerCase();
  return [containing(Array.from(whole).slice(-INDEXED_LENGTH).join('')), whole];
}

/** The LIKE pattern of what starts with a term, in lower case. */
export function startingWith(term: string): string {
  return `${escapeLike(term)}%`;
}

function escapeLike(term: string): string {
  return term.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`);
}

/** The matches among the next rows of a list, and where those rows end, unless the list does. */
export interface Scan {
  found: Position[];
  end: Position | undefined;
}

/**
 * Looks through a list, newest first, part by part, until a page is full, the list ends or it has cost
 * enough: a page may be short and still have a next one, at `next`.
 */
export async function scanForPage(
  { after, limit }: { after: Position; limit: number },
  scan: (part: { after: Position; rows: number }) => Promise<Scan>,
  parts = SCANS,
): Promise<{ found: Position[]; next: Position | undefined }> {
  const found: Position[] = [];
  let end: Position | undefined = after;
  for (const rows of parts) {
    if (!end || found.length > limit) break;
    const part: Scan = await scan({ after: end, rows });
    found.push(...part.found);
    end = part.end;
  }
  if (found.length <= limit) return { found, next: end };
  const page = found.slice(0, limit);
  return { found: page, next: page.at(-1) };
}
