import { V7Generator } from 'uuidv7';

const RANDOM_NUMBERS = 1024;
const pool = new Uint32Array(RANDOM_NUMBERS);
let used = RANDOM_NUMBERS;

/** Many numbers are drawn together: the library draws eight, which takes longer than the rest of an id. */
function nextUint32(): number {
  if (used >= RANDOM_NUMBERS) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  const number = pool[used] ?? 0;
  pool[used] = 0;
  used += 1;
  return number;
}

const generator = new V7Generator({ nextUint32 });

/** UUIDv7 (RFC 9562): its order follows the millisecond of creation. */
export function newId(): string {
  return generator.generate().toString();
}
