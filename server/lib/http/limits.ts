import type { Access } from '#contract/base.ts';

/**
 * How large the JSON body of a procedure may be. Before anyone is known it is just above the longest
 * login, every character escaped; a thousand ids or ten thousand fit into an administrator's.
 */
export const BODY_BYTES: Record<Access, number> = {
  public: 16 * 1024,
  user: 256 * 1024,
  admin: 512 * 1024,
};

/** What a JSON body may hold: no input of the contract is as deep, or a list as long. */
export const MAX_JSON_DEPTH = 8;
export const MAX_JSON_VALUES = 25_000;

/** A request that is refused before its body was read has so many times its limit read to the end, so that its sender hears why. */
export const MAX_DRAINED_LIMITS = 4;

/** Headers that a name is read from: a host of DNS has 253 characters, and a scheme and a port around it. */
export const MAX_HOST_LENGTH = 300;

/** How long a connection may take over what it sends, and stay idle. */
export const connectionTimes = {
  headersMs: 10_000,
  /** A whole request, its body included. */
  requestMs: 600_000,
  /** Between two requests. Above the minute that load balancers keep theirs. */
  keepAliveMs: 72_000,
  /** Nothing sent either way while a request is answered. Event streams send a comment every 20 s. */
  silenceMs: 120_000,
  checkEveryMs: 5000,
};

/** The slowest that a body may come: a grace, then so many bytes a second on average (a tenth of an EDGE line's). */
export interface BodyPace {
  graceMs: number;
  bytesPerSecond: number;
  checkEveryMs: number;
}
export const bodyPace: BodyPace = { graceMs: 10_000, bytesPerSecond: 2048, checkEveryMs: 1000 };

/** Open connections: of all, and of one address. Several hundred people may share one behind their provider's. */
export const connectionCounts = { total: 20_000, perNetwork: 1000 };

/** A flood guard per address, far above what a person or an office behind one address needs. */
export const flood = { requests: 30_000, windowMs: 60_000, maxNetworks: 20_000 };

/** What a program may ask for by one API key: ten a second on average, of each server. */
export const apiKeyRate = { requests: 600, windowMs: 60_000 };
