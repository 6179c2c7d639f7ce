import { writeFile } from 'node:fs/promises';
import { describeError } from '#server/base/errors.ts';
import type { Deps } from '#server/deps/deps.ts';
import { discardDrafts, diskWrites } from '#server/platform/files/disk-writes.ts';
import { NoSuchFile } from '#server/platform/files/failures.ts';
import type { ImageHashes } from '#server/platform/files/image-worker.ts';
import { ImageRefused, TooMuchWork } from '#server/platform/files/image-workers.ts';
import { insertHashes } from '#server/platform/files/stored-images.ts';
import { lockUnhashed, markHashed } from './hash-receipts.queries.ts';

/** About a second of work. */
const HASHED_PER_RUN = 10;

/** Hashes receipts that have no hash. A restart continues with those that are left. */
export async function hashOldReceipts(deps: Deps, signal: AbortSignal): Promise<void> {
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
    const bytes = await files.get(storageKey);
    await diskWrites.run(() => writeFile(draft, bytes, { mode: 0o600 }));
    return await imageWork.hash(draft, AbortSignal.any([signal]));
  } catch (error) {
    const isOfImage = [NoSuchFile, ImageRefused, TooMuchWork].some((kind) => error instanceof kind);
    if (!isOfImage) throw error;
    log.warn({ error: describeError(error), file: id }, 'a receipt could not be hashed');
    return undefined;
  } finally {
    await discardDrafts([draft]);
  }
}
