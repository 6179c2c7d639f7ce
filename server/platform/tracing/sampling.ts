import type { SpanContext } from '@opentelemetry/api';

/** Traces that callers can demand in a second from a process. Without a limit, one could have every request recorded. */
const DEMANDED_PER_SECOND = 10;
const SAMPLED = 1;

export interface Sampling {
  /** Whether the decision of the caller counts. */
  isParentBased: boolean;
  /** Share of traces that are recorded if the caller has not decided. */
  ratio: number;
}

const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const ZEROS = /^0+$/;

/** Reads a header of the W3C Trace Context specification. Returns undefined for a malformed one. */
export function parseTraceparent(header: unknown): SpanContext | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version, traceId = '', spanId = '', flags = '', more] = TRACEPARENT.exec(header) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more)) return undefined;
  if (ZEROS.test(traceId) || ZEROS.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & SAMPLED, isRemote: true };
}

/**
 * Returns the function that decides which traces are recorded. It does not compute the share from the trace id, which the
 * caller chooses.
 */
export function createSampler(
  { isParentBased, ratio }: Sampling,
  { random = Math.random, now = () => performance.now() } = {},
): (remote: SpanContext | undefined) => boolean {
  let [second, demanded] = [0, 0];
  const mayDemand = () => {
    const currentSecond = Math.floor(now() / 1000);
    if (currentSecond !== second) [second, demanded] = [currentSecond, 0];
    demanded += 1;
    return demanded <= DEMANDED_PER_SECOND;
  };
  return (remote) => {
    if (isParentBased && remote) {
      if (remote.traceFlags !== SAMPLED) return false;
      if (mayDemand()) return true;
    }
    return random() < ratio;
  };
}
