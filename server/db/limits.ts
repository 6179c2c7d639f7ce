/** How many connections there are, and how long each kind of waiting on the database may take. */
export interface DatabaseLimits {
  /** Connections for what people wait for. Background work has `BACKGROUND_CONNECTIONS` besides. */
  poolSize: number;
  /** Waiting for a connection: for one to be made, or for one to be free. */
  waitTimeoutMs: number;
  /** Waiting for a lock that another transaction holds. */
  lockTimeoutMs: number;
  /** One statement, with the locks it waits for. The database ends it. */
  statementTimeoutMs: number;
  /** A transaction that sends nothing, as those of a frozen server do. The database ends it. */
  idleTransactionTimeoutMs: number;
  /** One statement, seen from here: when a frozen database lets even its own limits pass. */
  answerTimeoutMs: number;
}

export const DEFAULT_LIMITS: DatabaseLimits = {
  poolSize: 20,
  waitTimeoutMs: 5000,
  lockTimeoutMs: 2000,
  statementTimeoutMs: 10_000,
  idleTransactionTimeoutMs: 10_000,
  answerTimeoutMs: 12_000,
};

/** What folds, prunes, checks, exports and migrates has connections of its own. */
export const BACKGROUND_CONNECTIONS = 4;
const BACKGROUND_STATEMENT_MS = 5 * 60_000;

/** The health check has one, so that it never waits behind others. */
export const PROBE_CONNECTIONS = 1;

/** Limits of the health check, which has to say within a second how things are. */
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

/** Limits of work that no one waits for in front of a screen: it takes its time and no one's connection. */
export function backgroundLimits(limits: DatabaseLimits): DatabaseLimits {
  const statementTimeoutMs = Math.max(BACKGROUND_STATEMENT_MS, limits.statementTimeoutMs);
  return {
    poolSize: BACKGROUND_CONNECTIONS,
    waitTimeoutMs: Math.max(30_000, limits.waitTimeoutMs),
    lockTimeoutMs: Math.max(10_000, limits.lockTimeoutMs),
    statementTimeoutMs,
    idleTransactionTimeoutMs: Math.max(60_000, limits.idleTransactionTimeoutMs),
    answerTimeoutMs: statementTimeoutMs + 10_000,
  };
}

const BY_HAND_STATEMENT_MS = 6 * 60 * 60_000;

/** Limits of what an operator runs by hand, watches and can stop: a check of a large database takes its time. */
export function byHandLimits(limits: DatabaseLimits): DatabaseLimits {
  return {
    ...backgroundLimits(limits),
    statementTimeoutMs: BY_HAND_STATEMENT_MS,
    answerTimeoutMs: BY_HAND_STATEMENT_MS + 10_000,
  };
}
