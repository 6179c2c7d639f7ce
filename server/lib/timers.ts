import { describeError } from './errors.ts';
import type { Logger } from './log.ts';

/** Runs `work` every `intervalMs`, never twice at once; a failure is logged and the next turn tries again. */
export function every(
  { intervalMs, name, log }: { intervalMs: number; name: string; log: Logger },
  work: () => Promise<unknown>,
): { stop(): Promise<void> } {
  let running: Promise<void> | undefined;
  const turn = async () => {
    try {
      await work();
    } catch (error) {
      log.warn({ error: describeError(error), name }, 'background work failed');
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
