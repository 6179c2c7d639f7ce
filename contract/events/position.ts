/**
 * Response header for signed-in users: the response includes all events up to this position. A stream resumed from
 * there misses no event that the response does not include.
 */
export const EVENT_POSITION_HEADER = 'event-position';

/**
 * Position in the server's event order: `transaction:number:moment`, all decimal. Events are ordered by number.
 * Transaction and moment distinguish it from the event with the same number in a restored database copy.
 */
export type EventPosition = string;

/** Returns the event number as decimal text, because it can exceed 2^53. */
export function numberOf(position: EventPosition): string {
  return position.split(':')[1] ?? '0';
}

/** Returns when the event was written, in milliseconds since 1970. */
export function momentOf(position: EventPosition): number {
  return Number(position.split(':')[2] ?? 0);
}

/** Returns whether a text is a valid position. Clients are untrusted. */
export function isPosition(text: string): boolean {
  return /^\d{1,19}:\d{1,18}:\d{1,15}$/.test(text);
}

/** Returns whether position `one` is after `other`. Throws SyntaxError for an invalid position. */
export function isAfter(one: EventPosition, other: EventPosition): boolean {
  return BigInt(numberOf(one)) > BigInt(numberOf(other));
}
