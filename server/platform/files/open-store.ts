import path from 'node:path';
import type { FilesPlace } from '../config/file-settings.ts';
import { openFolderStore } from './folder-store.ts';
import { DRAFTS_FOLDER, type FileStore } from './store.ts';

export async function openFileStore(
  place: FilesPlace | undefined,
  dataDir: string,
): Promise<FileStore> {
  const folder = path.join(dataDir, 'files');
  if (!place || 'folder' in place) return openFolderStore(place?.folder ?? folder);
  // Imported only if used: Amazon's client takes 20 MB and a third of a second.
  const { openBucketStore } = await import('./bucket-store.ts');
  return openBucketStore(place.bucket, path.join(folder, DRAFTS_FOLDER));
}
