import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { appError } from '../../base/errors.ts';
import { flood } from './limits.ts';

interface Window {
  requests: number;
  startedAt: number;
}

/** Uses a monotonic clock, so that changes of the system clock do not extend a window. */
export class FixedWindows {
  readonly #windows = new Map<string, Window>();

  get size(): number {
    return this.#windows.size;
  }

  count(network: string, windowMs: number): { current: number; ttl: number } {
    const now = performance.now();
    const window = this.#current(network, now - windowMs) ?? this.#open(network, now);
    window.requests += 1;
    return { current: window.requests, ttl: window.startedAt + windowMs - now };
  }

  #current(network: string, startedAfter: number): Window | undefined {
    const window = this.#windows.get(network);
    return window && window.startedAt > startedAfter ? window : undefined;
  }

  #open(network: string, startedAt: number): Window {
    // Deleted before it is added, so that the map stays ordered by the windows' start.
    this.#windows.delete(network);
    const [oldest] = this.#windows.keys();
    if (oldest !== undefined && this.#windows.size >= flood.maxNetworks)
      this.#windows.delete(oldest);
    const window = { requests: 0, startedAt };
    this.#windows.set(network, window);
    return window;
  }
}

export function registerFloodGuard(
  app: FastifyInstance,
  count: (network: string) => CountedRequest,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { isOver, remaining, seconds } = count(normalizeIP(request.ip));
    reply.header('x-ratelimit-limit', flood.requests);
    reply.header('x-ratelimit-remaining', remaining);
    reply.header('x-ratelimit-reset', seconds);
    if (isOver) reply.header('retry-after', seconds);
    done(isOver ? appError('RATE_LIMITED') : undefined);
  });
}

export interface CountedRequest {
  isOver: boolean;
  remaining: number;
  seconds: number;
}

export function countRequests({ requests, windowMs }: { requests: number; windowMs: number }) {
  const windows = new FixedWindows();
  return (key: string): CountedRequest => {
    const { current, ttl } = windows.count(key, windowMs);
    return {
      isOver: current > requests,
      remaining: Math.max(0, requests - current),
      seconds: Math.ceil(ttl / 1000),
    };
  };
}
