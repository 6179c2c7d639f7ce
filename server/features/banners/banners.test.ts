import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_BANNER_BYTES } from '#contract/banners/rules.ts';
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
beforeEach(() => app.deps.db.query('DELETE FROM ad_banners'));
afterEach(() => app.deps.db.query('DELETE FROM carousel_settings'));
afterAll(() => app.close());

async function send(changes: Partial<Upload> = {}) {
  const body = changes.body ?? (await buildImage());
  const form = { title: 'Diwali', isActive: true };
  return upload(app, { cookie: admin.cookie, path: '/files/banners', form, ...changes, body });
}

async function create(title: string, more: object = {}): Promise<string> {
  const { status, body } = await send({ form: { title, isActive: true, ...more } });
  expect(status).toBe(200);
  return String(body.id);
}

const places = async () =>
  (await admin.api.banners.list()).map(({ title, displayOrder }) => `${displayOrder} ${title}`);

const statusOf = async (url: unknown, cookie: string) =>
  (await fetch(`${app.baseUrl}${url}`, { headers: { cookie } })).status;

describe('adding a banner', () => {
  test('appends the banner and notifies all users; users see active banners only', {
    tags: ['section-4', 'section-6'],
  }, async () => {
    const stream = await openStream(user);
    const { status, body } = await send({
      form: {
        title: ' Diwali ',
        description: 'Offer',
        linkUrl: 'https://example.com',
        isActive: true,
      },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      title: 'Diwali',
      description: 'Offer',
      linkUrl: 'https://example.com',
      displayOrder: 0,
    });
    await stream.until((event) => event.entity === 'banner' && event.op === 'insert');
    await create('Hidden', { isActive: false });
    await create('Pongal');
    expect(await places()).toEqual(['0 Diwali', '1 Hidden', '2 Pongal']);
    const shown = await user.api.banners.listActive();
    expect(shown.banners.map(({ title }) => title)).toEqual(['Diwali', 'Pongal']);
    expect(await statusOf(body.imageUrl, user.cookie)).toBe(200);
    expect(await statusOf(body.imageUrl, '')).toBe(401);
    await stream.close();
  });

  test('stores an image as WebP that fits the carousel', async () => {
    const { body } = await send({ body: await buildImage('png', { width: 2000, height: 500 }) });
    const image = await fetch(`${app.baseUrl}${body.imageUrl}`, {
      headers: { cookie: user.cookie },
    });
    expect(image.headers.get('content-type')).toBe('image/webp');
    const { width, height, format } = await sharp(
      Buffer.from(await image.arrayBuffer()),
    ).metadata();
    expect({ width, height, format }).toEqual({ width: 1200, height: 300, format: 'webp' });
  });

  test('ten banners added concurrently get ten positions', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, index) => create(`Banner ${index}`)));
    const orders = (await admin.api.banners.list()).map(({ displayOrder }) => displayOrder);
    expect(orders).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('accepts an image of up to 10 MB', async () => {
    const image = await buildImage('jpeg');
    const body = Buffer.concat([image, Buffer.alloc(MAX_BANNER_BYTES - image.length)]);
    expect((await send({ body })).status).toBe(200);
  });

  test.each<[string, Partial<Upload>, number, string]>([
    ['no title', { form: { title: '  ', isActive: true } }, 400, 'BANNER_TITLE_REQUIRED'],
    ['no image', { body: Buffer.alloc(0) }, 400, 'BANNER_IMAGE_REQUIRED'],
    [
      'an image above the size limit',
      { body: Buffer.alloc(MAX_BANNER_BYTES + 1) },
      413,
      'BANNER_IMAGE_TOO_LARGE',
    ],
    [
      'a script as the image',
      { body: Buffer.from('<svg onload="alert(1)"/>') },
      415,
      'BANNER_IMAGE_TYPE',
    ],
    ['no form', { header: '' }, 422, 'INVALID_INPUT'],
    ['a long title', { form: { title: 'x'.repeat(10_000), isActive: true } }, 422, 'INVALID_INPUT'],
    [
      'a script as the link',
      { form: { title: 'A', linkUrl: 'javascript:alert(1)', isActive: true } },
      400,
      'INVALID_URL',
    ],
    [
      'a link with credentials in the URL',
      { form: { title: 'A', linkUrl: 'https://bank.example@evil.example', isActive: true } },
      400,
      'INVALID_URL',
    ],
  ])('with %s is refused and stores nothing', async (_, changes, status, code) => {
    const files = await app.deps.db.query('SELECT id FROM files');
    expect(await send(changes)).toMatchObject({ status, body: { code } });
    expect(await admin.api.banners.list()).toEqual([]);
    expect(await app.deps.db.query('SELECT id FROM files')).toEqual(files);
  });

  test('shows a look-alike host in its ASCII form, and removes bidirectional overrides from the title', async () => {
    const form = { title: 'Sale\u202E🎉', linkUrl: 'https://аpple.com/x', isActive: true };
    expect((await send({ form })).body).toMatchObject({
      title: 'Sale🎉',
      linkUrl: 'https://xn--pple-43d.com/x',
    });
  });
});

