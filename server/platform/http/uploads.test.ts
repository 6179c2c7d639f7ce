import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { MAX_UPLOAD_BYTES, MAX_UPLOAD_SIDE } from '#contract/uploads/rules.ts';
import { type SignedIn, startTestApp, type TestApp } from '../../testing/harness.ts';
import { pngBomb } from '../../testing/png.ts';
import {
  describeStorages,
  hoursLater,
  openTestFolder,
  type TestStorage,
} from '../../testing/storages.ts';
import { buildDepositForm, buildImage, upload } from '../../testing/upload.ts';
import { boundWrites, DiskWrites } from '../files/disk-writes.ts';
import { createImageWork } from '../files/image-work.ts';
import { createImageWorker } from '../files/image-workers.ts';
import { sweepOrphans } from '../files/orphans.ts';
import type { FileStore } from '../files/store.ts';

/** On a busy machine. */
const PATIENCE_MS = 60_000;

let storage: TestStorage;
let app: TestApp;
let user: SignedIn;

function sendReceipt(body: Buffer, contentType = 'image/jpeg', form: object = buildDepositForm()) {
  return upload(app, { cookie: user.cookie, path: '/files/deposits', form, body, contentType });
}

const storedFiles = () => storage.listEverything();

async function lastFile() {
  const [file] = await app.deps.db.query<{ storage_key: string; width: number; height: number }>(
    'SELECT storage_key, width, height FROM files ORDER BY id DESC LIMIT 1',
  );
  return file;
}

async function countDeposits(): Promise<number> {
  return (await app.deps.db.query('SELECT 1 FROM transactions')).length;
}

/** Builds a JPEG file of `size` bytes. The padding follows the end of the image. */
async function padTo(size: number): Promise<Buffer> {
  const image = await buildImage('jpeg');
  return Buffer.concat([image, Buffer.alloc(size - image.length)]);
}

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const html = Buffer.from('<!doctype html><script>alert(1)</script>');

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length / 2);
}

