import { Counter, Gauge } from 'prom-client';
import type { Logger } from './log.ts';
import { logError } from './repeated-errors.ts';

export const jobFailures = new Counter({
  name: 'wallet_background_job_failures_total',
  help: 'Failed runs of background work, by task',
  labelNames: ['task'],
  registers: [],
});

export const jobSuccesses = new Gauge({
  name: 'wallet_background_job_last_success_timestamp_seconds',
  help: 'Time of the last successful run of background work, by task',
  labelNames: ['task'],
  registers: [],
});

export const CHECK_INTERVAL_MS = 5000;
export const SCHEDULE_CHECK_MS = 60_000;
export const SWEEP_INTERVAL_MS = 15 * 60_000;

/** Background work that every server repeats. Servers share it. */
export interface Job {
  /** Labels log lines and metrics. */
  name: string;
  intervalMs: number;
  run(): Promise<unknown>;
  /** Ends work that `run` does not wait for. */
  stop?(): Promise<unknown>;
}

export function countFailure(
  { name, log }: Pick<Job, 'name'> & { log: Logger },
  error: unknown,
): void {
  jobFailures.inc({ task: name });
  logError(log, { error, message: 'background work failed', about: { name } });
}

/** Never runs `work` twice concurrently. A failure is logged and counted; the next run retries. */
export function every(
  { intervalMs, name, log }: Pick<Job, 'intervalMs' | 'name'> & { log: Logger },
  work: () => Promise<unknown>,
): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  jobFailures.inc({ task: name }, 0);
  const turn = async () => {
    try {
      await work();
      jobSuccesses.setToCurrentTime({ task: name });
    } catch (error) {
      countFailure({ name, log }, error);
    }
  };
  const timer = setInterval(() => {
    running ??= turn().finally(() => {
      running = undefined;
    });
  }, intervalMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
