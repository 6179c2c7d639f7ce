import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Secrets } from '../../base/secrets.ts';

const ALGORITHM = 'aes-256-gcm';
const [KEY_BYTES, NONCE_BYTES, TAG_BYTES] = [32, 12, 16];

/** Returns whether files can be encrypted: the server has a key, and it is one of this database's. */
export function canEncryptFiles(secrets: Secrets): boolean {
  return secrets.currentKeyId !== undefined && !secrets.isLocked;
}

/**
 * Encrypts a file with a new random key (AES-256-GCM): nonce, cipher text and tag. Only the key is sealed with
 * SECRET_KEY, so that a rotation does not rewrite files.
 */
export function encryptFile(bytes: Buffer, fileId: string): { encrypted: Buffer; fileKey: Buffer } {
  const fileKey = randomBytes(KEY_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, fileKey, nonce);
  cipher.setAAD(Buffer.from(fileId));
  const parts = [nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()];
  return { encrypted: Buffer.concat(parts), fileKey };
}

export function sealFileKey(secrets: Secrets, fileKey: Buffer, fileId: string): string {
  return secrets.seal(fileKey.toString('base64'), toPlace(fileId));
}

/** Returns undefined if no key of the server opens it. */
export function openFileKey(
  secrets: Secrets,
  sealedKey: string,
  fileId: string,
): Buffer | undefined {
  const text = secrets.open(sealedKey, toPlace(fileId));
  return text === undefined ? undefined : Buffer.from(text, 'base64');
}

/** Throws if the bytes were changed, or are those of another file. */
export function decryptFile(encrypted: Buffer, fileKey: Buffer, fileId: string): Buffer {
  const nonce = encrypted.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, fileKey, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(fileId));
  decipher.setAuthTag(encrypted.subarray(-TAG_BYTES));
  return Buffer.concat([
    decipher.update(encrypted.subarray(NONCE_BYTES, -TAG_BYTES)),
    decipher.final(),
  ]);
}

function toPlace(fileId: string): string {
  return `files/${fileId}`;
}
