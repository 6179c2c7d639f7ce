/** Keeps callers from waiting for a service that is down. */
export interface CircuitBreaker {
  /** Does the work, or answers undefined when it failed or was not tried. */
  run<Result>(work: () => Promise<Result>): Promise<Result | undefined>;
}

interface Options {
  /** How many failures one after the other open it. */
  failures: number;
  /** How long it then refuses, before it lets one try pass. */
  coolDownMs: number;
  now: () => number;
  onOpen: (error: unknown) => void;
}

/** A circuit breaker: closed; open after failures; half open, for one try, after a cool-down. */
export function createCircuitBreaker({
  failures,
  coolDownMs,
  now,
  onOpen,
}: Options): CircuitBreaker {
  let failed = 0;
  let openUntil = 0;
  let isProbing = false;
  return {
    async run(work) {
      const isProbe = failed >= failures;
      if (isProbe && (isProbing || now() < openUntil)) return undefined;
      if (isProbe) isProbing = true;
      try {
        const result = await work();
        failed = 0;
        return result;
      } catch (error) {
        failed += 1;
        if (failed >= failures) openUntil = now() + coolDownMs;
        if (failed === failures || isProbe) onOpen(error);
        return undefined;
      } finally {
        if (isProbe) isProbing = false;
      }
    },
  };
}
