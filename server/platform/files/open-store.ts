import path from 'node:path';
import type { FilesPlace } from '../config/file-settings.ts';
import { boundDrafts, boundWrites } from './disk-writes.ts';
import { openFolderStore } from './folder-store.ts';
import { DRAFTS_FOLDER, type FileStore } from './store.ts';

/** Opens the store of a server: its writes to disks are bounded. */
export async function openBoundStore(
  place: FilesPlace | undefined,
  dataDir: string,
): Promise<FileStore> {
  const store = await openFileStore(place, dataDir);
  return isBucket(place) ? boundDrafts(store) : boundWrites(store);
}

export async function openFileStore(
  place: FilesPlace | undefined,
  dataDir: string,
): Promise<FileStore> {
  const folder = path.join(dataDir, 'files');
  if (!isBucket(place)) return openFolderStore(place?.folder ?? folder);
  // Imported only if used: Amazon's client takes 20 MB and a third of a second.
  const { openBucketStore } = await import('./bucket-store.ts');
  return openBucketStore(place.bucket, path.join(folder, DRAFTS_FOLDER));
}

function isBucket(
  place: FilesPlace | undefined,
): place is Extract<FilesPlace, { bucket: unknown }> {
  return place !== undefined && 'bucket' in place;
}
