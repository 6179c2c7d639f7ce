import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { EmbeddedPostgresError, errorMessage } from './errors.ts';
import { limitLogFile } from './log-file.ts';
import { stopPostmaster } from './postmaster.ts';
import { type BringUpOptions, bringUp } from './startup.ts';

const logCheckIntervalMs = 60_000;
/** Below two seconds, in which the service has to be back after the end of a cause such as a full disk. */
const retryIntervalMs = 500;

export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** The guard session ends when PostgreSQL dies or restarts after a crash; then it is brought up again. */
export class Supervisor {
  readonly #options: BringUpOptions;
  readonly #log: Log;
  readonly #stopping: AbortController;
  readonly #logTimer: NodeJS.Timeout;
  #guard: Client;
  #recovery: Promise<void> = Promise.resolve();
  #isOwner = true;
  #stopped: Promise<void> | undefined;

  private constructor(start: {
    options: BringUpOptions;
    log: Log;
    guard: Client;
    stopping: AbortController;
  }) {
    this.#options = start.options;
    this.#log = start.log;
    this.#guard = start.guard;
    this.#stopping = start.stopping;
    this.#watch(start.guard);
    this.#logTimer = setInterval(() => void this.#limitLog(), logCheckIntervalMs).unref();
  }

  static async start(wanted: Omit<BringUpOptions, 'signal'>, log: Log): Promise<Supervisor> {
    await limitLogFile(wanted.logFile);
    const stopping = new AbortController();
    const options = { ...wanted, signal: stopping.signal };
    return new Supervisor({ options, log, guard: await bringUp(options), stopping });
  }

  get guard(): Client {
    return this.#guard;
  }

  /** Further calls return the same promise. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#logTimer);
    await this.#recovery;
    // The session keeps the lock until the postmaster ends it, so that no other server can take over earlier.
    if (this.#isOwner) await stopPostmaster(this.#options.clusterDir);
    await this.#guard.end();
  }

  #watch(guard: Client): void {
    guard.once('end', () => {
      if (!this.#stopping.signal.aborted) this.#recovery = this.#recover();
    });
  }

  async #recover(): Promise<void> {
    this.#log.error('The embedded PostgreSQL ended its sessions unexpectedly; bringing it back.');
    const signal = this.#stopping.signal;
    while (!signal.aborted && this.#isOwner) {
      try {
        this.#guard = await bringUp(this.#options);
        this.#watch(this.#guard);
        this.#log.info('The embedded PostgreSQL is back.');
        return;
      } catch (error) {
        if (!signal.aborted) await this.#afterFailedRecovery(error);
      }
    }
  }

  async #afterFailedRecovery(error: unknown): Promise<void> {
    this.#log.error(errorMessage(error));
    if (error instanceof EmbeddedPostgresError && error.code === 'already-running') {
      this.#isOwner = false;
      return;
    }
    // A retry succeeds when the cause, such as a full disk, is fixed.
    const { signal } = this.#stopping;
    await delay(retryIntervalMs, undefined, { signal }).catch(() => undefined);
  }

  async #limitLog(): Promise<void> {
    try {
      await limitLogFile(this.#options.logFile);
    } catch (error) {
      this.#log.warn(`The log of the embedded PostgreSQL can't be limited: ${errorMessage(error)}`);
    }
  }
}
