import { randomUUID } from 'node:crypto';
import {
  CreateBucketCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Bucket } from '../platform/config/file-settings.ts';
import { openStoreProxy, type Weather } from './store-proxy.ts';
import { OWNER, startSwift } from './swift.ts';

const REGION = 'us-east-1';

/** A bucket, with direct access to its objects for tests. */
export interface TestBucket {
  bucket: Bucket;
  settings: { FILES_URL: string; FILES_SECRET: string };
  /** Writes an object as if it had been written at that time. */
  leave(key: string, content: Buffer, at: Date): Promise<void>;
  listKeys(): Promise<string[]>;
}

/** OpenStack Swift with one bucket, behind a proxy that can simulate failures. */
export interface TestObjectStore extends TestBucket {
  addBucket(): Promise<TestBucket>;
  change(weather: Partial<Weather>): void;
  close(): Promise<void>;
}

/** Requires `hasSwift`. */
export async function startObjectStore(): Promise<TestObjectStore> {
  const swift = await startSwift();
  const proxy = await openStoreProxy(swift.port);
  const client = new S3Client({
    region: REGION,
    endpoint: `http://127.0.0.1:${swift.port}`,
    forcePathStyle: true,
    credentials: { accessKeyId: OWNER.keyId, secretAccessKey: OWNER.secret },
  });
  const addBucket = () => newBucket(client, `http://127.0.0.1:${proxy.port}`);
  return {
    ...(await addBucket()),
    addBucket,
    change: proxy.change,
    async close() {
      client.destroy();
      await proxy.close();
      await swift.close();
    },
  };
}

async function newBucket(client: S3Client, endpoint: string): Promise<TestBucket> {
  const name = `test-${randomUUID()}`;
  await client.send(new CreateBucketCommand({ Bucket: name }));
  const query = new URLSearchParams({ region: REGION, 'key-id': OWNER.keyId, endpoint });
  return {
    bucket: { name, region: REGION, endpoint, key: OWNER },
    settings: { FILES_URL: `s3://${name}?${query}`, FILES_SECRET: OWNER.secret },
    async leave(key, content, at) {
      const Metadata = { 'written-at': String(at.getTime() / 1000) };
      await client.send(new PutObjectCommand({ Bucket: name, Key: key, Body: content, Metadata }));
    },
    async listKeys() {
      const keys: string[] = [];
      for await (const { Contents } of paginateListObjectsV2({ client }, { Bucket: name }))
        for (const { Key } of Contents ?? []) keys.push(String(Key));
      return keys;
    },
  };
}