describeStorages('uploads with files', (openStorage) => {
  beforeAll(async () => {
    storage = await openStorage();
    app = await startTestApp({ files: storage.files });
    user = await app.newUser();
  });
  afterAll(async () => {
    await app.close();
    await storage.close();
  });

  test.each<[string, () => Promise<Buffer> | Buffer, number, string]>([
    ['HTML with the content type of a JPEG', () => html, 415, 'FILE_TYPE'],
    ['SVG', () => svg, 415, 'FILE_TYPE'],
    ['GIF', () => buildImage('gif'), 415, 'FILE_TYPE'],
    ['PDF', () => Buffer.from('%PDF-1.7\n'), 415, 'FILE_TYPE'],
    ['JSON', () => Buffer.from('{}'), 415, 'FILE_TYPE'],
    ['an empty body', () => Buffer.alloc(0), 400, 'FILE_REQUIRED'],
    ['5 MB and one byte', () => padTo(MAX_UPLOAD_BYTES + 1), 413, 'FILE_TOO_LARGE'],
    ['10 MB', () => Buffer.alloc(10 * 1024 * 1024), 413, 'FILE_TOO_LARGE'],
    ['256 megapixels', () => pngBomb(16_000, 16_000), 413, 'FILE_TOO_MANY_PIXELS'],
    ['a column of 39 megapixels', () => pngBomb(1, 39_000_000), 413, 'FILE_TOO_MANY_PIXELS'],
    [
      'an image wider than the limit',
      () => pngBomb(MAX_UPLOAD_SIDE + 1, 1),
      413,
      'FILE_TOO_MANY_PIXELS',
    ],
    [
      'only the first bytes of a JPEG',
      () => Buffer.from('ffd8ffe000104a464946', 'hex'),
      400,
      'FILE_UNREADABLE',
    ],
    [
      'half a JPEG',
      async () => half(await buildImage('jpeg', { width: 400 })),
      400,
      'FILE_UNREADABLE',
    ],
    [
      'half a PNG',
      async () => half(await buildImage('png', { width: 400 })),
      400,
      'FILE_UNREADABLE',
    ],
    [
      'half a WebP',
      async () => half(await buildImage('webp', { width: 400 })),
      400,
      'FILE_UNREADABLE',
    ],
  ])('refuses %s as a receipt and changes nothing', async (_, build, status, code) => {
    const before = await countDeposits();
    const files = await storedFiles();
    const body = await build();
    for (const contentType of ['image/jpeg', 'application/json', 'text/html']) {
      expect(await sendReceipt(body, contentType)).toMatchObject({ status, body: { code } });
    }
    expect(await countDeposits()).toBe(before);
    expect(await storedFiles()).toEqual(files);
  });

  test.each(['jpeg', 'png', 'webp'] as const)(
    'accepts a %s whatever its declared content type',
    async (format) => {
      const sent = await sendReceipt(await buildImage(format), 'application/octet-stream');
      expect(sent.status).toBe(200);
      const [file] = await app.deps.db.query<{ storage_key: string; content_type: string }>(
        'SELECT storage_key, content_type FROM files ORDER BY id DESC LIMIT 1',
      );
      expect(file?.content_type).toBe(`image/${format}`);
      const { format: stored } = await sharp(
        await app.deps.files.get(file?.storage_key ?? ''),
      ).metadata();
      expect(stored).toBe(format);
    },
  );

  test('accepts exactly 5 MB, and does not keep bytes after the image', async () => {
    expect((await sendReceipt(await padTo(MAX_UPLOAD_BYTES))).status).toBe(200);
    const [file] = await app.deps.db.query<{ byte_size: number }>(
      'SELECT byte_size FROM files ORDER BY id DESC LIMIT 1',
    );
    expect(file?.byte_size).toBeLessThan(100_000);
  });

  test('accepts an image with the maximum side length', async () => {
    expect((await sendReceipt(pngBomb(1, MAX_UPLOAD_SIDE))).status).toBe(200);
    expect(await lastFile()).toMatchObject({ width: 1, height: MAX_UPLOAD_SIDE });
  });

  test('removes metadata and rotates the image upright', async () => {
    const exif = { IFD0: { Copyright: 'SECRET-PLACE' } };
    const taken = await sharp(await buildImage('jpeg', { width: 60, height: 40 }))
      .withExif(exif)
      .withMetadata({ orientation: 6, exif })
      .toBuffer();
    expect(taken.includes('SECRET-PLACE')).toBe(true);
    expect((await sendReceipt(taken)).status).toBe(200);
    const file = await lastFile();
    expect(file).toMatchObject({ width: 40, height: 60 });
    const kept = await app.deps.files.get(file?.storage_key ?? '');
    expect(kept.includes('SECRET-PLACE')).toBe(false);
    expect((await sharp(kept).metadata()).exif).toBeUndefined();
  });

  test.each([
    ['no form', ''],
    ['a form that is not JSON', Buffer.from('amount=1').toString('base64url')],
    ['a form without its key', Buffer.from('{"amount":"1"}').toString('base64url')],
    ['a form of other types', Buffer.from('[1]').toString('base64url')],
  ])('refuses %s as malformed', async (_, header) => {
    const body = await buildImage();
    const sent = await upload(app, { cookie: user.cookie, path: '/files/deposits', header, body });
    expect(sent).toMatchObject({ status: 422, body: { code: 'INVALID_INPUT' } });
  });

  test('refuses unauthenticated uploads before reading their body', async () => {
    const body = Buffer.alloc(30 * 1024 * 1024);
    const sent = await upload(app, { path: '/files/deposits', form: buildDepositForm(), body });
    expect(sent).toMatchObject({ status: 401, body: { code: 'MISSING_SESSION' } });
  });

  test('a refused command stores no file', async () => {
    const before = await storedFiles();
    const sent = await sendReceipt(
      await buildImage(),
      'image/jpeg',
      buildDepositForm({ amount: '-1' }),
    );
    expect(sent).toMatchObject({ status: 400, body: { code: 'INVALID_DEPOSIT_AMOUNT' } });
    expect(await storedFiles()).toEqual(before);
  });

  test('a repeated command keeps only the first image', async () => {
    const form = buildDepositForm();
    const body = await buildImage();
    const first = await sendReceipt(body, 'image/jpeg', form);
    const before = await storedFiles();
    const second = await sendReceipt(body, 'image/jpeg', form);
    expect(second).toEqual(first);
    expect(await storedFiles()).toEqual(before);
  });

  test('a failed write stores nothing, and a successful one the whole file', async () => {
    await storage.leave('qr-codes/one/a', 'first', new Date());
    const { files } = storage;
    await expect(files.adopt('/no/such/draft', 'qr-codes/one/b')).rejects.toThrow();
    const draft = await files.newDraft();
    await writeFile(draft, 'second');
    await files.adopt(draft, 'qr-codes/one/a');
    expect(await files.list('qr-codes/one')).toMatchObject([{ key: 'qr-codes/one/a' }]);
    expect((await files.get('qr-codes/one/a')).toString()).toBe('second');
    expect(await readdir(storage.drafts)).toEqual([]);
  });
});

