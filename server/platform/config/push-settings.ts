import { createECDH, type ECDH } from 'node:crypto';
import { z } from 'zod';

/** A key pair of VAPID (RFC 8292), in base64url. */
export interface PushKey {
  publicKey: string;
  privateKey: string;
}

export interface PushConfig {
  /** Whether this server sends notifications to devices. */
  isSending: boolean;
  /** Undefined: the key in the database. */
  key: PushKey | undefined;
}

const KEY_BYTES = 32;

export const pushVariables = {
  PUSH_SEND: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .default(true),
  VAPID_PRIVATE_KEY: z
    .string()
    .transform((text, { addIssue }) => {
      const key = toPushKey(text);
      if (key) return key;
      addIssue('must be a private key of P-256: 32 bytes in base64url');
      return z.NEVER;
    })
    .optional(),
};

export function createKeyPair(): PushKey {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return toKeyPair(pair);
}

function toPushKey(text: string): PushKey | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== KEY_BYTES) return undefined;
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(bytes);
  } catch {
    return undefined;
  }
  return toKeyPair(pair);
}

function toKeyPair(pair: ECDH): PushKey {
  const bytes = pair.getPrivateKey();
  // Node.js leaves out zeros at the start.
  const padded = Buffer.concat([Buffer.alloc(KEY_BYTES - bytes.length), bytes]);
  return {
    publicKey: pair.getPublicKey().toString('base64url'),
    privateKey: padded.toString('base64url'),
  };
}
