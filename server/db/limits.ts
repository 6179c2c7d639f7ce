export interface DatabaseLimits {
  /** Connections for requests. */
  poolSize: number;
  /** Connections for background jobs, exports and LISTEN. */
  backgroundPoolSize: number;
  /** Commands of a person that run at the same time. */
  commandsPerPerson: number;
  waitTimeoutMs: number;
  lockTimeoutMs: number;
  /** One statement, including its waits for locks. Enforced by the database. */
  statementTimeoutMs: number;
  /** A transaction without statements, such as that of a frozen server. Enforced by the database. */
  idleTransactionTimeoutMs: number;
  /** One statement, enforced by this server in case a frozen database does not enforce its own limits. */
  answerTimeoutMs: number;
}

export const DEFAULT_LIMITS: DatabaseLimits = {
  poolSize: 20,
  backgroundPoolSize: 5,
  commandsPerPerson: 4,
  waitTimeoutMs: 5000,
  lockTimeoutMs: 2000,
  statementTimeoutMs: 10_000,
  idleTransactionTimeoutMs: 10_000,
  answerTimeoutMs: 12_000,
};

const BACKGROUND_STATEMENT_MS = 5 * 60_000;

/** A dedicated connection, so that the health check never waits for others. */
const PROBE_CONNECTIONS = 1;
/** Fewer connections are too few for a process that serves requests: commands may hold three quarters of them. */
export const MIN_POOL_SIZE = 4;
/** Returns the most connections to the database itself, not to a pooler. */
export function countConnections(
  { poolSize, backgroundPoolSize }: DatabaseLimits,
  { isPooled }: { isPooled: boolean },
): number {
  return isPooled ? backgroundPoolSize : backgroundPoolSize + poolSize + PROBE_CONNECTIONS;
}

export function probeLimits(limits: DatabaseLimits, answerTimeoutMs: number): DatabaseLimits {
  const shortMs = answerTimeoutMs - 100;
  return {
    ...limits,
    poolSize: PROBE_CONNECTIONS,
    waitTimeoutMs: answerTimeoutMs,
    lockTimeoutMs: shortMs,
    statementTimeoutMs: shortMs,
    answerTimeoutMs,
  };
}

export function backgroundLimits(limits: DatabaseLimits): DatabaseLimits {
  const statementTimeoutMs = Math.max(BACKGROUND_STATEMENT_MS, limits.statementTimeoutMs);
  return {
    ...limits,
    poolSize: limits.backgroundPoolSize,
    waitTimeoutMs: Math.max(30_000, limits.waitTimeoutMs),
    lockTimeoutMs: Math.max(10_000, limits.lockTimeoutMs),
    statementTimeoutMs,
    idleTransactionTimeoutMs: Math.max(60_000, limits.idleTransactionTimeoutMs),
    answerTimeoutMs: statementTimeoutMs + 10_000,
  };
}

const BY_HAND_STATEMENT_MS = 6 * 60 * 60_000;

export function byHandLimits(limits: DatabaseLimits): DatabaseLimits {
  return {
    ...backgroundLimits(limits),
    statementTimeoutMs: BY_HAND_STATEMENT_MS,
    answerTimeoutMs: BY_HAND_STATEMENT_MS + 10_000,
  };
}
