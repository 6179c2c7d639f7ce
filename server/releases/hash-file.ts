import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** Returns the hash of a file of any size. */
export async function hashFile(file: string, algorithm: 'sha256' | 'blake2b512'): Promise<Buffer> {
  const hash = createHash(algorithm);
  await pipeline(createReadStream(file), hash);
  return hash.digest();
}
