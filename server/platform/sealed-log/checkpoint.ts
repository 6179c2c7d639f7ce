import { HASH_BYTES } from './merkle.ts';
import type { SigningKey, VerifierKey } from './signing-key.ts';

/** The head of a log: how many records it has, and the root of their Merkle tree. */
export interface Head {
  origin: string;
  size: number;
  root: Buffer;
}

export interface Checkpoint extends Head {
  /** The signed part of the text. */
  text: string;
  signatures: { name: string; keyId: string; signature: Buffer }[];
}

/** Returns the name of a log in its heads. */
export function originOf(logId: string): string {
  return `wallet/audit-log/${logId}`;
}

/** Returns a signed head in the checkpoint format (https://c2sp.org/tlog-checkpoint). */
export function signHead({ origin, size, root }: Head, key: SigningKey): string {
  const text = `${origin}\n${size}\n${root.toString('base64')}\n`;
  const signature = Buffer.concat([Buffer.from(key.id, 'hex'), key.sign(text)]);
  return `${text}\n\u2014 ${key.name} ${signature.toString('base64')}\n`;
}

/** Parses a checkpoint without checking its signatures; undefined if it is malformed. */
export function parseCheckpoint(note: string): Checkpoint | undefined {
  const end = note.lastIndexOf('\n\n');
  const text = note.slice(0, end + 1);
  const [origin = '', size = '', encodedRoot = ''] = text.split('\n');
  const root = Buffer.from(encodedRoot, 'base64');
  const isHead = origin !== '' && /^(?:0|[1-9]\d{0,14})$/.test(size) && root.length === HASH_BYTES;
  if (end < 0 || !isHead) return undefined;
  const signatures = note
    .slice(end + 2)
    .split('\n')
    .flatMap((line) => parseSignature(line));
  return { origin, size: Number(size), root, text, signatures };
}

function parseSignature(line: string): Checkpoint['signatures'] {
  const [, name = '', encoded = ''] = /^\u2014 (\S+) (\S+)$/.exec(line) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length <= 4) return [];
  return [{ name, keyId: bytes.subarray(0, 4).toString('hex'), signature: bytes.subarray(4) }];
}

/** Returns whether one of the keys signed the checkpoint. */
export function isSignedBy(
  { text, signatures }: Pick<Checkpoint, 'text' | 'signatures'>,
  keys: readonly VerifierKey[],
): boolean {
  return signatures.some(({ name, keyId, signature }) =>
    keys.some((key) => key.name === name && key.id === keyId && key.verifies(text, signature)),
  );
}
