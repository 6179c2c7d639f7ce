import type { Registry } from 'prom-client';
import type { OpenConnection } from '../http/connections.ts';
import type { CountedRequest } from '../http/flood-guard.ts';

export interface AdmissionRequest {
  address: string;
  deviceOf: string | undefined;
  now: Date;
}

/** An admitted login. */
export interface Admission {
  succeed(): void;
  fail(now: Date, seconds?: number): void;
}

/** Limits that hold for all processes of a server together, and their metrics. */
export interface Shared {
  /** Counts a request of a network. Requests to other processes may be counted some milliseconds later. */
  countRequest(network: string): CountedRequest;
  countKeyRequest(keyId: string): Promise<CountedRequest>;
  /** Throws TOO_MANY_ATTEMPTS with `seconds`. */
  admitLogin(request: AdmissionRequest): Promise<Admission>;
  /** Counts a connection until the returned function is called; calls `refuse` if there are too many. */
  openConnection: OpenConnection;
  publishMetrics(registry: Registry): void;
  readMetrics(): Promise<string>;
}
