import { uuidv7 } from 'uuidv7';

/** Returns a new UUIDv7 (RFC 9562). Its order follows the millisecond of creation. */
export function newId(): string {
  return uuidv7();
}
