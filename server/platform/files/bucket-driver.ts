import { Readable } from 'node:stream';
import { S3Client } from '@aws-sdk/client-s3';
import { S3Driver } from 'flydrive/drivers/s3';
import type { Bucket } from '../config/file-settings.ts';
import type { ByteRange } from './store.ts';

export interface BucketLimits {
  /** A call with all its attempts and, except for streams, the response body. */
  callMs: number;
  connectMs: number;
  /** One attempt, until its response headers arrive. */
  attemptMs: number;
  /** Time without data after which a body counts as broken off. */
  stallMs: number;
}

/** Shorter than the database's limit for idle transactions, because some calls are made inside a transaction. */
export const USUAL_LIMITS: BucketLimits = {
  callMs: 9000,
  connectMs: 2000,
  attemptMs: 4000,
  stallMs: 5000,
};
const ATTEMPTS = 3;
const MAX_CONNECTIONS = 64;

export class BucketDriver extends S3Driver {
  readonly #client: S3Client;
  readonly #name: string;
  readonly #callMs: number;

  constructor(bucket: Bucket, limits: BucketLimits) {
    const client = openClient(bucket, limits);
    // The bucket's policy keeps objects private; most buckets reject access lists of single objects.
    super({ client, bucket: bucket.name, visibility: 'private', supportsACL: false });
    this.#client = client;
    this.#name = bucket.name;
    this.#callMs = limits.callMs;
  }

  async getPart(key: string, { start, end }: ByteRange): Promise<Readable> {
    const part = { Bucket: this.#name, Key: key, Range: `bytes=${start}-${end}` };
    const command = this.createGetObjectCommand(this.#client, part);
    const overdue = new AbortController();
    const timer = setTimeout(() => overdue.abort(), this.#callMs);
    try {
      const { Body } = await this.#client.send(command, { abortSignal: overdue.signal });
      if (Body instanceof Readable) return Body;
      throw new Error('An object came without a body');
    } finally {
      clearTimeout(timer);
    }
  }
}

function openClient(bucket: Bucket, limits: BucketLimits): S3Client {
  const { region, endpoint, key } = bucket;
  const agent = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
  const client = new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    // Otherwise Amazon's client finds keys, and new ones before they expire.
    ...(key && { credentials: { accessKeyId: key.keyId, secretAccessKey: key.secret } }),
    maxAttempts: ATTEMPTS,
    retryMode: 'standard',
    requestHandler: {
      connectionTimeout: limits.connectMs,
      requestTimeout: limits.attemptMs,
      throwOnRequestTimeout: true,
      // A client that reads slowly is not a fault of the store.
      socketTimeout: 0,
      httpAgent: agent,
      httpsAgent: agent,
    },
    // The signature already covers the bytes, and stores other than Amazon's reject the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
  });
  limitCalls(client, limits.callMs);
  return client;
}

/** flydrive passes no abort signal to the client, so each call without one gets it here. */
function limitCalls(client: S3Client, callMs: number): void {
  const send = client.send.bind(client) as (
    command: unknown,
    options: Abortable,
  ) => Promise<unknown>;
  const limited = (command: unknown, options?: Abortable) => {
    const { abortSignal = AbortSignal.timeout(callMs) } = options ?? {};
    // The client does not pass the signal on to services of keys.
    return Promise.race([send(command, { ...options, abortSignal }), rejectOn(abortSignal)]);
  };
  client.send = limited as typeof client.send; // Passes on its arguments unchanged.
}

interface Abortable {
  abortSignal?: AbortSignal;
}

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
