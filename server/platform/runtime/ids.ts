import { uuidv7 } from 'uuidv7';

/** UUIDv7 (RFC 9562): its order follows the millisecond of creation. */
export function newId(): string {
  return uuidv7();
}
