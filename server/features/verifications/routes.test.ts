import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateSecretKey, parseSecretKeys } from '#server/base/keys.ts';
import { writeActivity } from '#server/platform/commands/activity.ts';
import { type SignedIn, startTestApp, type TestApp } from '#server/testing/harness.ts';
import { TEST_SECRET_KEY } from '#server/testing/secrets.ts';
import { buildImage, upload } from '#server/testing/upload.ts';
import { resealFileKeys } from '../../platform/files/file-keys.ts';

let app: TestApp;
let owner: SignedIn;
let id: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.newUser();
  const { status, body } = await send(owner, { kind: 'aadhaar', number: '2341 2341 2346' });
  expect([status, body.lastFour]).toEqual([200, '2346']);
  id = String(body.id);
});
afterAll(() => app.close());

const send = async ({ cookie }: SignedIn, form: object) =>
  upload(app, { cookie, path: '/files/documents', form, body: await buildImage() });
const read = (who: Pick<SignedIn, 'cookie'>, init: RequestInit = {}) =>
  fetch(`${app.baseUrl}/files/documents/${id}`, { ...init, headers: { cookie: who.cookie } });
const viewsOf = async (viewer: SignedIn) => {
  await writeActivity(app.deps);
  return app.deps.db.query(
    `SELECT entity_id AS id FROM audit_log WHERE action = 'document.view' AND actor_id = $1`,
    [viewer.userId],
  );
};

test('its owner reads a document as an image that nothing may store', async () => {
  const response = await read(owner);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  expect((await read(owner, { method: 'HEAD' })).status).toBe(200);
  expect(await viewsOf(owner)).toEqual([]);
});

test('administrators and auditors read it, which is recorded, and other accounts cannot', async () => {
  for (const adminRole of ['administrator', 'auditor'] as const) {
    const viewer = await app.newUser({ role: 'admin', adminRole });
    expect((await read(viewer)).status).toBe(200);
    expect(await viewsOf(viewer)).toEqual([{ id }]);
  }
  for (const adminRole of ['reviewer', 'support'] as const) {
    const viewer = await app.newUser({ role: 'admin', adminRole });
    expect((await read(viewer)).status).toBe(403);
  }
  expect((await read(await app.newUser())).status).toBe(404);
  expect((await read({ cookie: '' })).status).toBe(401);
});

test('a document stays readable after a rotation of the key, and not without its key', async () => {
  const { secrets, query } = app.deps.db;
  const use = (...keys: string[]) => secrets.use(parseSecretKeys(keys.join()) ?? []);
  const newKey = generateSecretKey();
  use(newKey, TEST_SECRET_KEY);
  const report = await resealFileKeys({ query, secrets }, new AbortController().signal);
  expect(report).toEqual({ sealed: 1, left: 0, unreadable: 0 });
  use(TEST_SECRET_KEY);
  expect((await read(owner)).status).toBe(503);
  use(newKey);
  expect((await read(owner)).status).toBe(200);
});

test('refuses documents without a key to encrypt them', async () => {
  const { secrets } = app.deps.db;
  secrets.use([]);
  const { status, body } = await send(owner, { kind: 'selfie' });
  expect([status, body.code]).toEqual([503, 'DOCUMENTS_UNAVAILABLE']);
  expect(await owner.api.verifications.current()).toMatchObject({ isAvailable: false });
});

test('refuses an unknown kind and a file that is no image', async () => {
  app.deps.db.secrets.use(parseSecretKeys(TEST_SECRET_KEY) ?? []);
  expect((await send(owner, { kind: 'passport' })).status).toBe(422);
  const pdf = { path: '/files/documents', form: { kind: 'pan' }, body: Buffer.from('%PDF-1.7') };
  const { status, body } = await upload(app, { cookie: owner.cookie, ...pdf });
  expect([status, body.code]).toEqual([415, 'FILE_TYPE']);
});
