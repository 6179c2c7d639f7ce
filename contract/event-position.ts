/**
 * Says with each answer to someone signed in up to which event it knows at least: a stream that resumes
 * from there misses nothing that the answer does not show.
 */
export const EVENT_POSITION_HEADER = 'event-position';

/**
 * A place in the order of the server's events: the event there, as `transaction:number:moment`, all
 * decimal. The moment tells it from the one that another copy of the database has at that place.
 */
export type EventPosition = string;

/** The transaction and the number within it of a place. */
export function splitPosition(position: EventPosition): [transaction: string, number: string] {
  const [transaction = '0', number = '0'] = position.split(':');
  return [transaction, number];
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
  const [[transaction, number], [otherTransaction, otherNumber]] = [toOrder(one), toOrder(other)];
  return (
    transaction > otherTransaction || (transaction === otherTransaction && number > otherNumber)
  );
}

function toOrder(position: EventPosition): [transaction: bigint, number: bigint] {
  const [transaction, number] = splitPosition(position);
  return [BigInt(transaction), BigInt(number)];
}
