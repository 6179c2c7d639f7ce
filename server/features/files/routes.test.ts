import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, startTestApp, type TestApp } from '#server/testing/harness.ts';
import { describeStorages, type TestStorage } from '#server/testing/storages.ts';
import { buildImage, makeDeposit } from '#server/testing/upload.ts';

describeStorages('images stored', (openStorage) => {
  let storage: TestStorage;
  let app: TestApp;
  let user: SignedIn;
  let url: string;
  let stored: Buffer;
  let etag: string;
  beforeAll(async () => {
    storage = await openStorage();
    app = await startTestApp({ files: storage.files });
    user = await app.newUser();
    const image = await buildImage('png', { width: 300, height: 200 });
    await makeDeposit(app, { cookie: user.cookie, image });
    const [file] = await app.deps.db.query<{ id: string; storageKey: string; sha256: string }>(
      'SELECT id, storage_key AS "storageKey", sha256 FROM files',
    );
    url = `/files/receipts/${file?.id}`;
    etag = `"${file?.sha256}"`;
    stored = await storage.files.get(file?.storageKey ?? '');
  });
  afterAll(async () => {
    await app.close();
    await storage.close();
  });

  async function ask(headers: Record<string, string> = {}, init: RequestInit = {}) {
    const answer = await fetch(`${app.baseUrl}${url}`, {
      ...init,
      headers: { cookie: user.cookie, ...headers },
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, headers: answer.headers, bytes };
  }

  test('returns an image that only this browser may cache', async () => {
    const { status, headers, bytes } = await ask();
    expect(status).toBe(200);
    expect(bytes.equals(stored)).toBe(true);
    expect(Object.fromEntries(headers)).toMatchObject({
      etag,
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=3600, immutable',
      'content-disposition': `inline; filename="receipts-${url.split('/').at(-1)}.png"`,
      'content-length': String(stored.length),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'content-type': 'image/png',
      vary: expect.stringContaining('cookie'),
    });
    const head = await ask({}, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(stored.length));
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
  });

  test.each([
    ['bytes=10-19', 10, 20],
    ['bytes=100-', 100, undefined],
    ['bytes=-7', -7, undefined],
  ])('returns only the requested part for the range %s', async (range, start, end) => {
    const { status, headers, bytes } = await ask({ range });
    const part = stored.subarray(start, end);
    expect([status, bytes.equals(part)]).toEqual([206, true]);
    const first = stored.indexOf(part);
    const expected = `bytes ${first}-${first + part.length - 1}/${stored.length}`;
    expect(headers.get('content-range')).toBe(expected);
  });

  test('refuses a range beyond the end, and ignores multiple and unsupported ranges', async () => {
    const beyond = await ask({ range: `bytes=${stored.length}-` });
    expect([beyond.status, beyond.bytes.length]).toEqual([416, 0]);
    expect(beyond.headers.get('content-range')).toBe(`bytes */${stored.length}`);
    for (const range of ['bytes=0-1,10-11', 'pages=1-2', 'bytes=x']) {
      const { status, bytes } = await ask({ range });
      expect([status, bytes.equals(stored)]).toEqual([200, true]);
    }
    const other = { range: 'bytes=0-1', 'if-range': '"other"' };
    expect((await ask(other)).status).toBe(200);
    expect((await ask({ ...other, 'if-range': etag })).status).toBe(206);
  });

  test('returns 304 for an image that the browser has cached', async () => {
    // Without this header, fetch adds no-cache to conditional requests.
    const kept = { 'cache-control': 'max-age=0' };
    const known = await ask({ ...kept, 'if-none-match': `"other", W/${etag}` });
    expect([known.status, known.bytes.length]).toEqual([304, 0]);
    expect(known.headers.get('etag')).toBe(etag);
    const since = new Date(app.clock.now().getTime() + 60_000).toUTCString();
    expect((await ask({ ...kept, 'if-modified-since': since })).status).toBe(304);
    expect((await ask({ 'if-match': '"other"' })).status).toBe(412);
    expect((await ask({ 'if-match': etag })).status).toBe(200);
  });

  test('returns 404 for another user’s image, and for an image that is missing in the store', async () => {
    const { cookie } = await app.newUser();
    expect((await ask({ cookie })).status).toBe(404);
    expect(
      (await ask({ cookie, 'cache-control': 'max-age=0', 'if-none-match': etag })).status,
    ).toBe(404);
    await app.deps.db.query(`UPDATE files SET storage_key = 'receipts/2026-01/gone.png'`);
    expect(await ask()).toMatchObject({ status: 404 });
  });
});
