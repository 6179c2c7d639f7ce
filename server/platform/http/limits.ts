import type { Access } from '#contract/shared/base.ts';

/** Public: just above the longest login with every character escaped. Administrators: ten thousand ids, twice. */
export const BODY_BYTES: Record<Access, number> = {
  public: 16 * 1024,
  user: 256 * 1024,
  admin: 1024 * 1024,
};

export const MAX_JSON_DEPTH = 8;
export const MAX_JSON_VALUES = 25_000;

export const MAX_DRAINED_LIMITS = 4;

/** Maximum length of headers that contain a host: DNS names have up to 253 characters, plus scheme and port. */
export const MAX_HOST_LENGTH = 300;

export const connectionTimes = {
  headersMs: 10_000,
  requestMs: 600_000,
  /** Idle time between two requests. Longer than the minute after which load balancers usually close connections. */
  keepAliveMs: 72_000,
  /** Time without data in either direction during a request. Event streams send a comment every 20 s. */
  silenceMs: 120_000,
  checkEveryMs: 5000,
};

/** Slowest accepted body: a grace period, then an average rate (a tenth of an EDGE connection's). */
export interface BodyPace {
  graceMs: number;
  bytesPerSecond: number;
  checkEveryMs: number;
}
export const bodyPace: BodyPace = { graceMs: 10_000, bytesPerSecond: 2048, checkEveryMs: 1000 };

/** Several hundred users may share a provider's address. */
export const connectionCounts = { total: 20_000, perNetwork: 1000 };

/** Of one connection. */
export const MAX_UNANSWERED = 4;

export const flood = { requests: 30_000, windowMs: 60_000, maxNetworks: 20_000 };

export const apiKeyRate = { requests: 600, windowMs: 60_000 };
