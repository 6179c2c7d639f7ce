import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../platform/config/config.ts';
import { type Channel, connectPeer, type Peer } from '../platform/processes/calls.ts';
import { childProgram } from '../platform/runtime/child-program.ts';
import type { Logger } from '../platform/runtime/log.ts';
import type { RunningDatabase } from './database.ts';
import { FleetMetrics } from './fleet-metrics.ts';
import { watchReplies } from './heartbeat.ts';
import {
  type Common,
  createPrimaryCalls,
  type OfWorker,
  type WorkerCalls,
} from './primary-calls.ts';
import type { Ready } from './serve.ts';

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 10_000;
/** After a longer run, the pause before a new start is short again. */
const STABLE_MS = 60_000;

interface Parts {
  config: Config;
  settings: NodeJS.ProcessEnv;
  log: Logger;
  common: Common;
  socket: number | undefined;
}

/** One of the workers. Its process may be replaced. */
interface Member {
  slot: number;
  worker: Worker;
  peer: Peer<WorkerCalls>;
  startedAt: number;
  pauseMs: number;
  heartbeat?: { stop(): void };
  failure?: string;
}

/** The workers of a server. It starts them, replaces those that end, and stops them. */
export class Fleet {
  readonly #parts: Parts;
  readonly #members = new Map<number, Member>();
  readonly #metrics: FleetMetrics;
  readonly #database = new Later<RunningDatabase>();
  /** The first worker is ready: it has migrated the database, and runs the background jobs. */
  readonly #first = new Later<Ready>();
  readonly #ready: Later<void>[];
  readonly #stopping = new AbortController();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#metrics = new FleetMetrics(() => [...this.#members.values()]);
    const { program } = childProgram('start/worker');
    cluster.setupPrimary({ exec: program, args: [], serialization: 'advanced' });
    this.#ready = Array.from({ length: parts.config.workers }, () => new Later<void>());
    // They load the program while the database starts.
    for (const slot of this.#ready.keys()) this.#start(slot, FIRST_PAUSE_MS);
  }

  /** Resolves when all workers serve requests. Throws if the first one cannot start. */
  async begin(database: RunningDatabase): Promise<Ready> {
    this.#database.resolve(database);
    const ready = await this.#first.promise;
    await Promise.all(this.#ready.map(({ promise }) => promise));
    return ready;
  }

  /** Lets each worker finish its requests. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(
      [...this.#members.values()].map(async ({ worker, peer }) => {
        peer.note('stop', undefined);
        if (!worker.isDead()) await once(worker, 'exit');
      }),
    );
  }

  #start(slot: number, pauseMs: number): void {
    const worker = cluster.fork(this.#parts.settings);
    const calls = createPrimaryCalls(this.#parts.common, this.#callsOf(slot));
    const peer = connectPeer<WorkerCalls>(worker as Channel, calls); // It sends and receives messages of any type.
    const member: Member = { slot, worker, peer, startedAt: performance.now(), pauseMs };
    this.#members.set(slot, member);
    worker.on('exit', (code, signal) => {
      member.heartbeat?.stop();
      void this.#replace(member, { code, signal });
    });
  }

  /** From now on it has to reply. Before, it loads its program, which can take long on a busy machine. */
  #watch(member: Member): void {
    member.heartbeat = watchReplies(() => member.peer.call('reply', undefined), {
      timeoutMs: this.#parts.config.workerTimeoutMs,
      onSilent: () => this.#kill(member),
    });
  }

  /** A process that runs an endless loop handles no other signal. */
  #kill(member: Member): void {
    const { workerTimeoutMs: timeoutMs } = this.#parts.config;
    member.failure = `A worker did not reply for ${timeoutMs / 1000} s`;
    this.#parts.log.error({ worker: member.slot, timeoutMs }, 'a worker does not reply');
    member.worker.process.kill('SIGKILL');
  }

  #callsOf(slot: number): OfWorker {
    const isFirst = slot === 0;
    return {
      begin: async () => {
        const { connection, dataDir } = await this.#database.promise;
        if (!isFirst) await this.#first.promise;
        const { socket, config } = this.#parts;
        const { host, port, workers } = config;
        return { connection, dataDir, host, port, workers, socket, runsJobs: isFirst };
      },
      becomeReady: (ready) => {
        const member = this.#members.get(slot);
        if (member) this.#watch(member);
        if (isFirst) this.#first.resolve(ready);
        this.#ready[slot]?.resolve();
      },
      fail: (message) => {
        const member = this.#members.get(slot);
        if (member) member.failure = message;
      },
      countRequests: (counted) => {
        for (const { slot: other, peer } of this.#members.values()) {
          if (other !== slot) peer.note('countRequests', counted);
        }
      },
      readMetrics: () => this.#metrics.read(),
    };
  }

  async #replace(member: Member, { code, signal }: { code: number | null; signal: string | null }) {
    const { slot, failure, startedAt } = member;
    this.#members.delete(slot);
    const { log } = this.#parts;
    const { aborted } = this.#stopping.signal;
    if (aborted || (slot === 0 && !this.#first.isResolved)) {
      // Without a failure it was stopped.
      const isFault = failure !== undefined || signal !== null;
      return this.#first.reject(
        isFault ? new Error(failure ?? `A worker ended: ${signal}`) : STOPPED,
      );
    }
    this.#metrics.countRestart();
    const pauseMs = performance.now() - startedAt > STABLE_MS ? FIRST_PAUSE_MS : member.pauseMs;
    log.error({ worker: slot, code, signal, failure, pauseMs }, 'a worker ended and is replaced');
    await wait(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    if (!this.#stopping.signal.aborted) this.#start(slot, Math.min(2 * pauseMs, MAX_PAUSE_MS));
  }
}

/** A promise that is settled from outside. */
class Later<Value> {
  readonly promise: Promise<Value>;
  isResolved = false;
  resolve: (value: Value) => void = () => undefined;
  reject: (error: unknown) => void = () => undefined;

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.resolve = (value) => {
        this.isResolved = true;
        resolve(value);
      };
      this.reject = reject;
    });
    // It may be rejected before the first caller waits for it.
    this.promise.catch(() => undefined);
  }
}

const STOPPED = new DOMException('The server was stopped', 'AbortError');
