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

/** Never runs `work` twice concurrently. A failure is logged and counted; the next run retries. */
export function every(
  { intervalMs, name, log }: { intervalMs: number; name: string; log: Logger },
  work: () => Promise<unknown>,
): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  jobFailures.inc({ task: name }, 0);
  const turn = async () => {
    try {
      await work();
      jobSuccesses.setToCurrentTime({ task: name });
    } catch (error) {
      jobFailures.inc({ task: name });
      logError(log, { error, message: 'background work failed', about: { name } });
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
