import pg from 'pg';

export class DatabaseOutage extends Error {
  override name = 'DatabaseOutage';
}

/** SQLSTATE classes of temporary failures: connection, resources, operator intervention, system errors. */
const OUTAGE_CLASSES = new Set(['08', '53', '57', '58']);
const LOCK_STATES = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '55P03', // lock_not_available: lock_timeout
]);
const OUTAGE_STATES = new Set([
  ...LOCK_STATES,
  '25006', // read_only_sql_transaction: a standby, or a server that was made read-only
  '25P03', // idle_in_transaction_session_timeout
  '25P04', // transaction_timeout
]);
export const DISK_CODES: ReadonlySet<string> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  'EMFILE',
  'ENFILE',
]);

/** A temporary failure that the request did not cause. Whether the failed command took effect is unknown. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseOutage) return true;
  if (error instanceof pg.DatabaseError) return isOutageState(error.code ?? '');
  if ('code' in error && DISK_CODES.has(String(error.code))) return true;
  return isOutage(error.cause);
}

/** SQLSTATEs of a database that stops, has crashed or starts. */
const SHUT_DOWN = new Set(['57P01', '57P02', '57P03']);

/** Whether a connection to the database was lost, refused or not made in time. */
export function isDatabaseLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseOutage) return true;
  if (!(error instanceof pg.DatabaseError)) return isDatabaseLost(error.cause);
  const { code = '' } = error;
  return SHUT_DOWN.has(code) || code.startsWith('08');
}

/** If so, a longer wait or a retry may succeed. */
export function isLockTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof pg.DatabaseError) return LOCK_STATES.has(error.code ?? '');
  return isLockTimeout(error.cause);
}

function isOutageState(state: string): boolean {
  return OUTAGE_CLASSES.has(state.slice(0, 2)) || OUTAGE_STATES.has(state);
}

export function asOutage(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof pg.DatabaseError) return error;
  // The driver throws plain Errors for lost connections, or an AggregateError if a host has several addresses.
  const isOfConnection = error.constructor === Error || error instanceof AggregateError;
  return isOfConnection ? toOutage(error) : error;
}

export function toOutage(error: unknown): DatabaseOutage {
  if (error instanceof DatabaseOutage) return error;
  const { message, code = '' } = error as NodeJS.ErrnoException;
  return new DatabaseOutage(message || code, { cause: error });
}
