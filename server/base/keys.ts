import { createHash, hkdfSync, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;

/** A secret key, with the keys derived from it for each purpose. */
export interface SecretKey {
  /** Not secret. It is part of each sealed value, so that the value's key can be found after a rotation. */
  id: string;
  sealing: Buffer;
  fingerprinting: Buffer;
}

export function generateSecretKey(): string {
  return randomBytes(KEY_BYTES).toString('base64');
}

/** Parses base64 keys, separated by commas or white space: the first one seals, all of them open. */
export function parseSecretKeys(text: string): SecretKey[] | undefined {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  const keys = parts.map((part) => Buffer.from(part, 'base64'));
  const areValid = keys.every(
    (key, n) => key.length === KEY_BYTES && key.toString('base64') === parts[n],
  );
  return areValid && keys.length > 0 ? keys.map(derive) : undefined;
}

function derive(key: Buffer): SecretKey {
  const derived = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', key, '', `wallet ${purpose} v1`, KEY_BYTES));
  const id = createHash('sha256').update(derived('key id')).digest('hex').slice(0, 8);
  return { id, sealing: derived('seal'), fingerprinting: derived('fingerprint') };
}
