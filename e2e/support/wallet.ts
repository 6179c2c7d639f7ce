import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TEST_AUDIT_KEY } from '../../server/testing/audit-key.ts';
import { offsetTo, setClock, setDatabaseClock } from './clock.ts';
import { runCommandLine, type ServerHost, type StartedServer, startServer } from './servers.ts';

export interface Account {
  username: string;
  password: string;
}
export const ACCOUNTS = {
  admin: { username: 'admin', password: 'admin-of-e2e' },
  demo: { username: 'demo', password: 'demo-of-e2e' },
} satisfies Record<string, Account>;

/** pino's number for `error`. */
const ERROR_LEVEL = 50;

/** Settings in addition to those of every test's server. */
export type Environment = Record<string, string>;

/**
 * Waits for the end of its input, which also happens when this process is killed; then stops the server
 * with the last received process id and removes the data in $1.
 */
const CARETAKER = `
while read -r line; do server=$line; done
if [ -n "$server" ]; then
  kill -TERM "$server" 2>/dev/null
  while kill -0 "$server" 2>/dev/null; do sleep 0.1; done
fi
rm -rf "$1"
`;

interface WalletOptions {
  environment?: Environment;
  /** Start time of the clocks of the server and of its database; by default the server follows the database's. */
  now?: string;
  /** The host process; by default a separate process. */
  host?: ServerHost;
}

/** A built server with a separate database and folder for this test. */
export class Wallet {
  readonly #dataDir: string;
  readonly #caretaker: ChildProcess;
  readonly #host: ServerHost | undefined;
  #server: StartedServer | undefined;
  #baseUrl = '';
  /** The server's output, and its errors. */
  readonly printed: string[] = [];
  readonly errors: string[] = [];

  readonly #environment: Environment;
  /** How far this server's clock is ahead of the machine's. */
  readonly clockOffsetMs: number;

  private constructor(dataDir: string, { environment, now, host }: WalletOptions) {
    this.#dataDir = dataDir;
    this.#host = host;
    this.clockOffsetMs = now === undefined ? 0 : offsetTo(now);
    this.#caretaker = spawn('/bin/sh', ['-c', CARETAKER, 'sh', dataDir], {
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#environment = environment ?? {};
  }

  static async start(options: WalletOptions = {}): Promise<Wallet> {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'wallet-e2e-'));
    // If this runs as root, PostgreSQL runs as another user, who must reach its data.
    await chmod(dataDir, 0o755);
    const wallet = new Wallet(dataDir, options);
    await wallet.#run({ port: 0 });
    return wallet;
  }

  /** The time of this server's clock. */
  now(): Date {
    return new Date(Date.now() + this.clockOffsetMs);
  }

  get baseUrl(): string {
    return this.#baseUrl;
  }

  /** The folder of this server's files. */
  get dataDir(): string {
    return this.#dataDir;
  }

  /** This server's database, for changes that the product does not allow. Not for an embedded database. */
  get databaseUrl(): string {
    const url = this.#environment.DATABASE_URL;
    if (!url) throw new Error('This server has a database of its own');
    return url;
  }

  /** Kills the server like a crash: it finishes and logs nothing. */
  async kill(): Promise<void> {
    await this.#server?.end('SIGKILL');
  }

  /** Restarts on the same data at the same address. */
  async startAgain(): Promise<void> {
    await this.#run({ port: Number(new URL(this.#baseUrl).port) });
  }

  async stop(): Promise<void> {
    await this.#server?.end('SIGTERM');
    const cleaned = once(this.#caretaker, 'exit');
    this.#caretaker.stdin?.end('\n');
    await cleaned;
  }

  /** Runs `wallet` with this server's settings, and returns what it prints. */
  async command(...words: string[]): Promise<string> {
    return runCommandLine(words, {
      settings: this.#settings(),
      clock: setClock(this.clockOffsetMs),
    });
  }

  #settings() {
    return {
      // Ignores the developer's own .env.
      ENV_FILE: '/dev/null',
      HOST: '127.0.0.1',
      DATA_DIR: this.#dataDir,
      ADMIN_PASSWORD: ACCOUNTS.admin.password,
      DEMO_PASSWORD: ACCOUNTS.demo.password,
      // Longer than usual: other journeys run meanwhile.
      DATABASE_STATEMENT_TIMEOUT_MS: '60000',
      // Stop soon: waiting clients send nothing new.
      STOP_GRACE_MS: '0',
      // No external service is called unless a test simulates it.
      TRANSLATION_PROVIDER: 'off',
      // Databases are copies of one template, whose key a copy's folder lacks.
      AUDIT_KEY: TEST_AUDIT_KEY,
      SECRET_KEY: Buffer.alloc(32, 'test').toString('base64'),
      ...this.#environment,
    };
  }

  async #run({ port }: { port: number }): Promise<void> {
    const settings = { PORT: String(port), ...this.#settings() };
    const { DATABASE_URL: url } = this.#environment;
    if (url && this.clockOffsetMs !== 0) await setDatabaseClock(url, this.now());
    const hear = (line: string) => this.#hear(line);
    const task = { settings, clock: setClock(this.clockOffsetMs) };
    this.#server = this.#host?.serve(task, hear) ?? startServer(task, hear);
    if (this.#server.pid) this.#caretaker.stdin?.write(`${this.#server.pid}\n`);
    this.#baseUrl = await this.#server.baseUrl;
  }

  #hear(line: string): void {
    this.printed.push(line);
    const level = /^\{"level":(\d+)/.exec(line)?.[1];
    if (Number(level) >= ERROR_LEVEL) this.errors.push(line);
  }
}
