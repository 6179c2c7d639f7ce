import { readFileSync, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
/** The journeys keep 2 GiB of databases, the other tests a tenth of that. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Keeps the temporary files of this process and its children in memory, if there is a large file system for that.
 * Each test has a database of 700 files. File systems without a journal, as in many virtual machines, reuse no
 * inode for minutes: after many deletions a new file takes a millisecond.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR || !isUsable()) return;
  process.env.TMPDIR = MEMORY;
}

function isUsable(): boolean {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    const [, , kind, flags = ''] =
      mounts.find((line) => line.split(' ')[1] === MEMORY)?.split(' ') ?? [];
    const { bavail, bsize } = statfsSync(MEMORY);
    // PostgreSQL is executed there.
    return (
      kind === 'tmpfs' && !flags.split(',').includes('noexec') && bavail * bsize >= NEEDED_BYTES
    );
  } catch {
    return false;
  }
}
