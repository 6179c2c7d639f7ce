import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pLimit from 'p-limit';
import { COUNTED_IMAGES, ENCRYPTED_IMAGES, type ImageKind } from '#contract/uploads/routes.ts';
import { MAX_STORED_BYTES } from '#contract/uploads/rules.ts';
import type { Clock } from '../../base/clock.ts';
import {
  type AppError,
  appError,
  CallerGone,
  describeError,
  toAppError,
} from '../../base/errors.ts';
import { newId } from '../../base/ids.ts';
import type { Logger } from '../../base/log.ts';
import type { Database, Tx } from '../../db/database.ts';
import { insertMany, insertStatement } from '../../db/insert-many.ts';
import { files, receiptHashes, storedBytes, uncomparedReceipts } from '../../db/schema/files.ts';
import { select, selectionOf } from '../../db/selection.ts';
import { encryptFile, sealFileKey } from '../secrets/file-encryption.ts';
import type { ImageHashes } from './image-worker.ts';
import type { CleanImage } from './images.ts';
import { mayRemoveFiles } from './removals.ts';
import type { FileStore } from './store.ts';

export interface ImageDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  files: FileStore;
}

export interface StoredFile {
  id: string;
  kind: ImageKind;
  storageKey: string;
  contentType: string;
  byteSize: number;
  width: number;
  height: number;
  sha256: string;
  /** For kinds whose duplicates are found. */
  hashes?: ImageHashes;
  /** For kinds whose QR codes are read: the text, or null. */
  codeText?: string | null;
  /** Encrypts the stored bytes; for kinds that are stored encrypted. */
  fileKey?: Buffer;
}

interface CommandResult {
  answer: object;
  unused?: boolean;
}

/** A mark lists the keys of stored files whose transaction may not have committed. */
export const MARKS_FOLDER = 'staged';
const MAX_REMOVALS = 8;

export async function keepImage(
  deps: ImageDeps,
  { kind, image, draft }: { kind: ImageKind; image: CleanImage; draft: string },
  command: (file: StoredFile) => Promise<CommandResult>,
): Promise<object> {
  const { extension, ...described } = image;
  const id = newId();
  const month = deps.clock.now().toISOString().slice(0, 7);
  const storageKey = `${kind}/${month}/${id}.${extension}`;
  const uncommitted = { markId: id, storageKeys: [storageKey] };
  await markUncommitted(deps, uncommitted);
  const isEncrypted = ENCRYPTED_IMAGES.includes(kind);
  const encryption = isEncrypted ? await putEncrypted(deps, { draft, id, storageKey }) : undefined;
  if (!isEncrypted) await deps.files.adopt(draft, storageKey);
  try {
    const file = { ...described, ...encryption, id, kind, storageKey };
    const { answer, unused } = await command(file);
    await (unused ? removeFiles(deps, uncommitted) : removeMark(deps, id));
    return answer;
  } catch (error) {
    // Only these are sure to have rolled back, or not to have begun. After any other (a connection lost while
    // committing) the row may be there, and the sweep finds out later.
    if (toAppError(error) || error instanceof CallerGone) await removeFiles(deps, uncommitted);
    throw error;
  }
}

/** Stores a draft encrypted. Size and checksum are those of the stored bytes. */
async function putEncrypted(
  deps: ImageDeps,
  { draft, id, storageKey }: { draft: string; id: string; storageKey: string },
): Promise<Pick<StoredFile, 'byteSize' | 'sha256' | 'fileKey'>> {
  const { encrypted, fileKey } = encryptFile(await readFile(draft), id);
  await deps.files.put(storageKey, encrypted);
  const sha256 = createHash('sha256').update(encrypted).digest('hex');
  return { byteSize: encrypted.length, sha256, fileKey };
}

interface Uncommitted {
  markId: string;
  storageKeys: string[];
}

async function markUncommitted(
  deps: ImageDeps,
  { markId, storageKeys }: Uncommitted,
): Promise<void> {
  await deps.files.put(`${MARKS_FOLDER}/${markId}`, Buffer.from(storageKeys.join('\n')));
}

async function removeMark(deps: ImageDeps, markId: string): Promise<void> {
  await tidy(deps, () => deps.files.remove(`${MARKS_FOLDER}/${markId}`));
}

async function removeFiles(deps: ImageDeps, { markId, storageKeys }: Uncommitted): Promise<void> {
  const mark = `${MARKS_FOLDER}/${markId}`;
  await tidy(deps, async () => {
    if (await mayRemoveFiles(deps.db.query)) await removeMarked(deps, { mark, storageKeys });
  });
}

export async function removeMarked(
  deps: ImageDeps,
  { mark, storageKeys }: { mark: string; storageKeys: string[] },
): Promise<void> {
  const limit = pLimit(MAX_REMOVALS);
  await limit.map(storageKeys, (key) => deps.files.remove(key));
  await deps.files.remove(mark);
}

