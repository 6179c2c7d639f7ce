import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { fromRawKey, toRawKey } from '../base/ed25519.ts';
import { hashFile } from './hash-file.ts';

/*
 * Signatures of files in the format of minisign (https://jedisct1.github.io/minisign/), with Ed25519 of Node.js: npm has
 * no maintained library that writes them.
 */

const KEY_KIND = Buffer.from('Ed');
/** The signature is one of the file's BLAKE2b hash. */
const SIGNATURE_KIND = Buffer.from('ED');
const FILE_HASH = 'blake2b512';
const KEY_ID_BYTES = 8;
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** Longer than any signature or public key. */
export const MAX_TEXT_LENGTH = 2000;

export interface PublicKey {
  id: Buffer;
  key: KeyObject;
}

/** Returns the public key of a private key in PEM, as text of minisign. Throws Error if the key is no Ed25519 key. */
export function publicKeyOf(pem: string): string {
  const raw = rawOf(readPrivate(pem));
  return Buffer.concat([KEY_KIND, idOf(raw), raw]).toString('base64');
}

/** Reads a public key: its line, or a file with a comment before it. Undefined if it is malformed. */
export function parsePublicKey(text: string): PublicKey | undefined {
  const line = text.slice(0, MAX_TEXT_LENGTH).trim().split(/\r?\n/).at(-1) ?? '';
  const bytes = Buffer.from(line, 'base64');
  if (bytes.length !== KEY_KIND.length + KEY_ID_BYTES + KEY_BYTES) return undefined;
  if (!bytes.subarray(0, KEY_KIND.length).equals(KEY_KIND)) return undefined;
  const id = bytes.subarray(KEY_KIND.length, KEY_KIND.length + KEY_ID_BYTES);
  return { id, key: fromRawKey(bytes.subarray(KEY_KIND.length + KEY_ID_BYTES)) };
}

/** Returns the signature of a file. `comment` is signed, too. */
export async function signFile(file: string, pem: string, comment: string): Promise<string> {
  const key = readPrivate(pem);
  const signature = sign(null, await hashFile(file, FILE_HASH), key);
  const whole = sign(null, Buffer.concat([signature, Buffer.from(comment)]), key);
  const line = Buffer.concat([SIGNATURE_KIND, idOf(rawOf(key)), signature]).toString('base64');
  return `untrusted comment: signature of a wallet release\n${line}\ntrusted comment: ${comment}\n${whole.toString('base64')}\n`;
}

/** Returns the signed comment if the signature is this key's signature of the file. */
export async function verifyFile(
  file: string,
  signature: string,
  { id, key }: PublicKey,
): Promise<string | undefined> {
  const [, line = '', trusted = '', whole = ''] = signature
    .slice(0, MAX_TEXT_LENGTH)
    .split(/\r?\n/);
  const comment = /^trusted comment: (.*)$/.exec(trusted)?.[1];
  const bytes = Buffer.from(line, 'base64');
  const head = Buffer.concat([SIGNATURE_KIND, id]);
  if (comment === undefined || bytes.length !== head.length + SIGNATURE_BYTES) return undefined;
  if (!bytes.subarray(0, head.length).equals(head)) return undefined;
  const own = bytes.subarray(head.length);
  const signed = Buffer.concat([own, Buffer.from(comment)]);
  const isGenuine =
    verify(null, await hashFile(file, FILE_HASH), key, own) &&
    verify(null, signed, key, Buffer.from(whole, 'base64'));
  return isGenuine ? comment : undefined;
}

function readPrivate(pem: string): KeyObject {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key must be an Ed25519 key.');
  return key;
}

function rawOf(key: KeyObject): Buffer {
  return toRawKey(createPublicKey(key));
}

/** Minisign chooses ids at random; this one follows from the key, so that there is nothing more to store. */
function idOf(raw: Buffer): Buffer {
  return createHash('sha256').update(raw).digest().subarray(0, KEY_ID_BYTES);
}
