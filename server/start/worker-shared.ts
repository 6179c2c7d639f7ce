import type { Registry } from 'prom-client';
import type { UnconfirmedSums } from '../platform/auth/unconfirmed-sums.ts';
import type { ImageWork } from '../platform/files/image-work.ts';
import { countRequests } from '../platform/http/flood-guard.ts';
import { flood } from '../platform/http/limits.ts';
import type { Peer } from '../platform/processes/calls.ts';
import type { Shared } from '../platform/processes/shared.ts';
import type { CountedRequests, LoginEnd, MetricValues, PrimaryCalls } from './primary-calls.ts';

/** How long a worker may not know the requests that the others received. */
const EXCHANGE_MS = 50;

export interface WorkerShared {
  shared: Shared;
  /** Adds requests that other workers received. */
  addRequests(counted: CountedRequests): void;
  readMetrics(): Promise<MetricValues>;
}

/** The limits of a server with several processes, seen by one of its workers. */
export function createWorkerShared(primary: Peer<PrimaryCalls>): WorkerShared {
  const windows = countRequests(flood);
  const unsent = new Map<string, number>();
  let metrics: Registry | undefined;
  const exchange = setInterval(() => {
    if (unsent.size === 0) return;
    primary.note('countRequests', [...unsent]);
    unsent.clear();
  }, EXCHANGE_MS);
  exchange.unref();
  const shared: Shared = {
    countRequest(network) {
      unsent.set(network, (unsent.get(network) ?? 0) + 1);
      return windows(network);
    },
    countKeyRequest: (keyId) => primary.call('countKeyRequest', keyId),
    async admitLogin(request) {
      const { release } = await primary.hold('admitLogin', request);
      const end = (how: LoginEnd) => release(how);
      return {
        succeed: () => end({}),
        fail: (failedAt, seconds) => end({ failedAt, seconds }),
      };
    },
    openConnection(network, refuse) {
      const opening = primary.hold('openConnection', network);
      // Without its primary, a worker ends.
      const ignore = () => undefined;
      opening.then(({ output: hasRoom }) => hasRoom || refuse(), ignore);
      return () => void opening.then(({ release }) => release(), ignore);
    },
    publishMetrics(registry) {
      metrics = registry;
    },
    readMetrics: () => primary.call('readMetrics', undefined),
  };
  return {
    shared,
    addRequests: (counted) => counted.forEach(([network, count]) => void windows(network, count)),
    readMetrics: async () => (await metrics?.getMetricsAsJSON()) ?? [],
  };
}

/** The image processes run in the primary, once for all workers. */
export function createWorkerImages(primary: Peer<PrimaryCalls>): ImageWork {
  return {
    async enter(userId, signal) {
      const { release } = await primary.hold('enterUpload', userId, signal);
      return () => release();
    },
    encode: ({ signal, ...task }) => primary.call('encodeImage', task, signal),
    hash: (file, signal) => primary.call('hashImage', file, signal),
    close: () => undefined,
  };
}

export function createWorkerSums(primary: Peer<PrimaryCalls>): UnconfirmedSums {
  return {
    take: (taken) => primary.call('takeUnconfirmed', taken),
    forget: (sessionId) => primary.note('forgetUnconfirmed', sessionId),
  };
}
