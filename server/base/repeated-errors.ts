import type { FastifyBaseLogger } from 'fastify';
import { describeError } from './errors.ts';
import { isOutage } from './outages.ts';

/** During an outage, each kind of error is logged once per interval, however many requests fail. */
export const SUMMARY_INTERVAL_MS = 10_000;
const MAX_REQUEST_IDS = 100;

const PLUMBING = /[\\/]node_modules[\\/]|[\\/]server[\\/]db[\\/]|\(?node:/;

type Log = Pick<FastifyBaseLogger, 'warn' | 'error'>;

export interface LoggedError {
  /** A constant, which identifies the kind together with the error's type, code and origin. */
  message: string;
  error: unknown;
  level?: 'warn' | 'error';
  requestId?: string;
  about?: Record<string, string>;
}

interface Kind {
  repeated: number;
  requestIds: string[];
}

interface Summarized {
  level: 'warn' | 'error';
  error: Record<string, unknown>;
}

const kindsByLog = new WeakMap<Log, Map<string, Kind>>();

/** Logs the first of a kind with its stack and counts later ones, in one line per `SUMMARY_INTERVAL_MS`. */
export function logError(log: Log, logged: LoggedError): void {
  const { message, level = 'warn', requestId, about } = logged;
  const kinds = kindsByLog.get(log) ?? new Map<string, Kind>();
  kindsByLog.set(log, kinds);
  const error = describeError(logged.error);
  const origin = originOf(error, { isOutage: isOutage(logged.error) });
  const key = JSON.stringify([message, about, error.type, error.code, origin]);
  const known = kinds.get(key);
  if (known) {
    known.repeated += 1;
    if (requestId && known.requestIds.length < MAX_REQUEST_IDS) known.requestIds.push(requestId);
    return;
  }
  log[level]({ error, ...about, ...(requestId && { requestId }) }, message);
  const kind: Kind = { repeated: 0, requestIds: [] };
  kinds.set(key, kind);
  const timer = setInterval(() => {
    if (kind.repeated > 0) return summarize(log, { level, message, about, error }, kind);
    clearInterval(timer);
    kinds.delete(key);
  }, SUMMARY_INTERVAL_MS).unref();
}

function summarize(
  log: Log,
  { level, message, about, error }: Pick<LoggedError, 'message' | 'about'> & Summarized,
  kind: Kind,
): void {
  const { repeated, requestIds } = kind;
  const { type, code } = error;
  const ids = requestIds.length > 0 && { requestIds };
  log[level]({ error: { type, code }, ...about, repeated, ...ids }, `${message} (repeated)`);
  kind.repeated = 0;
  kind.requestIds = [];
}

/** The driver throws all of its errors in one place, so there the statement's own function counts. */
function originOf(
  { stack }: Record<string, unknown>,
  { isOutage }: { isOutage: boolean },
): string | undefined {
  if (typeof stack !== 'string') return undefined;
  const frames = stack.split('\n').filter((line) => line.startsWith('    at '));
  return (isOutage ? undefined : frames.find((frame) => !PLUMBING.test(frame))) ?? frames[0];
}
