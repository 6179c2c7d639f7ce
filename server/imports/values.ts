import { createHash } from 'node:crypto';
import { toPlainLine, toPlainText } from '#contract/shared/text.ts';

/** The former system has no older rows; an earlier timestamp is invalid. */
const EARLIEST_MS = Date.UTC(2000, 0, 1);
/** Tolerance for clocks that run fast. */
const AHEAD_MS = 24 * 60 * 60 * 1000;
const MOMENT =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(\.\d+)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/;

/**
 * Reads a timestamp as PostgreSQL or JSON writes it, by default in UTC. Returns undefined if it is invalid or
 * implausible.
 */
export function readMoment(text: string | null, now: Date): Date | undefined {
  const [, day, time = '00:00', fraction = '', zone = 'Z'] = MOMENT.exec(text?.trim() ?? '') ?? [];
  if (!day) return undefined;
  const offset = /^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone.replace(/^(...)(\d\d)$/, '$1:$2');
  const seconds = time.length === 5 ? `${time}:00` : time;
  const moment = new Date(`${day}T${seconds}${fraction.slice(0, 4)}${offset}`);
  const ms = moment.getTime();
  return ms >= EARLIEST_MS && ms <= now.getTime() + AHEAD_MS ? moment : undefined;
}

/** Returns undefined unless the text is a boolean. */
export function readFlag(text: string | null): boolean | undefined {
  if (/^(?:t|true|1|yes)$/i.test(text ?? '')) return true;
  return /^(?:f|false|0|no)$/i.test(text ?? '') ? false : undefined;
}

/** A text that can be stored and shown, and whether it was truncated. */
export interface OldText {
  text: string;
  isCut: boolean;
}

/** Returns one line without invisible characters. */
export function readLine(text: string | null, maxLength: number): OldText {
  return cut(toPlainLine(text ?? '').trim(), maxLength);
}

export function readParagraph(text: string | null, maxLength: number): OldText {
  return cut(toPlainText(text ?? '').trim(), maxLength);
}

function cut(text: string, maxLength: number): OldText {
  return { text: storable(text.slice(0, maxLength)), isCut: text.length > maxLength };
}

/** Returns the text without NUL and unpaired surrogates, which PostgreSQL rejects. */
export function storable(text: string): string {
  return Buffer.from(text).toString().replaceAll('\0', '');
}

/** Reads an id of any type of the former system; undefined if it is empty. */
export function readId(text: string | null | undefined): string | undefined {
  const id = storable(toPlainLine(text ?? '').trim());
  return id === '' ? undefined : id.length <= 100 ? id : `sha256:${shortHash(id)}`;
}

/** Returns a short hash, identical in every run. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}
