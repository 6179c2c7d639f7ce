import pg from 'pg';

/** The database can't be reached, or does not answer; `cause` is the driver's own error. */
export class DatabaseOutage extends Error {
  override name = 'DatabaseOutage';
}

/**
 * SQLSTATE classes that say "not now" of any statement: connection exceptions, insufficient resources
 * (disk full, too many connections), operator intervention (shutdown, statement timeout), system errors.
 */
const OUTAGE_CLASSES = new Set(['08', '53', '57', '58']);
/** A lock that others hold was in the way. */
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
/** What the operating system says of a full, failing or read-only disk, and of a lack of handles. */
export const DISK_CODES: ReadonlySet<string> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  'EMFILE',
  'ENFILE',
]);

/**
 * Whether the service is out of order for a moment, through no fault of the request. The same request
 * may succeed later; whether a command that failed so was carried out is unknown.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseOutage) return true;
  if (error instanceof pg.DatabaseError) return isOutageState(error.code ?? '');
  if ('code' in error && DISK_CODES.has(String(error.code))) return true;
  return isOutage(error.cause);
}

/** Whether a lock that others hold was in the way: what waits longer, or comes later, may get it. */
export function isLockTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof pg.DatabaseError) return LOCK_STATES.has(error.code ?? '');
  return isLockTimeout(error.cause);
}

function isOutageState(state: string): boolean {
  return OUTAGE_CLASSES.has(state.slice(0, 2)) || OUTAGE_STATES.has(state);
}

/**
 * What to throw for an error of a statement: a lost connection, or an answer that never came, becomes
 * DatabaseOutage. What the database itself says is left as it is, and so are mistakes in a statement's values.
 */
export function asOutage(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof pg.DatabaseError) return error;
  // The driver has no class for such failures; those of a name with several addresses come as one.
  const isOfConnection = error.constructor === Error || error instanceof AggregateError;
  return isOfConnection ? toOutage(error) : error;
}

/** The same for an error of connecting, where every failure is one. */
export function toOutage(error: unknown): DatabaseOutage {
  if (error instanceof DatabaseOutage) return error;
  const { message, code = '' } = error as NodeJS.ErrnoException;
  return new DatabaseOutage(message || code, { cause: error });
}
