import { rm, writeFile } from 'node:fs/promises';
import type { Query } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { NoSuchFile } from '#server/platform/files/failures.ts';
import type { ImageHashes } from '#server/platform/files/image-worker.ts';
import { ImageRefused, TooMuchWork } from '#server/platform/files/image-workers.ts';
import { isSamePicture } from '#server/platform/files/picture-hash.ts';
import { insertHashes } from '#server/platform/files/stored-images.ts';
import { describeError } from '#server/platform/runtime/errors.ts';
import {
  findGrid,
  insertMatches,
  lockUnhashed,
  markCompared,
  markHashed,
  selectCandidates,
  selectEqualReceipts,
  selectUncompared,
  selectUncomparedOf,
} from './queries.ts';

/** A run of the background job takes some seconds. */
const COMPARED_PER_RUN = 200;
const HASHED_PER_RUN = 10;

/**
 * Compares the receipts of these pending deposits with all others, unless they were compared before. A receipt is compared
 * after its commit: of two receipts sent concurrently, the one compared later finds the other.
 */
export async function compareReceiptsOf(query: Query, ids: readonly string[]): Promise<void> {
  for (const fileId of await selectUncomparedOf(query, ids)) await compareReceipt(query, fileId);
}

async function compareReceipt(query: Query, fileId: string): Promise<void> {
  const same = await findSameReceipts(query, fileId);
  if (same.length > 0) await insertMatches(query, fileId, same);
  await markCompared(query, fileId);
}

/** Returns the ids of the stored receipts that are equal to this one or look the same. */
export async function findSameReceipts(query: Query, fileId: string): Promise<string[]> {
  const [equal, grid, candidates] = await Promise.all([
    selectEqualReceipts(query, fileId),
    findGrid(query, fileId),
    selectCandidates(query, fileId),
  ]);
  const near = grid ? candidates.filter((other) => isSamePicture(grid, other.grid)) : [];
  return [...new Set([...equal, ...near.map((other) => other.fileId)])];
}

/** Compares receipts that were sent since the last run. Then hashes some that an earlier version stored. */
export async function compareNewReceipts(deps: Deps, signal: AbortSignal): Promise<void> {
  const { query } = deps.db;
  const fileIds = await selectUncompared(query, COMPARED_PER_RUN);
  for (const fileId of fileIds) {
    if (signal.aborted) return;
    await compareReceipt(query, fileId);
  }
  if (fileIds.length < COMPARED_PER_RUN) await hashOldReceipts(deps, signal);
}

/** Hashes receipts that have no hash. A restart continues with those that are left. */
async function hashOldReceipts(deps: Deps, signal: AbortSignal): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const files = await lockUnhashed(tx, HASHED_PER_RUN);
    const hashed: { id: string; hashes?: ImageHashes }[] = [];
    for (const { id, storageKey } of files) {
      if (signal.aborted) break;
      const hashes = await hashStored(deps, { id, storageKey }, signal);
      hashed.push({ id, ...(hashes && { hashes }) });
    }
    insertHashes(tx, hashed);
    markHashed(
      tx,
      hashed.map(({ id }) => id),
    );
  });
}

/** Returns undefined for an image that is missing or cannot be decoded. */
async function hashStored(
  { files, imageWork, log }: Deps,
  { id, storageKey }: { id: string; storageKey: string },
  signal: AbortSignal,
): Promise<ImageHashes | undefined> {
  const draft = await files.newDraft();
  try {
    await writeFile(draft, await files.get(storageKey), { mode: 0o600 });
    return await imageWork.hash(draft, AbortSignal.any([signal]));
  } catch (error) {
    const isOfImage = [NoSuchFile, ImageRefused, TooMuchWork].some((kind) => error instanceof kind);
    if (!isOfImage) throw error;
    log.warn({ error: describeError(error), file: id }, 'a receipt could not be hashed');
    return undefined;
  } finally {
    await rm(draft, { force: true });
  }
}
