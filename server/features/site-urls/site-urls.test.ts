import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorCodeOf, type SignedIn, startTestApp, type TestApp } from '../../testing/harness.ts';
import { openStream } from '../../testing/streams.ts';

let app: TestApp;
let admin: SignedIn;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  [admin, user] = [await app.admin(), await app.newUser()];
});
beforeEach(() => app.deps.db.query('DELETE FROM site_urls'));
afterAll(() => app.close());

function create(changes: object = {}) {
  return admin.api.siteUrls.create({ title: 'Help', url: 'https://example.com', ...changes });
}

test('sorts site links, shows users active ones only, and publishes changes to all users', {
  tags: 'section-6',
}, async () => {
  const stream = await openStream(user);
  await create({ title: 'Second', displayOrder: 2 });
  await create({ title: 'First', description: ' How to pay ', displayOrder: 1 });
  await create({ title: 'Hidden', displayOrder: 0, isActive: false });
  await stream.until((event) => event.entity === 'siteUrl' && event.op === 'insert');
  const titles = (links: { title: string }[]) => links.map(({ title }) => title);
  expect(titles(await admin.api.siteUrls.list())).toEqual(['Hidden', 'First', 'Second']);
  const shown = await user.api.siteUrls.listActive();
  expect(titles(shown)).toEqual(['First', 'Second']);
  expect(shown[0]).toMatchObject({ url: 'https://example.com', description: 'How to pay' });
  await stream.close();
});

test.each<[string, unknown, number]>([
  ['nothing', undefined, 0],
  ['less than 0', -1, 0],
  ['a fraction', 1.5, 0],
  ['not a number', null, 0],
  ['a word', 'first', 0],
  ['a number', 7, 7],
])(
  'normalizes the display order of a site link: %s',
  { tags: 'section-5' },
  async (_, displayOrder, kept) => {
    expect((await create({ displayOrder })).displayOrder).toBe(kept);
  },
);

test.each([
  [{ title: ' ' }, 'TITLE_REQUIRED'],
  [{ url: '' }, 'INVALID_URL'],
  [{ url: 'example.com' }, 'INVALID_URL'],
  [{ url: 'javascript:alert(document.cookie)' }, 'INVALID_URL'],
  [{ url: 'https://good.example@evil.example' }, 'INVALID_URL'],
  [{ title: 'x'.repeat(10_000) }, 'INVALID_INPUT'],
  [{ url: `https://example.com/${'x'.repeat(10_000)}` }, 'INVALID_INPUT'],
])('refuses a site link with %o: %s', async (changes, code) => {
  expect(await errorCodeOf(create(changes))).toBe(code);
  const { id } = await create();
  expect(await errorCodeOf(admin.api.siteUrls.update({ id, ...changes }))).toBe(code);
  expect(await admin.api.siteUrls.list()).toHaveLength(1);
});

test('an update of a site link changes only the given fields, and shows a look-alike host in ASCII', async () => {
  const { id } = await create({ description: 'Here', displayOrder: 3 });
  const changed = await admin.api.siteUrls.update({ id, isActive: false });
  expect(changed).toMatchObject({ description: 'Here', displayOrder: 3, isActive: false });
  const { url } = await admin.api.siteUrls.update({ id, url: 'https://аpple.com' });
  expect(url).toBe('https://xn--pple-43d.com/');
});
