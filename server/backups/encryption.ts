import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { ReadableStream } from 'node:stream/web';
import { childProgram } from '../base/child-program.ts';
import { BadArchive } from './archive.ts';

/** First bytes of an age file, without the version. */
const AGE = Buffer.from('age-encryption.org/');
/** Far longer than the header of an archive for 100 recipients. */
const MAX_HEADER_BYTES = 1024 * 1024;

const UNREADABLE =
  'The archive cannot be opened: it was encrypted for another identity, or its beginning is damaged.';
const CHANGED = 'The archive is damaged or cut off: a part of it is not what was encrypted.';
const NEEDS_IDENTITY =
  'The archive is encrypted: name the file of its identity with --identity FILE.';
const IS_PLAIN =
  'The archive is not encrypted, so nothing proves that it is unchanged. To restore it anyway, leave out --identity.';

/** Why a server with BACKUP_DIR does not start without BACKUP_RECIPIENTS. */
export const NO_RECIPIENTS =
  'BACKUP_RECIPIENTS: must say for whom the archives in BACKUP_DIR are encrypted; "wallet backup keygen" makes a key ' +
  'pair. The value plain writes archives that are not encrypted';

type Bytes = AsyncIterable<Buffer>;

/** Returns a new age identity and its recipient. An archive for the recipient can be read only with the identity. */
export async function createIdentity(): Promise<{ identity: string; recipient: string }> {
  const age = await loadAge();
  const identity = await age.generateX25519Identity();
  return { identity, recipient: await age.identityToRecipient(identity) };
}

/** Returns whether archives can be encrypted for these recipients. */
export async function areRecipients(texts: string[]): Promise<boolean> {
  const encrypter = new (await loadAge()).Encrypter();
  try {
    for (const text of texts) encrypter.addRecipient(text);
    return texts.length > 0;
  } catch {
    return false;
  }
}

/** Returns the identities in the text of an identity file of age. Throws Error with a sentence for the operator. */
export async function readIdentities(text: string): Promise<string[]> {
  if (text.startsWith(String(AGE)) || text.startsWith('-----BEGIN AGE')) {
    throw new Error(
      'The identity file is encrypted: decrypt it first, such as with "age -d FILE | wallet restore ARCHIVE --identity /dev/stdin".',
    );
  }
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const found = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const { Decrypter } = await loadAge();
  try {
    const decrypter = new Decrypter();
    for (const identity of found) decrypter.addIdentity(identity);
  } catch {
    throw new Error(
      'A line of the identity file is no identity: it must begin with AGE-SECRET-KEY-1.',
    );
  }
  if (found.length === 0) throw new Error('The identity file holds no identity.');
  return found;
}

/** A stage of a pipeline that encrypts an archive in the age format, in a separate process. */
export function encryptFor(recipients: string[]) {
  return async function* encrypt(source: Bytes): AsyncGenerator<Buffer> {
    const { program, execArgv } = childProgram('backups/age-encrypt');
    const child = spawn(process.execPath, [...execArgv, program, ...recipients], {
      env: { PATH: process.env.PATH ?? '' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const ended = once(child, 'close');
    const fed = pipeline(source, child.stdin);
    // Otherwise the process would complete an archive that was cut off.
    fed.catch(() => child.kill('SIGKILL'));
    ended.catch(() => undefined);
    try {
      yield* child.stdout as Bytes;
      await Promise.all([fed, ended]);
      if (child.exitCode !== 0) throw new Error('The archive could not be encrypted.');
    } finally {
      child.kill('SIGKILL');
    }
  };
}

/**
 * A stage of a pipeline that decrypts an archive. Without identities it passes an archive that is not encrypted. Throws
 * BadArchive for a wrong identity, and for a part that was changed, removed or cut off.
 */
export function decryptWith(identities: string[]) {
  return async function* decrypt(source: Bytes): AsyncGenerator<Buffer> {
    const { isEncrypted, bytes } = await peek(source);
    if (isEncrypted && identities.length === 0) throw new BadArchive(NEEDS_IDENTITY);
    if (!isEncrypted && identities.length > 0) throw new BadArchive(IS_PLAIN);
    yield* isEncrypted ? decryptAge(bytes, identities) : bytes;
  };
}

async function* decryptAge(source: Bytes, identities: string[]): AsyncGenerator<Buffer> {
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  const limit = { isHeader: true };
  let failure: unknown;
  const input = observed(limited(source, limit), (error) => {
    failure = error;
  });
  // Not `Readable.toWeb`: it throws an uncaught error if data arrives after the stream was cancelled. The class is the
  // library's; its types differ from those of Node.js in BYOB readers.
  const stream = ReadableStream.from(input) as unknown as globalThis.ReadableStream<Uint8Array>;
  const decrypted = await decrypter.decrypt(stream).catch((cause) => {
    throw failure ?? new BadArchive(UNREADABLE, { cause });
  });
  limit.isHeader = false;
  const reader = decrypted.getReader();
  const read = () =>
    reader.read().catch((cause) => {
      throw failure ?? new BadArchive(CHANGED, { cause });
    });
  try {
    for (let part = await read(); !part.done; part = await read()) yield Buffer.from(part.value);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Reads the first bytes, and returns a stream of all of them. */
async function peek(source: Bytes): Promise<{ isEncrypted: boolean; bytes: Bytes }> {
  const reader = source[Symbol.asyncIterator]();
  let start = Buffer.of();
  while (start.length < AGE.length) {
    const { done, value } = await reader.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  async function* bytes() {
    yield start;
    yield* { [Symbol.asyncIterator]: () => reader };
  }
  return { isEncrypted: start.subarray(0, AGE.length).equals(AGE), bytes: bytes() };
}

/** Ends a header that never ends, because the library keeps all of it in memory. */
async function* limited(source: Bytes, limit: { isHeader: boolean }): AsyncGenerator<Buffer> {
  let total = 0;
  for await (const chunk of source) {
    total += chunk.length;
    if (limit.isHeader && total > MAX_HEADER_BYTES) throw new BadArchive(UNREADABLE);
    yield chunk;
  }
}

/** Reports an error of reading, which is none of the archive's contents. */
async function* observed(source: Bytes, report: (error: unknown) => void): AsyncGenerator<Buffer> {
  try {
    yield* source;
  } catch (error) {
    report(error);
    throw error;
  }
}

/** Loaded on demand: most starts of the program encrypt nothing. */
function loadAge() {
  return import('age-encryption');
}
