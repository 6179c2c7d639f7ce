import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The log of PostgreSQL alone takes up to 1 GB. Only what is written takes space. */
const BYTES = 3 * 1024 ** 3;
/** Mounts a file as a disk, and keeps it as long as the standard input is open. */
const HOLD = 'mount -o loop "$0" "$1" && echo mounted && exec cat';
const MOUNT_AGAIN = 'umount -l "$1"; e2fsck -fy "$0" >/dev/null 2>&1; mount -o loop "$0" "$1"';
/** Fills the disk to its last block. */
const FILL =
  'fallocate -l "$(df -B1 --output=avail "$0" | tail -n 1)" "$0/filler" 2>/dev/null; ' +
  'dd if=/dev/zero of="$0/filler-2" bs=4096 2>/dev/null; true';
/** A freeze ends even if this process is killed. */
const FREEZE =
  'for n in $(seq "$1"); do fsfreeze -f "$0"; sleep "$2"; fsfreeze -u "$0"; sleep "$3"; done';

/** Returns whether this user may mount disks on this machine: root, on Linux with loop devices. */
export function canMountDisks(): boolean {
  return process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'losetup', '-f']).status === 0;
}

/** A file system in a file, mounted only for the processes that are started `within` it. */
export class OwnDisk {
  /** Where it is mounted. */
  readonly folder: string;
  readonly #image: string;
  readonly #base: string;
  readonly #holder: ChildProcess;

  private constructor(base: string, { folder, image }: { folder: string; image: string }) {
    this.folder = folder;
    this.#base = base;
    this.#image = image;
    this.#holder = spawn('unshare', ['-m', 'sh', '-c', HOLD, image, folder], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
  }

  static async mount(): Promise<OwnDisk> {
    const base = await mkdtemp(path.join(tmpdir(), 'wallet-disk-'));
    const [folder, image] = [path.join(base, 'data'), path.join(base, 'image')];
    await mkdir(folder);
    await writeFile(image, '');
    await truncate(image, BYTES);
    await run('mkfs.ext4', ['-q', '-m', '0', '-e', 'remount-ro', image]);
    const disk = new OwnDisk(base, { folder, image });
    const { stdout } = disk.#holder;
    if (!stdout) throw new Error('The disk has no output');
    await Promise.race([
      once(stdout, 'data'),
      once(disk.#holder, 'exit').then(() => Promise.reject(new Error('The disk was not mounted'))),
    ]);
    // PostgreSQL runs as another user.
    await run('chmod', ['755', base]);
    await disk.#run(['chmod', '755', folder]);
    return disk;
  }

  /** The begin of a command that runs with this disk. */
  get within(): string[] {
    return ['nsenter', '-t', String(this.#holder.pid), '-m'];
  }

  /** Returns the path by which processes without the disk reach a file of it. */
  pathOf = (file: string): string => `/proc/${this.#holder.pid}/root${file}`;

  async fill(): Promise<void> {
    await this.#run(['sh', '-c', FILL, this.folder]);
  }

  async empty(): Promise<void> {
    await this.#run(['sh', '-c', 'rm -f "$0"/filler*', this.folder]);
  }

  /** Makes the kernel believe that the file system is damaged: it becomes read-only under open files. */
  async failWrites(): Promise<void> {
    const { stdout } = await this.#run(['findmnt', '-no', 'SOURCE', this.folder]);
    const device = path.basename(stdout.trim());
    await writeFile(`/sys/fs/ext4/${device}/trigger_fs_error`, '1');
  }

  /** Checks the file system and mounts it again. Processes with open files keep the failed one. */
  async mountAgain(): Promise<void> {
    await this.#run(['sh', '-c', MOUNT_AGAIN, this.#image, this.folder]);
  }

  /** Stops all writes, several times. Resolves when the last stop is over. */
  async freeze({ times, seconds, pauseSeconds }: Freeze): Promise<void> {
    const numbers = [times, seconds, pauseSeconds].map(String);
    await this.#run(['sh', '-c', FREEZE, this.folder, ...numbers]);
  }

  /** To be called when no process uses it. */
  async close(): Promise<void> {
    const exited = once(this.#holder, 'exit');
    this.#holder.stdin?.end();
    await exited;
    await rm(this.#base, { recursive: true, force: true });
  }

  #run([command = '', ...args]: string[]) {
    const [enter = '', ...options] = this.within;
    return run(enter, [...options, command, ...args]);
  }
}

interface Freeze {
  times: number;
  seconds: number;
  pauseSeconds: number;
}