describe('changing a banner', () => {
  test('changes only the given fields', async () => {
    const id = await create('Diwali', { description: 'Offer', linkUrl: 'https://example.com/' });
    expect(await admin.api.banners.update({ id, isActive: false })).toMatchObject({
      title: 'Diwali',
      description: 'Offer',
      linkUrl: 'https://example.com/',
      isActive: false,
    });
    const changed = await admin.api.banners.update({ id, description: '', linkUrl: ' ' });
    expect(changed).toMatchObject({ description: null, linkUrl: null, isActive: false });
    const { update } = admin.api.banners;
    expect(await errorCodeOf(update({ id, title: '' }))).toBe('BANNER_TITLE_REQUIRED');
    expect(await errorCodeOf(update({ id, linkUrl: 'data:text/html,x' }))).toBe('INVALID_URL');
    expect(await errorCodeOf(update({ id: randomUUID(), title: 'A' }))).toBe('BANNER_NOT_FOUND');
  });

  test('replaces the image, and removes the old one', async () => {
    const first = await send();
    const path = `/files/banners/${first.body.id}`;
    const second = await send({ method: 'PUT', path, form: { title: 'New' } });
    expect(second.body).toMatchObject({ id: first.body.id, title: 'New', isActive: true });
    await expect.poll(() => statusOf(first.body.imageUrl, user.cookie)).toBe(404);
    expect(await statusOf(second.body.imageUrl, user.cookie)).toBe(200);
    const lost = await send({ method: 'PUT', path: `/files/banners/${randomUUID()}`, form: {} });
    expect(lost).toMatchObject({ status: 404, body: { code: 'BANNER_NOT_FOUND' } });
  });
});

describe('reordering banners', () => {
  test('sets positions 0 to n, and refuses an incomplete list', { tags: 'section-4' }, async () => {
    const [a, b, c] = [await create('A'), await create('B'), await create('C')];
    await admin.api.banners.remove({ id: b });
    const d = await create('D');
    expect(await places()).toEqual(['0 A', '2 C', '3 D']);
    const ordered = await admin.api.banners.reorder({ ids: [d, a, c] });
    expect(ordered.map(({ title }) => title)).toEqual(['D', 'A', 'C']);
    await admin.api.banners.reorder({ ids: [d, a, c] });
    expect(await places()).toEqual(['0 D', '1 A', '2 C']);
    for (const ids of [[d, a], [d, a, b], [d, a, c, c], [d, a, a], []]) {
      expect(await errorCodeOf(admin.api.banners.reorder({ ids }))).toBe('ORDER_CHANGED');
    }
    expect(await places()).toEqual(['0 D', '1 A', '2 C']);
    expect(await create('E')).toBeTruthy();
    expect((await places()).at(-1)).toBe('3 E');
  });

  test('concurrent reorderings end in one of the requested orders', async () => {
    const ids = [await create('A'), await create('B'), await create('C')];
    const backwards = [...ids].reverse();
    await Promise.all([
      admin.api.banners.reorder({ ids }),
      admin.api.banners.reorder({ ids: backwards }),
    ]);
    const kept = (await admin.api.banners.list()).map(({ id }) => id);
    expect([ids, backwards]).toContainEqual(kept);
  });
});

test('deleting a banner removes its image; deleting it again returns BANNER_NOT_FOUND', async () => {
  const { body } = await send();
  const id = String(body.id);
  await admin.api.banners.remove({ id });
  await expect.poll(() => statusOf(body.imageUrl, user.cookie)).toBe(404);
  expect(await errorCodeOf(admin.api.banners.remove({ id }))).toBe('BANNER_NOT_FOUND');
});

test('each slide is shown for 5 s until a duration is saved, then for that duration', async () => {
  const { carousel, setCarousel } = admin.api.banners;
  expect(await carousel()).toEqual({ slideSeconds: 10, saved: false });
  expect((await user.api.banners.listActive()).slideSeconds).toBe(5);
  const stream = await openStream(user);
  await setCarousel({ slideSeconds: 60 });
  await stream.until((event) => event.entity === 'carousel');
  expect(await carousel()).toEqual({ slideSeconds: 60, saved: true });
  expect((await user.api.banners.listActive()).slideSeconds).toBe(60);
  for (const slideSeconds of [4, 61, 5.5, Number.NaN]) {
    expect(await errorCodeOf(setCarousel({ slideSeconds }))).toBe('INVALID_INPUT');
  }
  await stream.close();
});

test('users can’t change banners', async () => {
  const id = await create('A');
  const { banners } = user.api;
  const calls = [
    banners.list(),
    banners.update({ id, title: 'B' }),
    banners.reorder({ ids: [id] }),
    banners.remove({ id }),
    banners.setCarousel({ slideSeconds: 20 }),
  ];
  // Awaits all calls together: a rejection without a handler would count as unhandled.
  const codes = await Promise.all(calls.map(errorCodeOf));
  expect(new Set(codes)).toEqual(new Set(['ADMIN_REQUIRED']));
  expect(await send({ cookie: user.cookie })).toMatchObject({ status: 403 });
  expect(await places()).toEqual(['0 A']);
});
