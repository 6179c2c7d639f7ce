import { Counter, Gauge, type Registry } from 'prom-client';

/** Adds metrics of the processes of a server. Returns the counter of replaced ones. */
export function watchWorkers(registry: Registry, countRunning: () => number): Counter {
  new Gauge({
    name: 'wallet_workers',
    help: 'Running processes that serve requests',
    registers: [registry],
    collect() {
      this.set(countRunning());
    },
  });
  return new Counter({
    name: 'wallet_worker_restarts_total',
    help: 'Processes that ended and were replaced',
    registers: [registry],
  });
}
