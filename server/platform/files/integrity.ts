import { createHash } from 'node:crypto';
import type { Query } from '../../db/database.ts';
import { files } from '../../db/schema/files.ts';
import { type Selected, select, selectionOf } from '../../db/selection.ts';
import { NoSuchFile } from './failures.ts';
import type { FileStore } from './store.ts';

const ROWS_PER_READ = 1000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const columns = selectionOf(files, 'f', ['id', 'userId', 'storageKey', 'sha256']);

export type StoredFileRow = Selected<typeof columns>;

export type ReadFile = StoredFileRow &
  ({ bytes: Buffer; problem?: undefined } | { bytes?: undefined; problem: FileProblem });

export type FileProblem = 'the file is missing' | 'the file has other bytes';

/** Yields the rows of all files by id, in batches of `batchSize` (a divisor of 1000). */
export async function* listStoredFiles(
  query: Query,
  batchSize: number,
): AsyncGenerator<StoredFileRow[]> {
  let last = FIRST_ID;
  for (;;) {
    const rows = await select(
      query,
      columns,
      `FROM files f WHERE id > $1 ORDER BY id LIMIT ${ROWS_PER_READ}`,
      [last],
    );
    for (let n = 0; n < rows.length; n += batchSize) yield rows.slice(n, n + batchSize);
    last = rows.at(-1)?.id ?? last;
    if (rows.length < ROWS_PER_READ) return;
  }
}

export async function readStoredFile(
  store: Pick<FileStore, 'get'>,
  row: StoredFileRow,
): Promise<ReadFile> {
  try {
    const bytes = await store.get(row.storageKey);
    const isIntact = createHash('sha256').update(bytes).digest('hex') === row.sha256;
    return isIntact ? { ...row, bytes } : { ...row, problem: 'the file has other bytes' };
  } catch (error) {
    if (!(error instanceof NoSuchFile)) throw error;
    return { ...row, problem: 'the file is missing' };
  }
}
