import { readFile, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Disk, type DriveFile } from 'flydrive';
import pLimit from 'p-limit';
import type { Bucket } from '../config/file-settings.ts';
import { BadSettings } from '../config/settings-sources.ts';
import { BucketDriver, type BucketLimits, USUAL_LIMITS } from './bucket-driver.ts';
import { diskWrites } from './disk-writes.ts';
import { newDraft, removeDrafts } from './drafts.ts';
import { NoSuchFile, StoreOutage } from './failures.ts';
import type { ByteRange, FileStore } from './store.ts';

/** Drafts held in memory, to be sent again if a call fails. */
const MAX_SENDING = 8;
const ATTEMPTS = 3;

export function openBucketStore(
  bucket: Bucket,
  drafts: string,
  limits: BucketLimits = USUAL_LIMITS,
): FileStore {
  const driver = new BucketDriver(bucket, limits);
  const disk = new Disk(driver);
  const sending = pLimit(MAX_SENDING);
  const put = (key: string, bytes: Buffer) => ask(() => disk.put(key, bytes));
  const remove = (key: string) => ask(() => disk.delete(key));
  const list = async (folder: string) =>
    Promise.all(
      (await listAll(disk, folder)).map(async (file) => ({
        key: file.key,
        // flydrive already has the metadata from the list.
        writtenAt: (await file.getMetaData()).lastModified,
      })),
    );
  return {
    place: `s3://${bucket.name}`,
    put,
    newDraft: () => newDraft(drafts),
    adopt: (draft, key) =>
      sending(async () => {
        await put(key, await readFile(draft));
        await diskWrites.run(() => rm(draft));
      }),
    get: async (key) => Buffer.from(await ask(() => disk.getBytes(key))),
    async read(key, range) {
      const get = (part: ByteRange) => ask(() => driver.getPart(key, part));
      return Readable.from(goOn(get, await get(range), { ...range, ...limits }), {
        objectMode: false,
      });
    },
    remove,
    list,
    removeOldDrafts: (before) => removeDrafts(drafts, before),
    isEmpty: async () => {
      const { objects } = await ask(() => driver.listAll('/', { recursive: true }));
      return [...objects].length === 0;
    },
    async prepare() {
      await driver.listAll('staged', { maxResults: 1 }).catch((error) => refuse(error, bucket));
    },
  };
}

async function listAll(disk: Disk, folder: string): Promise<DriveFile[]> {
  const found: DriveFile[] = [];
  let paginationToken: string | undefined;
  do {
    const options = paginationToken ? { paginationToken } : {};
    const page = await ask(() => disk.listAll(folder, options));
    for (const entry of page.objects) if (entry.isFile) found.push(entry);
    paginationToken = page.paginationToken;
  } while (paginationToken);
  return found;
}

/** Yields the bytes of a range. If the body breaks off, requests the rest from that position. */
async function* goOn(
  get: (range: ByteRange) => Promise<Readable>,
  first: Readable,
  { start, end, stallMs }: ByteRange & BucketLimits,
): AsyncGenerator<Buffer> {
  let [body, position] = [first, start];
  for (let attempt = 1; ; attempt += 1) {
    try {
      for await (const chunk of unstalled(body, stallMs)) {
        position += chunk.length;
        yield chunk;
      }
      throw new Error('It ended before its end');
    } catch (error) {
      if (position > end) return;
      if (attempt === ATTEMPTS) throw new StoreOutage(error);
    }
    body = await get({ start: position, end });
  }
}

/** Times only the store: the timeout does not run while the reader pauses. */
async function* unstalled(body: Readable, stallMs: number): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const timer = setTimeout(() => body.destroy(new Error('Nothing came')), stallMs);
      const next = await chunks.next().finally(() => clearTimeout(timer));
      if (next.done) return;
      yield next.value;
    }
  } finally {
    body.destroy();
  }
}

async function ask<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    const cause = causeOf(error);
    if (cause instanceof Error && cause.name === 'NoSuchKey') {
      throw new NoSuchFile('There is no such file', { cause });
    }
    throw new StoreOutage(cause);
  }
}

function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause ? error.cause : error;
}

/** Failures that persist until someone changes a setting. Retrying helps against all others. */
const REFUSALS: Record<string, string> = {
  NoSuchBucket: 'there is no such bucket',
  InvalidAccessKeyId: 'the store does not know the key',
  // Swift also returns this for an unknown key.
  SignatureDoesNotMatch: 'the store does not know the key, or its secret is another one',
  AccessDenied: 'the key may not list what is in the bucket',
  PermanentRedirect: 'the bucket is in another region',
  AuthorizationHeaderMalformed: 'the bucket is in another region',
};

function refuse(error: unknown, { name }: Bucket): never {
  const refusal = error instanceof Error && REFUSALS[error.name];
  if (!refusal) throw new StoreOutage(error);
  throw new BadSettings([
    `FILES_URL and FILES_SECRET: the bucket ${name} can't be used: ${refusal}`,
  ]);
}
