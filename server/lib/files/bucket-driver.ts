import { Readable } from 'node:stream';
import { S3Client } from '@aws-sdk/client-s3';
import { S3Driver } from 'flydrive/drivers/s3';
import type { Bucket } from './settings.ts';
import type { ByteRange } from './store.ts';

/** How long a bucket is waited for, in milliseconds. */
export interface BucketLimits {
  /** A call with all its attempts and, but for streams, its answer's body. */
  callMs: number;
  connectMs: number;
  /** Until an attempt has its answer's header. */
  attemptMs: number;
  /** A body that brings nothing for so long has broken off. */
  stallMs: number;
}

/** A call takes less than the database allows an idle transaction: some are made inside one. */
export const USUAL_LIMITS: BucketLimits = {
  callMs: 9000,
  connectMs: 2000,
  attemptMs: 4000,
  stallMs: 5000,
};
const ATTEMPTS = 3;
const MAX_CONNECTIONS = 64;

/** flydrive's driver of the S3 protocol, with reading from a place on, and with limits in time for every call. */
export class BucketDriver extends S3Driver {
  readonly #client: S3Client;
  readonly #name: string;
  readonly #callMs: number;

  constructor(bucket: Bucket, limits: BucketLimits) {
    const client = openClient(bucket, limits);
    // Buckets are closed to others by their policy; most refuse access lists of single objects today.
    super({ client, bucket: bucket.name, visibility: 'private', supportsACL: false });
    this.#client = client;
    this.#name = bucket.name;
    this.#callMs = limits.callMs;
  }

  /** Begins to read a part of an object; what it returns can last for as long as it is read. */
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
  const { region, endpoint, keyId, secret } = bucket;
  const agent = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
  const client = new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId: keyId, secretAccessKey: secret },
    maxAttempts: ATTEMPTS,
    retryMode: 'standard',
    requestHandler: {
      connectionTimeout: limits.connectMs,
      requestTimeout: limits.attemptMs,
      throwOnRequestTimeout: true,
      // A person who reads slowly is no fault of the store's.
      socketTimeout: 0,
      httpAgent: agent,
      httpsAgent: agent,
    },
    // The signature covers the bytes already, and stores other than Amazon's refuse its newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
  });
  limitCalls(client, limits.callMs);
  return client;
}

/** flydrive hands no signal to the client, so each call that brings none gets one here. */
function limitCalls(client: S3Client, callMs: number): void {
  const send = client.send.bind(client) as (command: unknown, options: object) => unknown;
  const limited = (command: unknown, options: object = {}) =>
    send(command, { abortSignal: AbortSignal.timeout(callMs), ...options });
  client.send = limited as typeof client.send; // it hands on what it is given
}
