import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { z } from 'zod';
import { hashFile } from './hash-file.ts';
import { MAX_TEXT_LENGTH, parsePublicKey, verifyFile } from './minisign.ts';

const MAX_MANIFEST_BYTES = 1024 * 1024;
const MAX_SUMS_BYTES = 64 * 1024;

const releaseManifest = z.object({
  name: z.literal('wallet'),
  version: z.string().regex(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/),
});

/**
 * Returns the proof that an archive is genuine: its signature, if a public key is known, or else its checksum. Throws
 * Error with a sentence for the operator if it has been changed, or if there is no proof.
 */
export async function requireGenuine(
  file: string,
  { publicKey }: { publicKey: string | undefined },
): Promise<string> {
  const hasSum = await requireChecksum(file);
  if (publicKey !== undefined) return requireSignature(file, publicKey);
  if (hasSum)
    return 'the checksum in SHA256SUMS (no public key is known, so that no signature was verified)';
  throw new Error(
    `Nothing proves that ${file} is genuine: put SHA256SUMS of the release next to it, or name its public key with --public-key.`,
  );
}

async function requireSignature(file: string, publicKey: string): Promise<string> {
  const key = parsePublicKey(publicKey);
  if (!key) throw new Error('The public key is no public key of minisign.');
  const signature = await readShort(`${file}.minisig`, MAX_TEXT_LENGTH);
  if (signature === undefined) throw new Error(`${file}.minisig, the signature, is missing.`);
  const comment = await verifyFile(file, signature, key);
  if (comment === undefined) {
    throw new Error(
      `The signature of ${file} is not valid: it was changed, or another key signed it.`,
    );
  }
  return `the signature "${comment}"`;
}

/** Returns whether there is a checksum. Throws Error if it is another one. */
async function requireChecksum(file: string): Promise<boolean> {
  const sums = await readShort(path.join(path.dirname(file), 'SHA256SUMS'), MAX_SUMS_BYTES);
  const name = path.basename(file);
  const line = sums?.split('\n').find((one) => one.slice(64).replace(/^ [ *]/, '') === name);
  if (line === undefined) return false;
  const hash = await hashFile(file, 'sha256');
  if (hash.toString('hex') === line.slice(0, 64).toLowerCase()) return true;
  throw new Error(`The checksum of ${file} is not that of SHA256SUMS: download it again.`);
}

async function readShort(file: string, maxLength: number): Promise<string | undefined> {
  const content = await readFile(file, 'utf8').catch(() => undefined);
  return content !== undefined && content.length <= maxLength ? content : undefined;
}

/** Returns the version of a release. Throws Error if the file is no archive of this product. */
export async function readReleaseVersion(file: string): Promise<string> {
  const manifest = await readManifest(file).catch(() => undefined);
  const parsed = releaseManifest.safeParse(manifest && JSON.parse(manifest));
  if (!parsed.success) throw new Error(`${file} is no release of the wallet.`);
  return parsed.data.version;
}

async function readManifest(file: string): Promise<string | undefined> {
  const entries = extract();
  // It destroys all of them on an error, also when the reader leaves early.
  pipeline(createReadStream(file), createGunzip(), entries).catch(() => undefined);
  for await (const entry of entries) {
    const { name, size = 0 } = entry.header;
    if (name !== 'package/package.json' || size > MAX_MANIFEST_BYTES) {
      entry.resume();
      continue;
    }
    return text(entry);
  }
  return undefined;
}
