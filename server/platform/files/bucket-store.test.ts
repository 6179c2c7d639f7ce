import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '../../base/ids.ts';
import { type SignedIn, startTestApp, type TestApp } from '../../testing/harness.ts';
import { type KeyService, startKeyService } from '../../testing/key-service.ts';
import { startObjectStore, type TestObjectStore } from '../../testing/object-store.ts';
import { hoursLater } from '../../testing/storages.ts';
import { GUEST, hasSwift, OWNER } from '../../testing/swift.ts';
import { buildDepositForm, buildImage, upload } from '../../testing/upload.ts';
import { BadSettings } from '../config/settings-sources.ts';
import { openBucketStore } from './bucket-store.ts';
import { NoSuchFile, StoreOutage } from './failures.ts';
import { sweepOrphans } from './orphans.ts';
import type { FileStore } from './store.ts';

/** Short enough for a test, long enough for successful calls on a loaded machine. */
const limits = { callMs: 4000, connectMs: 2000, attemptMs: 2000, stallMs: 2000 };
/** Larger than socket buffers. */
const SIZE = 8_000_000;
const all = { start: 0, end: SIZE - 1 };
const KEY = 'qr-codes/one/long';

describe.skipIf(!hasSwift)('files in a bucket', () => {
  let store: TestObjectStore;
  let drafts: string;
  let files: FileStore;
  let app: TestApp;
  let user: SignedIn;
  let image: Buffer;
  beforeAll(async () => {
    store = await startObjectStore();
    drafts = await mkdtemp(`${tmpdir()}/wallet-drafts-`);
    files = openBucketStore(store.bucket, drafts, limits);
    app = await startTestApp({ files });
    user = await app.newUser();
    image = await buildImage();
  });
  beforeEach(() => store.change({}));
  afterAll(async () => {
    await app.close();
    await store.close();
    await rm(drafts, { recursive: true });
  });

  function deposit(form = buildDepositForm()) {
    return upload(app, { cookie: user.cookie, path: '/files/deposits', form, body: image });
  }

  async function countDeposits(): Promise<number> {
    return (await app.deps.db.query('SELECT 1 FROM transactions')).length;
  }

  async function readyz(): Promise<{ status: number; body: unknown }> {
    const answer = await fetch(`${app.baseUrl}/readyz`);
    return { status: answer.status, body: await answer.json() };
  }

  async function statusOf(fileId: string): Promise<number> {
    const headers = { cookie: user.cookie };
    return (await fetch(`${app.baseUrl}/files/receipts/${fileId}`, { headers })).status;
  }

  const UNAVAILABLE = { status: 503, body: { code: 'FILES_UNAVAILABLE' } };

  test.each([
    ['dead', { isDead: true }],
    ['silent', { silentAfterBytes: 0 }],
  ])(
    'reports FILES_UNAVAILABLE while the store is %s, keeps other requests working, and loses no file',
    async (_, weather) => {
      const before = await countDeposits();
      expect((await deposit()).status).toBe(200);
      const [{ id = '' } = {}] = await app.deps.db.query<{ id: string }>(
        'SELECT id FROM files ORDER BY id DESC LIMIT 1',
      );
      store.change(weather);
      const form = buildDepositForm();
      const [refused, unread] = await Promise.all([deposit(form), statusOf(id)]);
      expect(refused).toMatchObject(UNAVAILABLE);
      expect(unread).toBe(503);
      const failures = { files: expect.any(String) };
      const degraded = { status: 200, body: { status: 'degraded', failures } };
      await expect.poll(readyz, { timeout: 10_000 }).toMatchObject(degraded);
      expect(await user.api.balances.current()).toBeDefined();
      expect(await countDeposits()).toBe(before + 1);
      store.change({});
      const again = await deposit(form);
      expect(again).toMatchObject({ status: 200 });
      expect(await deposit(form)).toEqual(again);
      expect(await countDeposits()).toBe(before + 2);
      expect(await statusOf(id)).toBe(200);
      await expect.poll(readyz, { timeout: 10_000 }).toMatchObject({ body: { status: 'ready' } });
    },
  );

  test('resumes an interrupted download with a range request', async () => {
    const bytes = Buffer.alloc(SIZE, 'rupees');
    await files.put(KEY, bytes);
    store.change({ breakAfterBytes: 3_000_000, breaks: 2 });
    expect((await buffer(await files.read(KEY, all))).equals(bytes)).toBe(true);
    store.change({ breakAfterBytes: 3_000_000, breaks: 1 });
    const part = await files.read(KEY, { start: 1000, end: 7_000_000 });
    expect((await buffer(part)).equals(bytes.subarray(1000, 7_000_001))).toBe(true);
  });

  test('a download that keeps breaking off fails for the reader and is never returned as complete', async () => {
    await files.put(KEY, Buffer.alloc(SIZE));
    store.change({ breakAfterBytes: 20_000, breaks: 99 });
    const reading = buffer(await files.read(KEY, all));
    await expect(reading).rejects.toThrow(StoreOutage);
    await expect(files.get(KEY)).rejects.toThrow(StoreOutage);
  });

  test('a body without new data times out, and a slow reader does not', async () => {
    await files.put(KEY, Buffer.alloc(SIZE));
    const stallMs = 1000;
    const hasty = openBucketStore(store.bucket, drafts, { ...limits, stallMs });
    const chunks = (await hasty.read(KEY, all))[Symbol.asyncIterator]();
    let size = (await chunks.next()).value.length;
    await new Promise((resolve) => setTimeout(resolve, stallMs * 1.2)); // Here the reader pauses, not the store.
    for await (const chunk of { [Symbol.asyncIterator]: () => chunks }) size += chunk.length;
    expect(size).toBe(SIZE);
    store.change({ silentAfterBytes: 20_000 });
    await expect(hasty.read(KEY, all).then(buffer)).rejects.toThrow(StoreOutage);
  });

  test('the orphan sweep removes a file whose upload was not acknowledged, unless it is in use', async () => {
    store.change({ breaks: 99 });
    const key = `receipts/2026-01/${newId()}.jpg`;
    await expect(files.put(key, image)).rejects.toThrow(StoreOutage);
    store.change({});
    expect(await files.list('receipts/2026-01')).toMatchObject([{ key }]);
    await files.put(`staged/${newId()}`, Buffer.from(key));
    await sweepOrphans(app.deps, hoursLater(2));
    expect(await files.list('receipts/2026-01')).toEqual([]);
  });

  test('a store that delays each response slows requests down and fails none', async () => {
    store.change({ delayMs: 200 });
    const before = await countDeposits();
    expect((await deposit()).status).toBe(200);
    expect(await countDeposits()).toBe(before + 1);
    await files.put(KEY, Buffer.alloc(SIZE, 'paise'));
    const part = await buffer(await files.read(KEY, { start: 5, end: 9 }));
    expect(part.toString()).toBe('paise');
    await files.remove(KEY);
    await expect(files.get(KEY)).rejects.toThrow(NoSuchFile);
  });

  test('lists more than one page of objects', async () => {
    const keys = Array.from({ length: 12 }, (_, number) => `receipts/2025-01/${number + 10}`);
    const at = new Date('2026-11-22T10:00:00Z');
    for (const key of keys) await store.leave(key, Buffer.of(1), at);
    const listed = await files.list('receipts/2025-01');
    expect(listed).toEqual(keys.map((key) => ({ key, writtenAt: at })));
    expect(await files.isEmpty()).toBe(false);
  });

  test.each([
    ['a missing bucket', { name: 'no-such-bucket' }, /there is no such bucket/],
    [
      'an unknown key',
      { key: { ...OWNER, keyId: 'test:nobody' } },
      /does not know the key, or its secret is another/,
    ],
    [
      'a wrong secret',
      { key: { ...OWNER, secret: 'no-log-may-hold-this' } },
      /does not know the key, or its secret is/,
    ],
    ['a key without rights', { key: GUEST }, /the key may not list what is in the bucket/],
    ['another region', { region: 'eu-west-1' }, /the bucket is in another region/],
  ])(
    'refuses to start with %s, and names the problem in a sentence',
    async (_, wrong, sentence) => {
      const opened = openBucketStore({ ...store.bucket, ...wrong }, drafts, limits);
      const refused = opened.prepare(new Date());
      await expect(refused).rejects.toThrow(BadSettings);
      await expect(refused).rejects.toThrow(sentence);
      await expect(refused).rejects.not.toThrow(/no-log-may-hold-this/);
    },
  );

  describe('without a key in the settings', () => {
    let keys: KeyService;
    let unlocked: FileStore;
    beforeEach(async () => {
      keys = await startKeyService(OWNER);
      vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', keys.url);
      // The client looks for keys in files first.
      for (const name of ['AWS_SHARED_CREDENTIALS_FILE', 'AWS_CONFIG_FILE'])
        vi.stubEnv(name, '/dev/null');
      unlocked = openBucketStore({ ...store.bucket, key: undefined }, drafts, limits);
    });
    afterEach(async () => {
      vi.unstubAllEnvs();
      await keys.close();
    });

    test('fetches keys from the service of the environment, once while they are valid', async () => {
      await unlocked.prepare(new Date());
      await unlocked.put(KEY, Buffer.from('rupees'));
      expect(String(await unlocked.get(KEY))).toBe('rupees');
      expect(keys.issued).toBe(1);
    });

    test('fetches new keys when the former ones have expired, and signs with those', async () => {
      keys.lifeMs = -1000;
      await unlocked.put(KEY, Buffer.from('rupees'));
      const before = keys.issued;
      keys.key = GUEST;
      await expect(unlocked.get(KEY)).rejects.toThrow(StoreOutage);
      keys.key = { ...OWNER, secret: 'a later secret' };
      await expect(unlocked.get(KEY)).rejects.toThrow(StoreOutage);
      keys.key = OWNER;
      expect(String(await unlocked.get(KEY))).toBe('rupees');
      expect(keys.issued).toBeGreaterThanOrEqual(before + 3);
    });

    test.each(['failing', 'silent'] as const)(
      'fails in time as an outage while the service of keys is %s, and recovers',
      async (mood) => {
        keys.mood = mood;
        const bucket = { ...store.bucket, key: undefined };
        const callMs = mood === 'silent' ? 500 : limits.callMs;
        const hasty = openBucketStore(bucket, drafts, { ...limits, callMs });
        await expect(hasty.prepare(new Date())).rejects.toThrow(StoreOutage);
        keys.mood = 'well';
        await unlocked.put(KEY, Buffer.from('paise'));
        expect(String(await unlocked.get(KEY))).toBe('paise');
      },
    );
  });

  test('a store that is temporarily unreachable does not prevent the start', async () => {
    store.change({ isDead: true });
    await expect(files.prepare(new Date())).rejects.toThrow(StoreOutage);
  });
});
