import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { prepareFolders } from '#server/embedded-postgres/folders.ts';
import { installRuntime } from '#server/embedded-postgres/install.ts';
import { findNativePackage } from '#server/embedded-postgres/platform.ts';
import { startCluster } from '#server/embedded-postgres/start.ts';
import { socketUrl, startCleaner } from '#server/testing/postgres.ts';

const run = promisify(execFile);
const projectDir = path.resolve(import.meta.dirname, '../..');
const LIBRARIES = '/usr/lib';

/** Returns the library of Debian's package `faketime`, if it is installed. */
export function findFaketime(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  return readdirSync(LIBRARIES)
    .map((name) => path.join(LIBRARIES, name, 'faketime/libfaketimeMT.so.1'))
    .find((file) => existsSync(file));
}

/** The clock of processes with this environment. Timers and durations stay right. */
export class FakeClock {
  readonly env: Record<string, string>;
  readonly #file: string;

  private constructor(file: string) {
    const library = findFaketime();
    if (!library) throw new Error("This needs Debian's package faketime.");
    this.#file = file;
    this.env = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      // Reading the file at each look at the clock took most of the time of a server.
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DISABLE_SHM: '1',
    };
  }

  static async create(folder: string, name: string): Promise<FakeClock> {
    const clock = new FakeClock(path.join(folder, name));
    await clock.shift(0);
    return clock;
  }

  /** Sets how far it is ahead of the machine's clock; negative if behind. Processes see it within a second. */
  async shift(seconds: number): Promise<void> {
    const next = `${this.#file}.next`;
    await writeFile(next, seconds < 0 ? `${seconds}` : `+${seconds}`);
    await chmod(next, 0o644);
    await rename(next, this.#file);
  }
}

/** Starts an empty temporary cluster with a clock in its folder, and gives both to `work`. */
export async function withFakedPostgres(
  work: (at: { url: string; folder: string; clock: FakeClock }) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'wallet-clock-'));
  const cleaner = startCleaner(dataDir);
  try {
    const native = findNativePackage({ projectDir });
    const folders = await prepareFolders(dataDir);
    const folder = path.join(dataDir, 'clocks');
    await mkdir(folder);
    await chmod(folder, 0o755);
    const clock = await FakeClock.create(folder, 'database');
    const programs = await installRuntime(native, folders.runtimeDir);
    const binDir = await wrap(programs, { folder, clock });
    const log = { info: () => undefined, warn: console.warn, error: console.error };
    const { majorVersion } = native;
    const running = await startCluster({ folders, binDir, majorVersion, settings: {}, log });
    await work({ url: socketUrl(running.connection), folder, clock }).finally(() => running.stop());
  } finally {
    await cleaner.finish();
  }
}

/** Returns a folder of programs that run with this clock. PostgreSQL passes on no environment of its server. */
async function wrap(
  binDir: string,
  { folder, clock }: { folder: string; clock: FakeClock },
): Promise<string> {
  const wrapped = path.join(folder, 'bin');
  await mkdir(wrapped);
  for (const name of await readdir(binDir)) {
    const settings = Object.entries(clock.env).map(([key, value]) => `${key}='${value}'`);
    const env = name === 'postgres' ? `export ${settings.join(' ')}\n` : '';
    const script = path.join(wrapped, name);
    await writeFile(script, `#!/bin/sh\n${env}exec '${path.join(binDir, name)}' "$@"\n`);
  }
  await run('chmod', ['-R', 'a+rx', wrapped]);
  return wrapped;
}
