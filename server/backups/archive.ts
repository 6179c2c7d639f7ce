import { createHash } from 'node:crypto';
import { z } from 'zod';

/**
 * The form of a backup: a gzipped tar of `manifest.json`, blocks of rows as `rows/<table>/<number>` (PostgreSQL's
 * text format of COPY, each block beginning anywhere), `files/<key>`, and `end.json` last. One is whole
 * when it has its end, and the end's checksum is that of all before it.
 */
export const FORMAT = 1;
export const MANIFEST = 'manifest.json';
export const END = 'end.json';
export const BLOCK_BYTES = 4 * 1024 * 1024;
/** Read from or written to a store at once: they are held in memory, and a bucket is milliseconds away. */
export const FILES_AT_ONCE = 8;
/** Longer than any block or file, and short enough to be held in memory. */
export const MAX_ENTRY_BYTES = 64 * 1024 * 1024;

const table = z.object({ name: z.string(), columns: z.array(z.string()) });
const migration = z.object({ hash: z.string(), createdAt: z.number() });

export const manifest = z.object({
  format: z.literal(FORMAT),
  version: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(migration).min(1),
  tables: z.array(table),
});
export type Manifest = z.infer<typeof manifest>;

/** What says of an archive of any version which one it is. */
export const anyManifest = z.object({ format: z.int().positive() });

export const end = z.object({
  rows: z.record(z.string(), z.int().nonnegative()),
  files: z.int().nonnegative(),
  /** Keys of files that rows name, and that the store did not have, or had with other bytes. */
  missing: z.array(z.string()),
  sha256: z.string(),
});
export type End = z.infer<typeof end>;

/** The checksum of an archive's entries, their names and lengths among it. */
export class Digest {
  readonly #hash = createHash('sha256');

  add(name: string, bytes: Buffer): void {
    this.#hash.update(`${name} ${bytes.length}\n`).update(bytes);
  }

  toString(): string {
    return this.#hash.copy().digest('hex');
  }
}

/** The archive can't be restored, and why. */
export class BadArchive extends Error {
  override name = 'BadArchive';
}

export function damaged(how: string, options?: ErrorOptions): BadArchive {
  return new BadArchive(`The archive is damaged: ${how}.`, options);
}

/** What is said while a long work is under way. */
export type Report = (line: string) => void;
