import { createECDH } from 'node:crypto';

/** A key pair of VAPID (RFC 8292), in base64url. */
export interface PushKey {
  publicKey: string;
  privateKey: string;
}

const KEY_BYTES = 32;

export function createKeyPair(): PushKey {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const bytes = pair.getPrivateKey();
  // Node.js leaves out zeros at the start.
  const padded = Buffer.concat([Buffer.alloc(KEY_BYTES - bytes.length), bytes]);
  return {
    publicKey: pair.getPublicKey().toString('base64url'),
    privateKey: padded.toString('base64url'),
  };
}