async function tidy(deps: ImageDeps, work: () => Promise<void>): Promise<void> {
  await work().catch((error) =>
    deps.log.warn(
      describeError(error),
      'a stored file could not be removed, retried by the file sweep',
    ),
  );
}

export interface KeptFile {
  file: StoredFile;
  userId: string;
}

/** Throws STORAGE_FULL if its owner has no space left. */
export async function insertFile(tx: Tx, kept: KeptFile): Promise<void> {
  if ((await insertFiles(tx, [kept])).length === 0) throw storageFull();
}

/** Returns those whose owner has enough space. Locks the owners' totals, so call it before the audit record. */
export async function insertFiles(tx: Tx, wanted: KeptFile[]): Promise<KeptFile[]> {
  const counted = wanted.filter(({ file }) => COUNTED_IMAGES.includes(file.kind));
  const hasRoom = await countBytes(tx, counted);
  const kept = wanted.filter((one) => !counted.includes(one) || hasRoom.has(one.userId));
  const rows = kept.map(({ file: { fileKey, hashes, ...file }, userId }) => {
    const sealedKey = fileKey ? sealFileKey(tx.secrets, fileKey, file.id) : null;
    const isHashed = hashes !== undefined;
    return { ...file, sealedKey, userId, isHashed, createdAt: tx.at };
  });
  insertMany(tx, files, rows);
  insertHashes(
    tx,
    kept.map(({ file }) => file),
  );
  return kept;
}

export function insertHashes(tx: Tx, hashed: { id: string; hashes?: ImageHashes }[]): void {
  const rows = hashed.flatMap(({ id, hashes }) => (hashes ? [toHashRow(id, hashes)] : []));
  insertMany(tx, receiptHashes, rows);
  insertMany(
    tx,
    uncomparedReceipts,
    rows.map(({ fileId }) => ({ fileId })),
  );
}

function toHashRow(fileId: string, { uploadSha256, picture }: ImageHashes) {
  return {
    fileId,
    uploadSha256: uploadSha256 === null ? null : Buffer.from(uploadSha256, 'hex'),
    hash: picture ? BigInt(picture.hash) : null,
    grid: picture ? Buffer.from(picture.grid, 'base64') : null,
  };
}

const countedColumns = selectionOf(storedBytes, 't', ['userId']);

async function countBytes(tx: Tx, kept: KeptFile[]): Promise<Set<string>> {
  if (kept.length === 0) return new Set();
  const sums = new Map<string, number>();
  for (const { userId, file } of kept) sums.set(userId, (sums.get(userId) ?? 0) + file.byteSize);
  // Sorted, so that concurrent commands lock the rows in one order.
  const rows = Array.from(sums, ([userId, bytes]) => ({ userId, bytes })).sort((a, b) =>
    a.userId < b.userId ? -1 : 1,
  );
  const { text, values } = insertStatement(storedBytes, rows);
  const counted = await select(
    tx.query,
    countedColumns,
    `${text} ON CONFLICT (user_id) DO UPDATE SET bytes = t.bytes + excluded.bytes
       WHERE t.bytes + excluded.bytes <= $${values.length + 1}
     RETURNING ${countedColumns.sql}`,
    [...values, MAX_STORED_BYTES],
  );
  return new Set(counted.map(({ userId }) => userId));
}

export function storageFull(): AppError {
  return appError('STORAGE_FULL', { megabytes: MAX_STORED_BYTES / 1024 / 1024 });
}

const goneColumns = selectionOf(files, 'gone', ['storageKey']);

/** Deletes rows in `tx` and the stored files after the commit. Call it before the command's audit record. */
export async function deleteFiles(deps: ImageDeps, tx: Tx, fileIds: string[]): Promise<void> {
  const rows = await select(
    tx.query,
    goneColumns,
    `WITH gone AS (
       DELETE FROM files WHERE id = ANY ($1::uuid[])
       RETURNING user_id, kind, byte_size, storage_key
     ), freed AS (
       SELECT user_id, sum(byte_size) AS bytes FROM gone WHERE kind = ANY ($2::text[]) GROUP BY user_id
     ), counted AS (
       UPDATE stored_bytes AS stored SET bytes = stored.bytes - freed.bytes
       FROM freed WHERE stored.user_id = freed.user_id
     )
     SELECT ${goneColumns.sql} FROM gone`,
    [fileIds, COUNTED_IMAGES],
  );
  if (rows.length === 0) return;
  const uncommitted = { markId: newId(), storageKeys: rows.map(({ storageKey }) => storageKey) };
  await markUncommitted(deps, uncommitted);
  tx.afterCommit(() => void removeFiles(deps, uncommitted));
}
