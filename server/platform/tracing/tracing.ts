import { setTimeout } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import type { Logger } from '../runtime/log.ts';
import { readVersion } from '../runtime/project.ts';
import { setTracer } from './spans.ts';

/** How long a stop waits for the collector. */
const STOP_WAIT_MS = 500;

export interface Tracing {
  /** Sends the spans that wait, within `STOP_WAIT_MS`. */
  close(): Promise<void>;
}

/** Starts to record traces if a collector is configured. Otherwise loads nothing. */
export async function startTracing(
  { tracing, projectDir }: Pick<Config, 'tracing' | 'projectDir'>,
  log: Logger,
): Promise<Tracing> {
  if (!tracing) return { close: async () => undefined };
  const { openTracer } = await import('./exporting.ts');
  const { tracer, shutdown } = openTracer(tracing, { log, version: await readVersion(projectDir) });
  setTracer(tracer);
  return {
    async close() {
      setTracer(undefined);
      // The failure of an export is already logged.
      await Promise.race([shutdown().catch(() => undefined), setTimeout(STOP_WAIT_MS)]);
    },
  };
}