test('refuses and logs an upload when no process can be started for its image', async () => {
  const logged: { level: number; msg: string }[] = [];
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });
  // At the process limit, Node.js emits `error` and never `exit`.
  const unstartable = () => fork('none.js', { execPath: '/no/such/program' });
  const imageWork = createImageWork(undefined, () => createImageWorker(unstartable));
  const crowded = await startTestApp({ imageWork, log });
  const { cookie } = await crowded.newUser();
  const form = buildDepositForm();
  const body = await buildImage();
  const sent = await upload(crowded, { cookie, path: '/files/deposits', form, body });
  await crowded.close();
  expect(sent).toMatchObject({ status: 503, body: { code: 'FILES_UNAVAILABLE' } });
  const ERROR = 50;
  expect(logged.filter(({ level }) => level >= ERROR).map(({ msg }) => msg)).toEqual([
    'image worker could not be started: uploads are refused',
  ]);
});

test('an upload to a disk that stopped is refused in time, and its repetition stores it once', async () => {
  const storage = await openTestFolder();
  onTestFinished(() => storage.close());
  const disk = new AbortController();
  const stopped: FileStore = {
    ...storage.files,
    async adopt(...given) {
      if (!disk.signal.aborted) await once(disk.signal, 'abort');
      await storage.files.adopt(...given);
    },
  };
  const limits = { atOnce: 2, limitMs: 200 };
  const writes = new DiskWrites(limits);
  const slow = await startTestApp({ files: boundWrites(stopped, writes) });
  onTestFinished(() => slow.close());
  const { cookie } = await slow.newUser();
  const [form, body] = [buildDepositForm(), await buildImage()];
  const send = () => upload(slow, { cookie, path: '/files/deposits', form, body });
  // The first two hold both turns of writes.
  for (let n = 0; n < 3; n += 1) {
    expect(await send()).toMatchObject({ status: 503, body: { code: 'FILES_UNAVAILABLE' } });
  }
  disk.abort();
  limits.limitMs = PATIENCE_MS;
  await vi.waitFor(() => expect(writes.isStopped).toBe(false), { timeout: PATIENCE_MS });
  expect((await send()).status).toBe(200);
  const { db } = slow.deps;
  expect(await db.query('SELECT 1 FROM transactions')).toHaveLength(1);
  await sweepOrphans(slow.deps, hoursLater(2));
  const [kept] = await db.query<{ key: string }>('SELECT storage_key AS key FROM files');
  const everything = await storage.listEverything();
  expect(everything.map((file) => path.relative(path.dirname(storage.drafts), file))).toEqual([
    kept?.key,
  ]);
});

test('a deposit that its sender cancels while the receipt is stored is not made later', async () => {
  const imageWork = createImageWork();
  const left = new AbortController();
  const checked = new AbortController();
  const enter: typeof imageWork.enter = async (...args) => {
    const leave = await imageWork.enter(...args);
    return () => {
      leave();
      left.abort();
    };
  };
  const slow = await startTestApp({ imageWork: { ...imageWork, enter } });
  onTestFinished(() => slow.close());
  const person = await slow.newUser();
  const sending = new AbortController();
  const { adopt } = slow.deps.files;
  let isStored = false;
  Object.assign(slow.deps.files, {
    async adopt(...args: Parameters<typeof adopt>) {
      sending.abort();
      if (!checked.signal.aborted) await once(checked.signal, 'abort');
      await adopt(...args);
      isStored = true;
    },
  });
  const form = buildDepositForm();
  const sent = fetch(`${slow.baseUrl}/files/deposits`, {
    method: 'POST',
    headers: {
      cookie: person.cookie,
      'content-type': 'image/jpeg',
      'wallet-form': Buffer.from(JSON.stringify(form)).toString('base64url'),
    },
    body: new Uint8Array(await buildImage()),
    signal: sending.signal,
  });
  await expect(sent).rejects.toThrow();
  if (!left.signal.aborted) await once(left.signal, 'abort');
  const { requestKey } = form;
  expect(await person.api.transactions.cancelUnreceived({ requestKey })).toEqual({ request: null });
  checked.abort();
  await expect.poll(() => isStored).toBe(true);
  await expect.poll(() => slow.deps.files.list('staged')).toEqual([]);
  expect(await person.api.transactions.cancelUnreceived({ requestKey })).toEqual({ request: null });
  expect(await slow.deps.files.list('receipts')).toEqual([]);
});
