/**
 * Says with each answer to someone signed in up to which event it knows at least: a stream that resumes
 * from there misses nothing that the answer does not show.
 */
export const EVENT_POSITION_HEADER = 'event-position';

/**
 * A place in the order of the server's events: the event there, as `transaction:number:moment`, all
 * decimal. Events are ordered by number. The transaction and the moment tell it from the event that another copy of
 * the database has at that place.
 */
export type EventPosition = string;

/** The number of a position, as decimal text: it may exceed 2^53. */
export function numberOf(position: EventPosition): string {
  return position.split(':')[1] ?? '0';
}

/** When the event at a place was written, in milliseconds since 1970. */
export function momentOf(position: EventPosition): number {
  return Number(position.split(':')[2] ?? 0);
}

/** Whether a text is a place; a client may send anything. */
export function isPosition(text: string): boolean {
  return /^\d{1,19}:\d{1,18}:\d{1,15}$/.test(text);
}

/** Whether one place comes after another. Throws SyntaxError where one is no place. */
export function isAfter(one: EventPosition, other: EventPosition): boolean {
  return BigInt(numberOf(one)) > BigInt(numberOf(other));
}
