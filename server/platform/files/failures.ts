import { DatabaseOutage, DISK_CODES } from '../../base/outages.ts';

export class NoSuchFile extends Error {
  override name = 'NoSuchFile';
}

/** A retry may succeed. Whether the failed call stored or removed the file is unknown. */
export class StoreOutage extends Error {
  override name = 'StoreOutage';

  constructor(cause: unknown) {
    super(`The store of files failed: ${sentenceOf(cause)}`, { cause });
  }
}

export class ImageWorkerUnavailable extends Error {
  override name = 'ImageWorkerUnavailable';

  constructor(cause: unknown) {
    super(`The process for images could not be started: ${sentenceOf(cause)}`, { cause });
  }
}

export class ScannerUnavailable extends Error {
  override name = 'ScannerUnavailable';

  constructor(cause: unknown) {
    super(`The virus scanner failed: ${sentenceOf(cause)}`, { cause });
  }
}

const FOLDER_CODES = new Set([...DISK_CODES, 'EACCES', 'EPERM', 'ESTALE', 'ETIMEDOUT']);

export function asStoreOutage(error: unknown): unknown {
  if (isStoreOutage(error) || error instanceof DatabaseOutage) return error;
  // Its cause can have the code of a folder: EACCES of a socket.
  if (error instanceof ScannerUnavailable) return error;
  // flydrive wraps the file system's error.
  const causes = error instanceof Error ? [error, error.cause] : [];
  const cause = causes.find((each) => FOLDER_CODES.has(codeOf(each)));
  return cause ? new StoreOutage(cause) : error;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

export function isStoreOutage(error: unknown): boolean {
  if (error instanceof StoreOutage) return true;
  return error instanceof Error && isStoreOutage(error.cause);
}

function sentenceOf(cause: unknown): string {
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
}
