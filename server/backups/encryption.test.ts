import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runCommandLine } from '../cli/command-line.ts';
import { createIdentity, decryptWith, encryptFor } from './encryption.ts';

/** Plain and encrypted length of a chunk of the age format. */
const [CHUNK, SEALED_CHUNK] = [64 * 1024, 64 * 1024 + 16];

/** Three whole chunks and a part of one. */
const contents = randomBytes(3 * CHUNK + 100);
let key: { identity: string; recipient: string };
let archive: Buffer;
/** Where the encrypted chunks begin. */
let body: number;

beforeAll(async () => {
  key = await createIdentity();
  archive = await encrypt(contents, [key.recipient]);
  body = archive.length - 3 * SEALED_CHUNK - 116;
});

function encrypt(bytes: Buffer, recipients: string[]): Promise<Buffer> {
  return buffer(encryptFor(recipients)(Readable.from([bytes])));
}

/** Returns what was read before the end or the error, and the message of the error. */
async function read(bytes: Buffer, identities = [key.identity]) {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of decryptWith(identities)(inParts(bytes))) chunks.push(chunk);
    return { read: Buffer.concat(chunks) };
  } catch (error) {
    return { read: Buffer.concat(chunks), error: error instanceof Error ? error.message : '' };
  }
}

function inParts(bytes: Buffer): Readable {
  const parts = [];
  for (let at = 0; at < bytes.length; at += 50_000) parts.push(bytes.subarray(at, at + 50_000));
  return Readable.from(parts);
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-age-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

const UNREADABLE = /^The archive cannot be opened: it was encrypted for another identity/;
const CHANGED = /^The archive is damaged or cut off/;

describe('an encrypted archive', () => {
  test('can be read with the identity of each recipient and with no other', async () => {
    const [other, third] = [await createIdentity(), await createIdentity()];
    const forTwo = await encrypt(contents, [key.recipient, other.recipient]);
    expect(forTwo.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    expect((await read(forTwo, [other.identity])).read.equals(contents)).toBe(true);
    expect((await read(forTwo, [third.identity, key.identity])).read.equals(contents)).toBe(true);
    expect(await read(forTwo, [third.identity])).toMatchObject({
      read: Buffer.of(),
      error: expect.stringMatching(UNREADABLE),
    });
  });

  test.each<[string, () => Buffer, RegExp]>([
    ['in the header', () => archive.subarray(0, 100), UNREADABLE],
    ['after the header', () => archive.subarray(0, body), CHANGED],
    ['between two chunks', () => archive.subarray(0, body + SEALED_CHUNK), CHANGED],
    ['before the last chunk', () => archive.subarray(0, body + 3 * SEALED_CHUNK), CHANGED],
    ['in a chunk', () => archive.subarray(0, body + SEALED_CHUNK + 1000), CHANGED],
    ['by one byte', () => archive.subarray(0, -1), CHANGED],
  ])('is refused if it was cut off %s', async (_, cut, message) => {
    const found = await read(cut());
    expect(found.error).toMatch(message);
    expect(contents.subarray(0, found.read.length).equals(found.read)).toBe(true);
  });

  test('is refused if any byte was changed, and yields no byte of the changed part', async () => {
    const places = [0.2, 0.5, 0.9].map((part) => Math.floor(body * part));
    for (const at of [30, ...places, body, body + SEALED_CHUNK * 2 + 5, archive.length - 1]) {
      const changed = Buffer.from(archive);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      const found = await read(changed);
      expect(found.error, `byte ${at}`).toMatch(at < body - 16 ? UNREADABLE : CHANGED);
      expect(contents.subarray(0, found.read.length).equals(found.read)).toBe(true);
    }
  });

  test('is refused if chunks were swapped or repeated', async () => {
    const chunkAt = (number: number) =>
      archive.subarray(body + number * SEALED_CHUNK, body + (number + 1) * SEALED_CHUNK);
    const [start, end] = [archive.subarray(0, body), archive.subarray(body + 3 * SEALED_CHUNK)];
    for (const order of [
      [1, 0, 2],
      [0, 0, 1, 2],
      [0, 2],
    ]) {
      const changed = Buffer.concat([start, ...order.map(chunkAt), end]);
      expect((await read(changed)).error).toMatch(CHANGED);
    }
    expect((await read(Buffer.concat([archive, end]))).error).toMatch(CHANGED);
  });

  test('is refused without an identity, and a plain one with an identity', async () => {
    expect((await read(archive, [])).error).toMatch(/--identity FILE/);
    expect((await read(contents, [])).read.equals(contents)).toBe(true);
    expect((await read(contents)).error).toMatch(/^The archive is not encrypted/);
    expect((await read(Buffer.of(), [])).read).toEqual(Buffer.of());
  });

  test('cannot fill the memory with a header that does not end', async () => {
    let taken = 0;
    async function* endless() {
      yield Buffer.from('age-encryption.org/v1\n');
      for (; taken < 1000; taken += 1) yield Buffer.alloc(CHUNK, 'a');
    }
    await expect(buffer(decryptWith([key.identity])(endless()))).rejects.toThrow(UNREADABLE);
    expect(taken).toBeLessThan(100);
  });
});

test('encrypts and decrypts an archive larger than the memory that it takes', async () => {
  const [sent, received] = [createHash('sha256'), createHash('sha256')];
  const block = randomBytes(1024 * 1024);
  const before = process.memoryUsage.rss();
  let most = 0;
  async function* large() {
    for (let count = 0; count < 300; count += 1) {
      block.writeUInt32BE(count);
      sent.update(block);
      yield Buffer.from(block);
    }
  }
  await pipeline(
    large(),
    encryptFor([key.recipient]),
    decryptWith([key.identity]),
    async (source: AsyncIterable<Buffer>) => {
      for await (const chunk of source) {
        received.update(chunk);
        most = Math.max(most, process.memoryUsage.rss());
      }
    },
  );
  expect(received.digest('hex')).toBe(sent.digest('hex'));
  expect(most - before).toBeLessThan(200 * 1024 * 1024);
});

test('passes an error of the source on, and does not complete the archive', async () => {
  async function* broken() {
    yield contents;
    throw new Error('the disk is gone');
  }
  await expect(buffer(encryptFor([key.recipient])(broken()))).rejects.toThrow('the disk is gone');
  async function* cut() {
    yield archive.subarray(0, body + 1000);
    throw new Error('the disk is gone');
  }
  await expect(buffer(decryptWith([key.identity])(cut()))).rejects.toThrow('the disk is gone');
});

test('fails if the encrypting process cannot use a recipient', async () => {
  await expect(encrypt(contents, ['age1wrong'])).rejects.toThrow();
});

/** A file encrypted with age 1.1.1 (`age -r`), and its identity. */
const BY_AGE = {
  identity: 'AGE-SECRET-KEY-17J0K40YSR3CGGGTEEALA2KGU2FDYD2US0GUEULX20VXV7N5D7LUQE0NVN8',
  text: 'written by age 1.1.1\n',
  archive:
    'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBRSTNiTGdqOTdLZnhUVjUxVVhYY0JPc0ZFL1k3MXM2eElieUVSZG9GT0VBClg4YmUyc3FwOTNQd0IzbjZuTHhreG92cUEwS2ViRnQrTWpkd3h0eU51NTQKLS0tIHNWK3QrVWpOVEcxalMxT1prUXk3WkJwTFNQTVEwNmdxY2tGaWtuS0FXSjQKVQPj+fOH4cVd5yfNdaCktbXpwKzJzkMQbaLGA3UReudOY9iF7DwlW7iVG/QR0Usd760eGLc=',
};

test('reads what the program age has encrypted', async () => {
  const bytes = Buffer.from(BY_AGE.archive, 'base64');
  expect((await read(bytes, [BY_AGE.identity])).read.toString()).toBe(BY_AGE.text);
});

test.skipIf(!hasAge())('writes what the program age can decrypt', async () => {
  const folder = await newFolder();
  await writeFile(path.join(folder, 'key'), `${key.identity}\n`);
  await writeFile(path.join(folder, 'archive'), archive);
  const options = { cwd: folder, maxBuffer: 1024 * 1024 };
  expect(execFileSync('age', ['-d', '-i', 'key', 'archive'], options).equals(contents)).toBe(true);
});

function hasAge(): boolean {
  try {
    execFileSync('age', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function wallet(args: string[], env: NodeJS.ProcessEnv = {}) {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const [printed, complained] = [text(output), text(errors)];
  const input = Readable.from([]);
  const given = { ENV_FILE: '/dev/null', ...env };
  const code = await runCommandLine(args, { env: given, input, output, errors });
  output.end();
  errors.end();
  return { code, printed: await printed, complained: await complained };
}

describe('backup keygen', () => {
  test('writes an identity that only its owner can read, once, and prints its recipient', async () => {
    const file = path.join(await newFolder(), 'identity.txt');
    const { code, printed, complained } = await wallet(['backup', 'keygen', file]);
    expect(code).toBe(0);
    expect(complained).toContain(`BACKUP_RECIPIENTS=${printed.trim()}`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const written = await readFile(file, 'utf8');
    const identity = /^AGE-SECRET-KEY-1\w+$/m.exec(written)?.[0] ?? '';
    const bytes = await encrypt(contents, [printed.trim()]);
    expect((await read(bytes, [identity])).read.equals(contents)).toBe(true);
    expect(await wallet(['backup', 'keygen', file])).toMatchObject({ code: 1 });
    expect(await readFile(file, 'utf8')).toBe(written);
  });

  test('prints the identity without a file', async () => {
    const { printed } = await wallet(['backup', 'keygen']);
    expect(printed).toMatch(/# public key: age1\w+\nAGE-SECRET-KEY-1\w+\n$/);
  });
});

test.each([
  ['# a comment\n\n', 'holds no identity'],
  ['AGE-SECRET-KEY-1NONSENSE\n', 'is no identity'],
  ['-----BEGIN AGE ENCRYPTED FILE-----\n', 'decrypt it first'],
])('restore refuses the identity file %j', async (written, message) => {
  const folder = await newFolder();
  const [file, identity] = [path.join(folder, 'archive'), path.join(folder, 'identity')];
  await writeFile(file, archive);
  await writeFile(identity, written);
  const { code, complained } = await wallet(['restore', file, '--identity', identity]);
  expect(code).toBe(1);
  expect(complained).toContain(message);
});

test.each([
  [['--plain', '--recipient', 'age1x'], 'Either --plain or --recipient'],
  [['--recipient', 'age1x'], 'takes recipients of age'],
])('backup refuses %j', async (options, message) => {
  const { code, complained } = await wallet(['backup', '/nowhere', ...options]);
  expect(code).toBe(2);
  expect(complained).toContain(message);
});
