import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { flood } from './limits.ts';

interface Window {
  requests: number;
  startedAt: number;
}

/**
 * Counts requests per network in windows of a monotonic clock: what an operator or a time server does
 * to the machine's clock makes no window longer. At the limit of networks the oldest window is
 * forgotten first, which would end first.
 */
export class FloodWindows implements FastifyRateLimitStore {
  readonly #windows = new Map<string, Window>();

  get size(): number {
    return this.#windows.size;
  }

  incr(
    network: string,
    done: (error: null, counted: { current: number; ttl: number }) => void,
    windowMs: number,
  ): void {
    done(null, this.count(network, windowMs));
  }

  count(network: string, windowMs: number): { current: number; ttl: number } {
    const now = performance.now();
    const window = this.#current(network, now - windowMs) ?? this.#open(network, now);
    window.requests++;
    return { current: window.requests, ttl: window.startedAt + windowMs - now };
  }

  child(): FloodWindows {
    return new FloodWindows();
  }

  #current(network: string, startedAfter: number): Window | undefined {
    const window = this.#windows.get(network);
    return window && window.startedAt > startedAfter ? window : undefined;
  }

  #open(network: string, startedAt: number): Window {
    // Taken out first, so that the map stays in the order of the windows' beginnings.
    this.#windows.delete(network);
    const [oldest] = this.#windows.keys();
    if (oldest !== undefined && this.#windows.size >= flood.maxNetworks)
      this.#windows.delete(oldest);
    const window = { requests: 0, startedAt };
    this.#windows.set(network, window);
    return window;
  }
}

/** Refuses what an address sends beyond `flood`, pages and paths that lead nowhere included. */
export async function registerFloodGuard(app: FastifyInstance): Promise<void> {
  const { requests: max, windowMs: timeWindow } = flood;
  await app.register(rateLimit, { global: false, store: FloodWindows, max, timeWindow });
  app.addHook('onRequest', app.rateLimit());
}

export interface CountedRequest {
  isOver: boolean;
  /** How many more the window takes. */
  remaining: number;
  /** Until the window ends. */
  seconds: number;
}

/** Counts requests of whatever a key names, and says when one is over the limit and in how many seconds that ends. */
export function countRequests({ requests, windowMs }: { requests: number; windowMs: number }) {
  const windows = new FloodWindows();
  return (key: string): CountedRequest => {
    const { current, ttl } = windows.count(key, windowMs);
    return {
      isOver: current > requests,
      remaining: Math.max(0, requests - current),
      seconds: Math.ceil(ttl / 1000),
    };
  };
}
