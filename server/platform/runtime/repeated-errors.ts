import type { FastifyBaseLogger } from 'fastify';
import { describeError } from './errors.ts';
import { isOutage } from './outages.ts';

/** During an outage, each kind of error is logged once per interval, however many requests fail. */
export const SUMMARY_INTERVAL_MS = 10_000;
/** A summary lists its first request ids, so that an id shown to a user can be found. */
const MAX_REQUEST_IDS = 100;

/** Frames of the driver, and of ours between it and whoever sent a statement. */
const PLUMBING = /[\\/]node_modules[\\/]|[\\/]server[\\/]db[\\/]|\(?node:/;

type Log = Pick<FastifyBaseLogger, 'warn' | 'error'>;

export interface LoggedError {
  /** What failed, as a constant. Together with the error's type, code and origin it identifies the kind. */
  message: string;
  error: unknown;
  level?: 'warn' | 'error';
  requestId?: string;
  /** Constant facts, such as a job's name, which are part of the kind. */
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

/** Recently logged kinds of errors, per logger, because each server has its own log. */
const kindsByLog = new WeakMap<Log, Map<string, Kind>>();

/**
 * Logs the first error of a kind with its stack. Later ones are counted and logged as one line every
 * `SUMMARY_INTERVAL_MS`. After an interval without errors, the next one is logged with its stack again.
 */
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

/**
 * Where an error was thrown: two faults of one type are two kinds. The database driver throws all of its errors in one
 * place, so there the statement's own function counts; an outage is one kind whichever statement it failed.
 */
function originOf(
  { stack }: Record<string, unknown>,
  { isOutage }: { isOutage: boolean },
): string | undefined {
  if (typeof stack !== 'string') return undefined;
  const frames = stack.split('\n').filter((line) => line.startsWith('    at '));
  return (isOutage ? undefined : frames.find((frame) => !PLUMBING.test(frame))) ?? frames[0];
}
