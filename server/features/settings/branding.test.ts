import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { BRAND_IMAGES } from '#contract/branding/rules.ts';
import { settingTable } from '#contract/settings/table.ts';
import { buildApp } from '#server/app/app.ts';
import { DatabaseOutage } from '#server/base/outages.ts';
import { createEventHub } from '#server/platform/events/event-hub.ts';
import { errorCodeOf, type SignedIn, startTestApp, type TestApp } from '#server/testing/harness.ts';
import { buildImage, upload } from '#server/testing/upload.ts';

const NAME = `Ravi's <Paisa> & "Co"`;
const GREEN = '#0b7a4b';
const LONG = { timeout: 30_000 };
const built = {
  'index.html': `<head><meta name="brand-icon" content="%BRAND_ICON%"><link rel="icon" type="image/svg+xml" href="/favicon.svg" />
    <svg width="56"><path/></svg><meta name="brand-shades" content="%BRAND_SHADES%"><title>%PRODUCT_NAME%</title></head>
    <rect fill="#2747df"></body>`,
  'manifest.webmanifest':
    '{"name":"%PRODUCT_NAME%","theme_color":"#2747df","icons":[{"src":"/icons/icon-192.png"}],"screenshots":[{"src":"/screenshots/home.png"}]}',
  'manifest-ta.webmanifest': '{"name":"%PRODUCT_NAME%"}',
  'favicon.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#2747df"/></svg>',
  'sw.js': 'revision("%PAGE_REVISION%")',
  '.vite/manifest.json': '{"index.html":{"file":"assets/index.js"}}',
};

let app: TestApp;
let admin: SignedIn;
let projectDir: string;
let servers: FastifyInstance[];

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
  projectDir = await mkdtemp(path.join(tmpdir(), 'wallet-brand-'));
  await writeFile(path.join(projectDir, 'package.json'), '{"version":"1.0.0"}');
  for (const [name, text] of Object.entries(built)) {
    const file = path.join(projectDir, 'dist/web', name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const config = { ...app.deps.config, projectDir };
  const events = createEventHub(app.deps);
  await events.start();
  servers = [
    await buildApp({ ...app.deps, config }),
    await buildApp({ ...app.deps, config, events }),
  ];
  servers[1]?.addHook('onClose', () => events.close());
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await app.close();
  await rm(projectDir, { recursive: true });
});
beforeEach(async () => {
  const { brandName, brandColor } = settingTable;
  await admin.api.settings.save({ brandName: brandName.default, brandColor: brandColor.default });
  for (const image of BRAND_IMAGES) await admin.api.settings.removeBrandImage({ image });
  await shownBy('/favicon.svg', '#2747df');
  await shownBy('/manifest.webmanifest', '/icons/icon-192.png"');
});

/** Waits until every server shows a text. */
async function shownBy(url: string, text: string): Promise<string[]> {
  const read = () => Promise.all(servers.map((server) => server.inject(url)));
  await vi.waitFor(async () => {
    for (const { body } of await read()) expect(body).toContain(text);
  }, LONG);
  return (await read()).map(({ body }) => body);
}

test('a saved name and colour are in the pages, manifests and icon of every server without a restart', async () => {
  const [before] = await shownBy('/sw.js', 'revision');
  const [plain] = await shownBy('/login', '<title>the product wallet</title>');
  expect(plain).toContain('content=""');
  await shownBy('/manifest.webmanifest', '/screenshots/home.png');
  await admin.api.settings.save({ brandName: NAME, brandColor: GREEN });
  const pages = await shownBy('/login', "Ravi's &lt;Paisa&gt; &amp; &quot;Co&quot;");
  const { shades } = await admin.api.settings.brand();
  for (const page of pages) {
    expect(page).toContain(`content="${shades?.join(' ')}"`);
    expect(page).toContain(`<rect fill="${GREEN}">`);
  }
  const [manifest = ''] = await shownBy('/manifest.webmanifest', GREEN);
  // The pictures would show the product's colour.
  const icons = [{ src: `/icons/icon-192.png?v=${GREEN.slice(1)}` }];
  expect(JSON.parse(manifest)).toEqual({ name: NAME, theme_color: GREEN, icons });
  const [tamil = ''] = await shownBy('/manifest-ta.webmanifest', 'Paisa');
  expect(JSON.parse(tamil)).toEqual({ name: NAME });
  await shownBy('/favicon.svg', GREEN);
  const [after] = await shownBy('/sw.js', 'revision');
  expect(after).not.toBe(before);
});

test('the texts before the login are cached by ETag and read no database', async () => {
  const [server] = servers;
  const first = await server?.inject('/manifest.webmanifest');
  const { etag } = first?.headers ?? {};
  const query = vi.spyOn(app.deps.db.pool, 'query');
  const connect = vi.spyOn(app.deps.db.pool, 'connect');
  const headers = { 'if-none-match': String(etag) };
  const again = await server?.inject({ url: '/manifest.webmanifest', headers });
  const page = await server?.inject('/login');
  expect([again?.statusCode, page?.statusCode]).toEqual([304, 200]);
  expect([query.mock.calls, connect.mock.calls]).toEqual([[], []]);
  vi.restoreAllMocks();
});

test('users read the brand; its shades are missing for the colour of the product', async () => {
  const user = await app.newUser();
  const { brandName, brandColor } = settingTable;
  expect(await user.api.settings.brand()).toEqual({
    name: brandName.default,
    color: brandColor.default,
    shades: null,
    logo: null,
    icon: null,
  });
  await admin.api.settings.save({ brandColor: GREEN });
  expect(await user.api.settings.brand()).toMatchObject({
    color: GREEN,
    shades: expect.arrayContaining([GREEN]),
  });
  expect(await errorCodeOf(app.client().settings.brand())).toBe('MISSING_SESSION');
});

