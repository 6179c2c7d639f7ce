import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { extract as openTar } from 'tar-stream';
import type { z } from 'zod';
import { findDatabaseError } from '../base/errors.ts';
import { isOutage } from '../base/outages.ts';
import { findUnknownMigrations, type Migration, withBaseline } from '../db/migrations.ts';
import type { FileStore } from '../platform/files/store.ts';
import {
  anyManifest,
  BadArchive,
  Digest,
  damaged,
  END,
  type End,
  end as endShape,
  FORMAT,
  MANIFEST,
  MAX_ENTRY_BYTES,
  type Manifest,
  manifest as manifestShape,
  type Report,
} from './archive.ts';
import { queryOf } from './backup.ts';
import { decryptWith } from './encryption.ts';
import { RestoredFiles } from './restored-files.ts';
import { RestoredRows } from './restored-rows.ts';
import { recordRestore } from './settle.ts';

const UNKNOWN =
  'The database was lost during the commit. Start the server: it finishes the restore, or says what to do.';
const OLDER =
  'The archive was written by an older version, whose migrations are not part of this version. Restore it with the last ' +
  'version with single migrations, start that version on it once, and then start this version.';
const HALF = 'The archive is incomplete: its end is missing.';

export interface RestoreTarget {
  /** A dedicated connection; the caller closes it after the restore. */
  client: pg.ClientBase;
  files: FileStore;
  known: Migration[];
  isLive: boolean;
}

export interface ArchiveInput {
  input: Readable;
  /** The age identities of an encrypted archive. */
  identities: string[];
  report: Report;
  signal: AbortSignal;
}

export type Restored = Pick<Manifest, 'createdAt' | 'secretKeyIds'> & Pick<End, 'missing'>;

/** Restores completely or not at all. The caller migrates the schema, then calls `settleRestore`. */
export async function restoreBackup(
  target: RestoreTarget,
  { input, identities, report, signal }: ArchiveInput,
): Promise<Restored> {
  const query = queryOf(target.client);
  const rows = new RestoredRows(target.client, query);
  const files = new RestoredFiles(target.files, query, target);
  await rows.begin();
  await files.begin();
  const tar = openTar();
  const read = pipeline(input, decryptWith(identities), createGunzip(), tar, { signal });
  read.catch(() => undefined); // the error also fails the reads from the archive
  let isCommitting = false;
  try {
    const restored = await takeEntries(tar, { known: target.known, rows, files, report });
    await read;
    await recordRestore(query, files.id);
    await files.complete();
    // From here on, keep the files: a commit that reports an error may have succeeded.
    isCommitting = true;
    await rows.commit();
    return restored;
  } catch (error) {
    tar.destroy();
    await read.catch(() => undefined);
    await rows.giveUp();
    if (isCommitting) throw new Error(UNKNOWN, { cause: error });
    await files.remove().catch(() => undefined); // if this fails, the mark stays, and the next restore removes the listed files
    throw asBadArchive(error);
  }
}

type Entry = AsyncIterable<unknown> & { header: { name: string; size?: number | null } };

interface Parts {
  rows: RestoredRows;
  files: RestoredFiles;
  known: Migration[];
  report: Report;
}

async function takeEntries(tar: AsyncIterable<Entry>, parts: Parts): Promise<Restored> {
  const digest = new Digest();
  let manifest: Manifest | undefined;
  let end: End | undefined;
  for await (const entry of tar) {
    const name = entry.header.name;
    const isFile = manifest !== undefined && name.startsWith('files/');
    if (isFile) await beginFile(parts, entry);
    const bytes = await readEntry(entry);
    if (end) throw damaged('something follows its end');
    if (name === END) {
      await parts.rows.endTable();
      await parts.files.end();
      end = parse(endShape, bytes);
      if (end.sha256 !== String(digest)) throw damaged('its checksum is wrong');
    } else if (manifest) {
      await takeEntry(parts, name, bytes);
    } else {
      manifest = await takeManifest(parts, name, bytes);
    }
    digest.add(name, bytes);
  }
  if (!manifest || !end) throw new BadArchive(HALF);
  await parts.rows.finish(end.rows, parts.report);
  await parts.files.finish(end);
  const { createdAt, secretKeyIds } = manifest;
  return { createdAt, secretKeyIds, missing: end.missing };
}

async function takeManifest(parts: Parts, name: string, bytes: Buffer): Promise<Manifest> {
  if (name !== MANIFEST) throw new BadArchive('This is no backup of the wallet.');
  const { format } = parse(anyManifest, bytes);
  if (format > FORMAT) throw newer(`format ${format}`);
  const manifest = parse(manifestShape, bytes);
  const applied = withBaseline(manifest.migrations, parts.known);
  if (!applied) throw new BadArchive(OLDER);
  const unknown = findUnknownMigrations(applied, parts.known);
  if (unknown.length > 0) throw newer(manifest.version);
  const migrations = parts.known.slice(0, applied.length);
  await parts.rows.prepare(migrations, manifest.tables);
  return manifest;
}

function newer(version: string): BadArchive {
  return new BadArchive(
    `The archive was written by a newer version of this software (${version}): restore it with that one.`,
  );
}

async function beginFile({ rows, files, report }: Parts, { header }: Entry): Promise<void> {
  await rows.endTable();
  await files.expectFiles();
  rows.makeIndexes(report);
  files.requireRoom(header.size ?? 0);
}

async function takeEntry({ rows, files, report }: Parts, name: string, bytes: Buffer) {
  const [folder, ...rest] = name.split('/');
  if (folder === 'rows' && rest.length === 2) return rows.take(rest[0] ?? '', bytes, report);
  if (folder === 'files') return files.take(rest.join('/'), bytes, report);
  await rows.endTable();
  throw damaged(`it holds ${name}`);
}

async function readEntry(entry: Entry): Promise<Buffer> {
  if ((entry.header.size ?? 0) > MAX_ENTRY_BYTES) throw damaged('a part is too long');
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function parse<Shape extends z.ZodType>(shape: Shape, bytes: Buffer): z.infer<Shape> {
  try {
    return shape.parse(JSON.parse(bytes.toString('utf8')));
  } catch (cause) {
    throw damaged("a part of it can't be read", { cause });
  }
}

/** Converts errors of zlib and tar-stream about damaged bytes to BadArchive. */
function asBadArchive(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof BadArchive) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'Z_BUF_ERROR' || error.message === 'Unexpected end of data') {
    return new BadArchive(HALF, { cause: error });
  }
  const isOfArchive = code.startsWith('Z_') || /tar/i.test(error.message);
  const isOfRows = findDatabaseError(error) !== undefined && !isOutage(error);
  if (!isOfArchive && !isOfRows) return error;
  return damaged(error.message, { cause: error });
}
