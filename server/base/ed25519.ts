import { createPublicKey, type KeyObject } from 'node:crypto';

/** What precedes the 32 bytes of an Ed25519 public key in DER. */
const DER_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** Returns the 32 bytes of an Ed25519 public key. */
export function toRawKey(publicKey: KeyObject): Buffer {
  return publicKey.export({ format: 'der', type: 'spki' }).subarray(DER_PREFIX.length);
}

/** Returns the Ed25519 public key with these 32 bytes. */
export function fromRawKey(raw: Buffer): KeyObject {
  return createPublicKey({ key: Buffer.concat([DER_PREFIX, raw]), format: 'der', type: 'spki' });
}
