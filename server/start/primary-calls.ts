import type { PoolConfig } from 'pg';
import type { Registry } from 'prom-client';
import type { createUnconfirmedSums } from '../platform/auth/unconfirmed-sums.ts';
import { ImageWorkerUnavailable } from '../platform/files/failures.ts';
import type { ImageTask, ImageWork } from '../platform/files/image-work.ts';
import { ImageRefused, TooMuchWork } from '../platform/files/image-workers.ts';
import type { CallContext, ErrorTypes } from '../platform/processes/calls.ts';
import type { AdmissionRequest, Shared } from '../platform/processes/shared.ts';
import type { Ready } from './serve.ts';

export type CountedRequests = [network: string, requests: number][];

/** A worker needs it to start. */
export interface Beginning {
  connection: PoolConfig;
  dataDir: string;
  host: string;
  port: number;
  workers: number;
  /** The file descriptor of the supervisor's listening socket. */
  socket: number | undefined;
  /** One worker of the server runs the background jobs. */
  runsJobs: boolean;
}

/** How a login ended: without a moment it succeeded. */
export interface LoginEnd {
  failedAt?: Date;
  seconds?: number | undefined;
}

export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

export interface WorkerCalls {
  stop(): void;
  /** Shows that the worker is not blocked. */
  reply(): void;
  countRequests(counted: CountedRequests): void;
  readMetrics(): Promise<MetricValues>;
  [name: string]: (input: never, context: CallContext) => unknown;
}

/** The state of the primary for all of its workers. */
export interface Common {
  shared: Shared;
  sums: ReturnType<typeof createUnconfirmedSums>;
  imageWork: ImageWork;
}

/** The calls that concern one of the workers. */
export interface OfWorker {
  begin(): Promise<Beginning>;
  becomeReady(ready: Ready): void;
  fail(message: string): void;
  countRequests(counted: CountedRequests): void;
  readMetrics(): Promise<string>;
}

export type PrimaryCalls = ReturnType<typeof createPrimaryCalls>;

export function createPrimaryCalls({ shared, sums, imageWork }: Common, ofWorker: OfWorker) {
  return {
    ...ofWorker,
    /** Messages arrive in order, so the connections that were passed to the worker before have arrived as well. */
    settle: () => undefined,
    countKeyRequest: (keyId: string) => shared.countKeyRequest(keyId),
    takeUnconfirmed: (taken: Parameters<typeof sums.take>[0]) => sums.take(taken),
    forgetUnconfirmed: (sessionId: string) => sums.forget(sessionId),
    /** Returns whether there is room for the connection. */
    openConnection(network: string | undefined, { keep }: CallContext): boolean {
      let hasRoom = true;
      const close = shared.openConnection(network, () => {
        hasRoom = false;
      });
      keep(close);
      return hasRoom;
    },
    async admitLogin(request: AdmissionRequest, { keep }: CallContext): Promise<void> {
      const admission = await shared.admitLogin(request);
      keep((end) => {
        // A worker that ends during a login has no result: the attempt counts as failed.
        const { failedAt, seconds } = (end ?? { failedAt: request.now }) as LoginEnd; // Of `createWorkerShared`.
        if (failedAt) admission.fail(failedAt, seconds);
        else admission.succeed();
      });
    },
    async enterUpload(userId: string, { signal, keep }: CallContext): Promise<void> {
      keep(await imageWork.enter(userId, signal));
    },
    encodeImage: (task: Omit<ImageTask, 'signal'>, { signal }: CallContext) =>
      imageWork.encode({ ...task, signal }),
    hashImage: (file: string, { signal }: CallContext) => imageWork.hash(file, signal),
  };
}

/** Errors that callers of the primary tell apart. */
export const imageErrors: ErrorTypes = {
  ImageRefused: () => new ImageRefused(),
  TooMuchWork: () => new TooMuchWork(),
  ImageWorkerUnavailable: (message) => Object.assign(new ImageWorkerUnavailable(''), { message }),
};
