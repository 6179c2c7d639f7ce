import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { settingTable } from '#contract/settings/table.ts';
import { buildApp } from '#server/app.ts';
import { createEventHub } from '#server/platform/events/event-hub.ts';
import { errorCodeOf, type SignedIn, startTestApp, type TestApp } from '#server/testing/harness.ts';

const NAME = `Ravi's <Paisa> & "Co"`;
const GREEN = '#0b7a4b';
const built = {
  'index.html': `<head><meta name="brand-shades" content="%BRAND_SHADES%"><title>%PRODUCT_NAME%</title></head>
    <rect fill="#2747df"></body>`,
  'manifest.webmanifest': '{"name":"%PRODUCT_NAME%","theme_color":"#2747df"}',
  'manifest-ta.webmanifest': '{"name":"%PRODUCT_NAME%"}',
  'favicon.svg': '<svg><rect fill="#2747df"/></svg>',
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
  await shownBy('/favicon.svg', '#2747df');
});

/** Waits until every server shows a text. */
async function shownBy(url: string, text: string): Promise<string[]> {
  const read = () => Promise.all(servers.map((server) => server.inject(url)));
  await vi.waitFor(
    async () => {
      for (const { body } of await read()) expect(body).toContain(text);
    },
    { timeout: 30_000 },
  );
  return (await read()).map(({ body }) => body);
}

test('a saved name and colour are in the pages, manifests and icon of every server without a restart', async () => {
  const [before] = await shownBy('/sw.js', 'revision');
  const [plain] = await shownBy('/login', '<title>the product wallet</title>');
  expect(plain).toContain('content=""');
  await admin.api.settings.save({ brandName: NAME, brandColor: GREEN });
  const pages = await shownBy('/login', "Ravi's &lt;Paisa&gt; &amp; &quot;Co&quot;");
  const { shades } = await admin.api.settings.brand();
  for (const page of pages) {
    expect(page).toContain(`content="${shades?.join(' ')}"`);
    expect(page).toContain(`<rect fill="${GREEN}">`);
  }
  const [manifest = ''] = await shownBy('/manifest.webmanifest', GREEN);
  expect(JSON.parse(manifest)).toEqual({ name: NAME, theme_color: GREEN });
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
    ...{ name: brandName.default, color: brandColor.default, shades: null },
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
