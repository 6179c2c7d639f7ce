import { DatabaseOutage, DISK_CODES } from '../../db/outages.ts';

/** The store has no file of this key. */
export class NoSuchFile extends Error {
  override name = 'NoSuchFile';
}

/**
 * The store of files can't be reached, does not answer, or refuses. `cause` is what it or its driver said. The
 * same may succeed later; whether what failed so was stored or removed is unknown.
 */
export class StoreOutage extends Error {
  override name = 'StoreOutage';

  constructor(cause: unknown) {
    super(`The store of files failed: ${sentenceOf(cause)}`, { cause });
  }
}

/** The process that encodes images could not be started, such as at the limit of processes; `cause` says why. */
export class ImageWorkerUnavailable extends Error {
  override name = 'ImageWorkerUnavailable';

  constructor(cause: unknown) {
    super(`The process for images could not be started: ${sentenceOf(cause)}`, { cause });
  }
}

/** What the operating system says of a folder that cannot be used for now, beyond a failing disk. */
const FOLDER_CODES = new Set([...DISK_CODES, 'EACCES', 'EPERM', 'ESTALE', 'ETIMEDOUT']);

/**
 * What to throw for an error of a folder or of a file in it: StoreOutage if its disk is full or away, as it would
 * be of a bucket. Other errors are returned as they are.
 */
export function asStoreOutage(error: unknown): unknown {
  if (isStoreOutage(error) || error instanceof DatabaseOutage) return error;
  // flydrive wraps what the file system said.
  const causes = error instanceof Error ? [error, error.cause] : [];
  const cause = causes.find((each) => FOLDER_CODES.has(codeOf(each)));
  return cause ? new StoreOutage(cause) : error;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Whether something failed because the store of files did. */
export function isStoreOutage(error: unknown): boolean {
  if (error instanceof StoreOutage) return true;
  return error instanceof Error && isStoreOutage(error.cause);
}

function sentenceOf(cause: unknown): string {
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
}
