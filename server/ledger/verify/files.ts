import { setTimeout } from 'node:timers/promises';
import type { Query } from '#server/db/database.ts';
import {
  listStoredFiles,
  readStoredFile,
  type StoredFileRow,
} from '#server/platform/files/integrity.ts';
import type { FileStore } from '#server/platform/files/store.ts';

const BATCH_SIZE = 8;

export interface DamagedFile {
  user_id: string | null;
  storage_key: string;
  reason: string;
}

/** Pauses for `loadFactor` times a batch's duration. Files deleted during the check are not reported. */
export async function* findDamagedFiles(
  query: Query,
  files: Pick<FileStore, 'get'>,
  { loadFactor = 0, signal }: { loadFactor?: number; signal?: AbortSignal } = {},
): AsyncGenerator<DamagedFile> {
  for await (const rows of listStoredFiles(query, BATCH_SIZE)) {
    const startedAt = performance.now();
    const read = await Promise.all(rows.map((row) => readStoredFile(files, row)));
    for (const { problem, ...row } of read) {
      if (problem === undefined || !(await hasRow(query, row))) continue;
      yield { user_id: row.userId, storage_key: row.storageKey, reason: problem };
    }
    const pauseMs = (performance.now() - startedAt) * loadFactor;
    if (pauseMs > 0) await setTimeout(pauseMs, undefined, { signal });
  }
}

async function hasRow(query: Query, { id }: StoredFileRow): Promise<boolean> {
  return (await query('SELECT FROM files WHERE id = $1', [id])).length > 0;
}
