import { createHash } from 'node:crypto';
import { z } from 'zod';

/**
 * Format of a backup: a gzipped tar of `manifest.json`, row blocks `rows/<table>/<number>`, `files/<key>` and
 * `end.json`. A block is a chunk of PostgreSQL COPY text and may begin in the middle of a row. An archive is complete
 * if it ends with `end.json`, whose checksum covers all earlier entries.
 */
export const FORMAT = 1;
export const MANIFEST = 'manifest.json';
export const END = 'end.json';
export const BLOCK_BYTES = 4 * 1024 * 1024;
/** Number of files read or written concurrently. They are held in memory; a bucket responds in milliseconds. */
export const FILES_AT_ONCE = 8;
/** Larger than any block or file, and small enough to be held in memory. */
export const MAX_ENTRY_BYTES = 64 * 1024 * 1024;

const table = z.object({ name: z.string(), columns: z.array(z.string()) });
const migration = z.object({ hash: z.string(), createdAt: z.number() });

export const manifest = z.object({
  format: z.literal(FORMAT),
  version: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(migration).min(1),
  tables: z.array(table),
  /** Ids of the keys of SECRET_KEY that sealed values in the rows. Older archives have none. */
  secretKeyIds: z.array(z.string()).optional(),
  /** The newest signed head of the audit log in the archive. */
  auditHead: z.string().optional(),
});
export type Manifest = z.infer<typeof manifest>;

export const anyManifest = z.object({ format: z.int().positive() });

export const end = z.object({
  rows: z.record(z.string(), z.int().nonnegative()),
  files: z.int().nonnegative(),
  missing: z.array(z.string()),
  sha256: z.string(),
});
export type End = z.infer<typeof end>;

export class Digest {
  readonly #hash = createHash('sha256');

  add(name: string, bytes: Buffer): void {
    this.#hash.update(`${name} ${bytes.length}\n`).update(bytes);
  }

  toString(): string {
    return this.#hash.copy().digest('hex');
  }
}

export class BadArchive extends Error {
  override name = 'BadArchive';
}

export function damaged(how: string, options?: ErrorOptions): BadArchive {
  return new BadArchive(`The archive is damaged: ${how}.`, options);
}

export type Report = (line: string) => void;
