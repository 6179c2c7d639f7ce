import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transactionId } from '#contract/shared/base.ts';
import { errorCodeOf, type SignedIn, startTestApp, type TestApp } from '../../testing/harness.ts';
import { openStream } from '../../testing/streams.ts';
import { buildDepositForm, buildImage, upload } from '../../testing/upload.ts';

let app: TestApp;
let admin: SignedIn;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  [admin, user] = [await app.admin(), await app.newUser()];
});
afterAll(() => app.close());

const names = (sources: { name: string }[]) => sources.map(({ name }) => name);

test('a new source is listed first, and only administrators receive an event', {
  tags: 'section-7.4',
}, async () => {
  const [told, untold] = [await openStream(admin), await openStream(user)];
  await admin.api.sources.create({ name: ' Fair ', isActive: true });
  await told.until((event) => event.entity === 'source' && event.op === 'insert');
  const hidden = await admin.api.sources.create({ name: 'Old', isActive: false });
  expect(names(await admin.api.sources.list()).slice(0, 2)).toEqual(['Old', 'Fair']);
  expect(names(await admin.api.sources.listActive())[0]).toBe('Fair');
  await admin.api.sources.update({ id: hidden.id, isActive: true });
  expect(names(await admin.api.sources.listActive())[0]).toBe('Old');
  expect(untold.seen.map(({ entity }) => entity)).toEqual(['ready']);
  await Promise.all([told.close(), untold.close()]);
});

test.each([
  ['', 'SOURCE_NAME_TOO_SHORT'],
  [' a ', 'SOURCE_NAME_TOO_SHORT'],
  ['🎪', 'SOURCE_NAME_TOO_SHORT'],
  ['\u202E\u202E\u202E', 'SOURCE_NAME_TOO_SHORT'],
  ['x'.repeat(10_000), 'INVALID_INPUT'],
])('refuses the name of a source with too few or too many characters', async (name, code) => {
  const { create, update, list } = admin.api.sources;
  const before = await list();
  expect(await errorCodeOf(create({ name, isActive: true }))).toBe(code);
  expect(await errorCodeOf(update({ id: before[0]?.id ?? '', name }))).toBe(code);
  expect(await list()).toEqual(before);
});

test('refuses a source name that is in use in any spelling, also when adding concurrently', async () => {
  const { create, update, remove } = admin.api.sources;
  const made = await create({ name: 'Summer Camp', isActive: false });
  for (const name of ['Summer Camp', ' summer  CAMP ', 'Ｓummer Camp']) {
    expect(await errorCodeOf(create({ name, isActive: true }))).toBe('SOURCE_NAME_TAKEN');
  }
  const other = await create({ name: 'Winter Camp', isActive: true });
  const rename = { id: other.id, name: 'SUMMER CAMP' };
  expect(await errorCodeOf(update(rename))).toBe('SOURCE_NAME_TAKEN');
  await update({ id: made.id, name: 'summer camp' });
  const twins = await Promise.allSettled(
    Array.from({ length: 4 }, () => create({ name: 'Twins', isActive: true })),
  );
  expect(twins.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await remove({ id: made.id });
  await update(rename);
});

test('a deleted source is in no list and can’t be assigned; its deposits keep the name', async () => {
  const { id } = await admin.api.sources.create({ name: '=Camp 2026', isActive: true });
  const approve = async (sourceId: string) => {
    const body = await buildImage();
    const form = buildDepositForm();
    const sent = await upload(app, { cookie: user.cookie, path: '/files/deposits', form, body });
    const deposit = transactionId.parse(sent.body.id);
    const decision = { ids: [deposit], decision: 'approved' as const, sourceId };
    await admin.api.review.decide({ ...decision, requestKey: randomUUID() });
    return deposit;
  };
  const approved = await approve(id);
  await admin.api.sources.remove({ id });
  expect(names(await admin.api.sources.list())).not.toContain('=Camp 2026');
  expect(names(await admin.api.sources.listActive())).not.toContain('=Camp 2026');
  expect(await errorCodeOf(approve(id))).toBe('SOURCE_NOT_FOUND');
  const { sourceName } = await admin.api.transactions.get({ id: approved });
  expect(sourceName).toBe('=Camp 2026');
  expect(await errorCodeOf(admin.api.sources.remove({ id }))).toBe('SOURCE_NOT_FOUND');
  const revive = admin.api.sources.update({ id, isActive: true });
  expect(await errorCodeOf(revive)).toBe('SOURCE_NOT_FOUND');
});
