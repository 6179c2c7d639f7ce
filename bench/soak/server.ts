import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '#server/testing/free-port.ts';

const projectDir = path.resolve(import.meta.dirname, '../..');

export interface Place {
  /** A new folder by default. */
  folder?: string;
  /** The begin of a command that runs the server, such as in a namespace. It must keep the process id. */
  within?: string[];
}

interface Placed extends Required<Place> {
  port: number;
  settings: Record<string, string>;
}

/** The built server on a folder and a port that it keeps after it was killed. */
export class SoakServer {
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly #settings: Record<string, string>;
  readonly #within: string[];
  #process: ChildProcess | undefined;
  #printed = '';

  private constructor({ port, folder, within, settings }: Placed) {
    this.baseUrl = `http://127.0.0.1:${port}`;
    this.dataDir = folder;
    this.#within = within;
    this.#settings = { ...settings, PORT: String(port), DATA_DIR: folder };
  }

  /** Starts it on a folder; without one, on a new folder. */
  static async start(
    settings: Record<string, string>,
    { folder, within = [] }: Place = {},
  ): Promise<SoakServer> {
    const place = folder ?? (await mkdtemp(path.join(tmpdir(), 'wallet-soak-')));
    const port = await findFreePort();
    const server = new SoakServer({ port, folder: place, within, settings });
    await server.launch();
    return server;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.#process !== undefined;
  }

  /** Settings of programs that work on the same installation. */
  get env(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      ENV_FILE: '/dev/null',
      LOG_LEVEL: 'error',
      ...this.#settings,
    };
  }

  /** Starts the process and waits until it is ready. Throws what it printed if it ends before. */
  async launch(): Promise<void> {
    const main = path.join(projectDir, 'dist/server/start/main.js');
    const [program = '', ...args] = [...this.#within, process.execPath, main];
    const child = spawn(program, args, {
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe'] as const,
    });
    this.#printed = '';
    const ready = new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        this.#printed = (this.#printed + chunk.toString()).slice(-10_000);
        if (this.#printed.includes('is ready at')) resolve();
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      // After the last output.
      child.once('close', (code, signal) =>
        reject(new Error(`The server ended with ${code ?? signal}: ${this.#printed}`)),
      );
    });
    await ready;
    this.#process = child;
    child.once('exit', (code, signal) => {
      if (this.#process !== child) return;
      this.#process = undefined;
      console.error(`The server ended with ${code ?? signal}: ${this.#printed}`);
    });
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#process;
    if (!child) return;
    this.#process = undefined;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  async remove(): Promise<void> {
    await this.end('SIGKILL');
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
