import { setTimeout as wait } from 'node:timers/promises';
import { AggregatorRegistry, type Counter, collectDefaultMetrics, Registry } from 'prom-client';
import type { Peer } from '../platform/processes/calls.ts';
import { watchWorkers } from '../platform/processes/worker-metrics.ts';
import type { MetricValues, WorkerCalls } from './primary-calls.ts';

/** A worker that takes longer is left out. */
const TIMEOUT_MS = 2000;
/** Types whose values only grow: those of ended workers still count, so that the sums do not fall. */
const GROWING: readonly string[] = ['counter', 'histogram'];

interface Member {
  slot: number;
  peer: Peer<WorkerCalls>;
}

/** Sums the metrics of all processes of the server. */
export class FleetMetrics {
  readonly #list: () => Member[];
  readonly #own = new Registry();
  readonly #restarts: Counter;
  /** The counts of each process when it was last read. */
  readonly #last = new Map<Peer<WorkerCalls>, MetricValues>();
  #ended: MetricValues = [];

  constructor(list: () => Member[]) {
    this.#list = list;
    collectDefaultMetrics({ register: this.#own });
    this.#restarts = watchWorkers(this.#own, () => list().length);
  }

  countRestart(): void {
    this.#restarts.inc();
  }

  async read(): Promise<string> {
    await this.#readWorkers();
    const own = await this.#own.getMetricsAsJSON();
    return AggregatorRegistry.aggregate([own, ...this.#last.values(), this.#ended]).metrics();
  }

  async #readWorkers(): Promise<void> {
    const members = this.#list();
    await Promise.all(
      members.map(async ({ peer }) => {
        const read = peer.call('readMetrics', undefined).catch(() => undefined);
        const values = await Promise.race([read, wait(TIMEOUT_MS, undefined, { ref: false })]);
        if (values) this.#last.set(peer, values);
      }),
    );
    for (const [peer, values] of this.#last) {
      if (members.some((member) => member.peer === peer)) continue;
      this.#last.delete(peer);
      const growing = values.filter(({ type }) => GROWING.includes(String(type)));
      this.#ended = await AggregatorRegistry.aggregate([this.#ended, growing]).getMetricsAsJSON();
    }
  }
}
