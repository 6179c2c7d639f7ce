import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_UPLOAD_BYTES } from '#contract/uploads/rules.ts';
import { errorCodeOf, type SignedIn, startTestApp, type TestApp } from '../../testing/harness.ts';
import { openStream } from '../../testing/streams.ts';
import { buildImage, type Upload, upload } from '../../testing/upload.ts';

let app: TestApp;
let admin: SignedIn;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  [admin, user] = [await app.admin(), await app.newUser()];
});
afterAll(() => app.close());

function buildForm(changes: object = {}) {
  return { name: 'Shop counter', description: 'UPI', isActive: true, ...changes };
}

async function send(changes: Partial<Upload> = {}) {
  const body = await buildImage();
  return upload(app, {
    cookie: admin.cookie,
    path: '/files/qr-codes',
    form: buildForm(),
    body,
    ...changes,
  });
}

function getImage(
  url: unknown,
  headers: Record<string, string> = { cookie: user.cookie },
  method = 'GET',
) {
  // Otherwise fetch adds `Cache-Control: no-cache` to conditional requests.
  const cache = 'force-cache';
  return fetch(`${app.baseUrl}${url}`, { headers, method, cache });
}

async function storedImages(): Promise<number> {
  const month = app.deps.clock.now().toISOString().slice(0, 7);
  return (await app.deps.files.list(`qr-codes/${month}`)).length;
}

test('adding a QR code updates everyone’s list, and users see active codes only', {
  tags: 'section-6',
}, async () => {
  const stream = await openStream(user);
  const { status, body } = await send();
  expect(status).toBe(200);
  expect(body).toMatchObject({ name: 'Shop counter', description: 'UPI', isActive: true });
  await stream.until((event) => event.entity === 'qrCode' && event.op === 'insert');
  await send({ form: buildForm({ name: 'Hidden', isActive: false }) });
  const names = (codes: { name: string }[]) => codes.map((code) => code.name);
  expect(names(await user.api.qrCodes.listActive())).toEqual(['Shop counter']);
  expect(names(await admin.api.qrCodes.list())).toEqual(['Hidden', 'Shop counter']);
  await stream.close();
});

test('changes the name, description and state of a QR code separately', async () => {
  const id = String((await send()).body.id);
  expect(await admin.api.qrCodes.update({ id, isActive: false })).toMatchObject({
    name: 'Shop counter',
    description: 'UPI',
    isActive: false,
  });
  const cleared = await admin.api.qrCodes.update({ id, name: ' New ', description: '' });
  expect(cleared).toMatchObject({ name: 'New', description: null, isActive: false });
  const blank = admin.api.qrCodes.update({ id, name: '   ' });
  expect(await errorCodeOf(blank)).toBe('QR_CODE_NAME_REQUIRED');
});

test('a new image of a QR code replaces the old one, which is removed', async () => {
  const first = (await send()).body;
  const before = await storedImages();
  const path = `/files/qr-codes/${first.id}`;
  const second = (await send({ method: 'PUT', path, form: buildForm({ name: 'Renamed' }) })).body;
  expect(second).toMatchObject({ id: first.id, name: 'Renamed' });
  expect(second.imageUrl).not.toBe(first.imageUrl);
  expect((await getImage(first.imageUrl)).status).toBe(404);
  expect((await getImage(second.imageUrl)).status).toBe(200);
  await expect.poll(storedImages).toBe(before);
});

test('removing a QR code removes its image; removing it again returns QR_CODE_NOT_FOUND', async () => {
  const before = await storedImages();
  const code = (await send()).body;
  const id = String(code.id);
  await admin.api.qrCodes.remove({ id });
  expect((await getImage(code.imageUrl)).status).toBe(404);
  await expect.poll(storedImages).toBe(before);
  expect(await errorCodeOf(admin.api.qrCodes.remove({ id }))).toBe('QR_CODE_NOT_FOUND');
  expect(await errorCodeOf(admin.api.qrCodes.update({ id, name: 'x' }))).toBe('QR_CODE_NOT_FOUND');
});

test('refuses invalid QR codes and keeps no image', async () => {
  const before = await storedImages();
  const unknown = '/files/qr-codes/01890000-0000-7000-8000-000000000000';
  const refusals: [Partial<Upload>, string][] = [
    [{ body: Buffer.alloc(0) }, 'QR_CODE_IMAGE_REQUIRED'],
    [{ body: Buffer.from('<svg/>') }, 'QR_CODE_IMAGE_TYPE'],
    [{ body: Buffer.alloc(MAX_UPLOAD_BYTES + 1) }, 'QR_CODE_IMAGE_TOO_LARGE'],
    [{ form: buildForm({ name: '  ' }) }, 'QR_CODE_NAME_REQUIRED'],
    [{ form: buildForm({ name: 'x'.repeat(121) }) }, 'INVALID_INPUT'],
    [{ method: 'PUT', path: unknown }, 'QR_CODE_NOT_FOUND'],
    [{ method: 'PUT', path: '/files/qr-codes/nonsense' }, 'QR_CODE_NOT_FOUND'],
    [{ cookie: user.cookie }, 'ADMIN_REQUIRED'],
    [{ cookie: '' }, 'MISSING_SESSION'],
  ];
  for (const [changes, code] of refusals) {
    expect((await send(changes)).body).toMatchObject({ code });
  }
  expect(await storedImages()).toBe(before);
});

test('serves a QR image to signed-in users, cacheable and only as an image', async () => {
  const { imageUrl } = (await send()).body;
  const image = await getImage(imageUrl);
  const bytes = Buffer.from(await image.arrayBuffer());
  expect(image.status).toBe(200);
  expect(Object.fromEntries(image.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': `${bytes.length}`,
    'cache-control': 'private, max-age=3600, immutable',
    vary: expect.stringMatching(/cookie/i),
    'x-content-type-options': 'nosniff',
    'content-disposition': expect.stringMatching(
      /^inline; filename="qr-codes-[\da-f-]{36}\.jpeg"$/,
    ),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'accept-ranges': 'bytes',
  });
  const head = await getImage(imageUrl, { cookie: user.cookie }, 'HEAD');
  expect(head.headers.get('content-length')).toBe(`${bytes.length}`);
  expect((await head.arrayBuffer()).byteLength).toBe(0);
  const etag = image.headers.get('etag') ?? '';
  const unchanged = await getImage(imageUrl, { cookie: user.cookie, 'if-none-match': etag });
  expect(unchanged.status).toBe(304);
  expect((await getImage(imageUrl, {})).status).toBe(401);
});

test('serves a byte range of a QR image', async () => {
  const { imageUrl } = (await send()).body;
  const whole = Buffer.from(await (await getImage(imageUrl)).arrayBuffer());
  const range = (value: string) => getImage(imageUrl, { cookie: user.cookie, range: value });
  const part = await range('bytes=2-5');
  expect(part.status).toBe(206);
  expect(part.headers.get('content-range')).toBe(`bytes 2-5/${whole.length}`);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(2, 6));
  const beyond = await range(`bytes=${whole.length}-`);
  expect(beyond.status).toBe(416);
  expect(beyond.headers.get('content-range')).toBe(`bytes */${whole.length}`);
  expect((await beyond.arrayBuffer()).byteLength).toBe(0);
});