test.each(['#ffcc00', '#757575', '#2747DF', 'red', ''])('refuses the colour %j', async (color) => {
  const call = admin.api.settings.save({ brandColor: color });
  expect(await errorCodeOf(call)).toBe('INVALID_BRAND_COLOR');
});

test('refuses an empty name', async () => {
  const call = admin.api.settings.save({ brandName: ' \u202e ' });
  expect(await errorCodeOf(call)).toBe('BRAND_NAME_REQUIRED');
});

test('describes a colour that cannot be read, with the nearest one that can', async () => {
  const yellow = await admin.api.settings.brandColors({ color: '#ffcc00' });
  expect(yellow.isReadable).toBe(false);
  expect(yellow.contrasts.text).toBeLessThan(4.5);
  const darker = await admin.api.settings.brandColors({ color: yellow.readable });
  expect(darker.isReadable).toBe(true);
  await admin.api.settings.save({ brandColor: yellow.readable });
  const user = await app.newUser();
  expect(await errorCodeOf(user.api.settings.brandColors({ color: GREEN }))).toBe('ADMIN_REQUIRED');
});

const setImage = (image: string, body: Buffer, cookie = admin.cookie) =>
  upload(app, { cookie, method: 'PUT', path: `/files/brand-images/${image}`, form: {}, body });
const inMemory = (url: string) =>
  Promise.all(servers.map(async (server) => (await server.inject(url)).rawPayload));
const filesOfBrand = () =>
  app.deps.db.query<{ id: string }>(`SELECT id FROM files WHERE kind = 'brand-images'`);

test('an uploaded icon becomes the icons of the app, the tab and the first paint, before the login too', async () => {
  const set = await setImage('icon', await buildImage('png', { width: 400, height: 300 }));
  expect(set.status).toBe(200);
  const address = String(set.body.icon);
  const [page = ''] = await shownBy('/login', `content="${address}"`);
  const version = address.replace('/brand/', '');
  expect(page).toContain(`type="image/png" href="/icons/icon-192.png?v=${version}"`);
  expect(page).toContain(`<img src="${address}"`);
  for (const [name, side] of [
    ['icon-192', 192],
    ['icon-512', 512],
    ['maskable-512', 512],
    ['apple-touch-icon', 180],
  ] as const) {
    for (const bytes of await inMemory(`/icons/${name}.png`)) {
      const { format, width, height } = await sharp(bytes).metadata();
      expect([format, width, height]).toEqual(['png', side, side]);
    }
  }
  const [maskable = Buffer.alloc(0)] = await inMemory('/icons/maskable-512.png');
  expect((await sharp(maskable).stats()).isOpaque).toBe(true);
  const answer = await servers[0]?.inject(address);
  expect(answer?.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'image/png',
  });
  const headers = { 'if-none-match': String(answer?.headers.etag) };
  expect((await servers[0]?.inject({ url: address, headers }))?.statusCode).toBe(304);
});

test('a replaced and a removed image are deleted, and audited', async () => {
  const first = await setImage('logo', await buildImage('webp', { width: 900, height: 200 }));
  const [row] = await filesOfBrand();
  expect(first.body.logo).toBe(`/brand/${row?.id}`);
  const second = await setImage('logo', await buildImage('jpeg'));
  expect(second.body.logo).not.toBe(first.body.logo);
  const removed = await admin.api.settings.removeBrandImage({ image: 'logo' });
  expect(removed.logo).toBeNull();
  expect(await admin.api.settings.removeBrandImage({ image: 'icon' })).toMatchObject({
    icon: null,
  });
  expect(await filesOfBrand()).toEqual([]);
  const records = await app.deps.db.query(
    `SELECT before->>'image' AS image, after->>'fileId' AS after FROM audit_log
     WHERE action = 'brand-image.update' ORDER BY seq DESC LIMIT 2`,
  );
  expect(records).toEqual([
    { image: 'logo', after: null },
    { image: 'logo', after: String(second.body.logo).replace('/brand/', '') },
  ]);
  await vi.waitFor(async () => {
    const answers = await Promise.all(servers.map((one) => one.inject(String(second.body.logo))));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
  }, LONG);
});

test('refuses small icons, other files, unknown images and callers without the permission', async () => {
  const small = await setImage('icon', await buildImage('png', { width: 400, height: 191 }));
  expect([small.status, small.body.code]).toEqual([400, 'BRAND_ICON_TOO_SMALL']);
  const svg = await setImage('logo', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  expect(svg.body.code).toBe('FILE_TYPE');
  const image = await buildImage();
  expect((await setImage('banner', image)).status).toBe(404);
  const reviewer = await app.newUser({ role: 'admin', adminRole: 'reviewer' });
  expect((await setImage('logo', image, reviewer.cookie)).body.code).toBe('PERMISSION_REQUIRED');
  expect(await filesOfBrand()).toEqual([]);
});

test('an image can be fetched as soon as the response has its address', async () => {
  for (const format of ['png', 'webp'] as const) {
    const set = await setImage('logo', await buildImage(format));
    const answers = await Promise.all(servers.map((one) => one.inject(String(set.body.logo))));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  }
});

test('an image that is not known is unavailable while the database is, and missing afterwards', async () => {
  const statusOf = async () => (await servers[0]?.inject('/brand/none'))?.statusCode;
  const query = vi.spyOn(app.deps.db, 'query').mockRejectedValue(new DatabaseOutage('away'));
  expect(await statusOf()).toBe(503);
  query.mockRestore();
  expect(await statusOf()).toBe(404);
});
