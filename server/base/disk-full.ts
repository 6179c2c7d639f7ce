import { findDatabaseError } from './errors.ts';

const DATABASE_DISK_FULL = '53100';
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT']);
/** PostgreSQL's command-line programs report a full disk only in their message. */
const FULL_TEXT = /No space left on device|Disk quota exceeded/;

export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (findDatabaseError(error)?.code === DATABASE_DISK_FULL) return true;
  if ('code' in error && FULL_CODES.has(String(error.code))) return true;
  return FULL_TEXT.test(error.message) || isDiskFull(error.cause);
}

export function explainFullDisk(error: unknown, dataDir: string): unknown {
  if (!isDiskFull(error)) return error;
  const disk =
    findDatabaseError(error)?.code === DATABASE_DISK_FULL
      ? 'The disk of the database is full'
      : `The disk of DATA_DIR (${dataDir}) is full`;
  return new Error(`${disk}. Free some space, then start again.`, { cause: error });
}
