import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { fromRawKey, toRawKey } from '../../base/ed25519.ts';

/*
 * Signatures and verifier keys of the signed note format (https://c2sp.org/signed-note), with Ed25519. A key belongs to
 * a name: the origin of the log whose heads it signs.
 */

const ED25519 = Buffer.of(1);

export interface SigningKey {
  name: string;
  id: string;
  verifierKey: string;
  sign(text: string): Buffer;
}

export interface VerifierKey {
  name: string;
  /** The first four bytes of the hash of name and public key, hexadecimal. */
  id: string;
  verifies(text: string, signature: Buffer): boolean;
}

export function isSigningKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

export function toSigningKey(pem: string, name: string): SigningKey {
  const key = createPrivateKey(pem);
  const publicKey = toRawKey(createPublicKey(key));
  const id = idOf(name, publicKey);
  return {
    name,
    id,
    verifierKey: `${name}+${id}+${Buffer.concat([ED25519, publicKey]).toString('base64')}`,
    sign: (text) => sign(null, Buffer.from(text), key),
  };
}

/** Parses a verifier key, `name+id+key`; undefined if it is malformed. */
export function parseVerifierKey(text: string): VerifierKey | undefined {
  const [, name = '', id = '', encoded = ''] =
    /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text.trim()) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  const publicKey = bytes.subarray(1);
  if (bytes.length !== 33 || bytes[0] !== ED25519[0] || idOf(name, publicKey) !== id) {
    return undefined;
  }
  const key = fromRawKey(publicKey);
  return {
    name,
    id,
    verifies: (signed, signature) => verify(null, Buffer.from(signed), key, signature),
  };
}

function idOf(name: string, publicKey: Buffer): string {
  const hash = createHash('sha256').update(`${name}\n`).update(ED25519).update(publicKey).digest();
  return hash.subarray(0, 4).toString('hex');
}
