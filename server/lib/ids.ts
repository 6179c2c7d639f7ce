import { uuidv7 } from 'uuidv7';

/** A new UUIDv7 (RFC 9562): unique, and sorted by the millisecond it was made in. */
export function newId(): string {
  return uuidv7();
}
