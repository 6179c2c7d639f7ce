/** A stream resumed from this position misses no event that the response does not include. */
export const EVENT_POSITION_HEADER = 'event-position';

/**
 * `transaction:number:moment`, all decimal, ordered by number. Transaction and moment distinguish it from the event
 * with the same number in a restored database copy.
 */
export type EventPosition = string;

/** Returns the event number as decimal text, because it can exceed 2^53. */
export function numberOf(position: EventPosition): string {
  return position.split(':')[1] ?? '0';
}

export function momentOf(position: EventPosition): number {
  return Number(position.split(':')[2] ?? 0);
}

/** Returns whether a text is a valid position. Clients are untrusted. */
export function isPosition(text: string): boolean {
  return /^\d{1,19}:\d{1,18}:\d{1,15}$/.test(text);
}

/** Throws SyntaxError for an invalid position. */
export function isAfter(one: EventPosition, other: EventPosition): boolean {
  return BigInt(numberOf(one)) > BigInt(numberOf(other));
}
