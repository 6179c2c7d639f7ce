import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { expect, onTestFinished } from 'vitest';
import { repositoryDir } from './embedded-child.ts';

/** A server process started as by `npm start`, on the database in its settings. */
export class ServerProcess {
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;
  readonly exited: Promise<{ code: number | null; at: number }>;
  printed = '';

  constructor(dataDir: string, settings: Record<string, string>, within: string[] = []) {
    const node = [process.execPath, '--enable-source-maps', 'dist/server/start/main.js'];
    const [command = '', ...args] = [...within, ...node];
    this.#child = spawn(command, args, {
      cwd: repositoryDir,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ENV_FILE: '/dev/null',
        PORT: '0',
        DATA_DIR: dataDir,
        ...settings,
      },
    });
    for (const output of [this.#child.stdout, this.#child.stderr]) {
      output.setEncoding('utf8').on('data', (text: string) => {
        this.printed += text;
      });
    }
    this.exited = once(this.#child, 'close').then(([code]) => ({ code, at: performance.now() }));
  }

  async until(pattern: RegExp): Promise<string> {
    await expect.poll(() => this.printed, { timeout: 50_000 }).toMatch(pattern);
    return pattern.exec(this.printed)?.[1] ?? '';
  }

  untilReady(): Promise<string> {
    return this.until(/is ready at (http:\S+)/);
  }

  /** Returns a path to a file of the server's mount namespace, where its folders may be on another disk. */
  pathOf(file: string): string {
    return `/proc/${this.#child.pid}/root${file}`;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }
}

/** Starts a server process with a temporary data folder. Both are removed at the end of the test. */
export async function startServerProcess(
  settings: Record<string, string>,
  within: (dataDir: string) => string[] = () => [],
): Promise<{ server: ServerProcess; dataDir: string }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'wallet-main-'));
  const server = new ServerProcess(dataDir, settings, within(dataDir));
  onTestFinished(async () => {
    server.signal('SIGKILL');
    await server.exited;
    await rm(dataDir, { recursive: true, force: true });
  });
  return { server, dataDir };
}
