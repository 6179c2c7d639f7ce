import { systemClock } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import type { FileStore } from './store.ts';

/** Its name is no key of an image: the file sweep removes one that a crash left. */
const FOLDER = 'staged';

/**
 * Returns the time by the clock that dates the files of a store, which a bucket or a network disk has for itself. Ages of files are
 * measured with it: a server whose own clock is ahead would take new files for old ones. If nothing can be written, returns the
 * machine's time, so that a full disk can still be swept.
 */
export async function readStoreTime(files: FileStore): Promise<Date> {
  const key = `${FOLDER}/${newId()}`;
  try {
    await files.put(key, Buffer.alloc(0));
    const written = (await files.list(FOLDER)).find((one) => one.key === key);
    return written?.writtenAt ?? systemClock.now();
  } catch {
    return systemClock.now();
  } finally {
    await files.remove(key).catch(() => undefined);
  }
}
