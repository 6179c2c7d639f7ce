import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#server/base/ids.ts';
import { errorCodeOf, startTestApp, type TestApp } from '#server/testing/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('ships with canned reasons, and administrators add more in any of the languages', async () => {
  const { api } = await app.admin();
  const shipped = await api.settings.reasons();
  expect(shipped).toHaveLength(6);
  expect(shipped.every(({ isActive, texts }) => isActive && texts.en !== '')).toBe(true);
  const added = await api.settings.addReason({ en: ' Wrong app. ', hi: 'गलत ऐप।', ta: ' ' });
  expect(added).toMatchObject({ texts: { en: 'Wrong app.', hi: 'गलत ऐप।' }, isActive: true });
  expect(added.texts).not.toHaveProperty('ta');
  expect((await api.settings.reasons()).at(-1)).toEqual(added);
  expect(await errorCodeOf(api.settings.addReason({ en: ' ', hi: 'x' }))).toBe('REASON_REQUIRED');
  const long = 'x'.repeat(201);
  expect(await errorCodeOf(api.settings.addReason({ en: long }))).toBe('INVALID_INPUT');
});

test('canned reasons for adjustments are listed separately and have separate audit actions', async () => {
  const { api } = await app.admin();
  const shipped = await api.settings.adjustmentReasons();
  expect(shipped.length).toBeGreaterThan(3);
  const rejections = await api.settings.reasons();
  const added = await api.settings.addReason({ kind: 'adjustment', en: 'Gift for Diwali.' });
  expect(await api.settings.adjustmentReasons()).toEqual([...shipped, added]);
  expect(await api.settings.reasons()).toEqual(rejections);
  await api.settings.switchReason({ id: added.id, isActive: false });
  const records = await app.deps.db.query(
    'SELECT action FROM audit_log WHERE entity_id = $1 ORDER BY seq',
    [added.id],
  );
  expect(records).toEqual([
    { action: 'adjustment-reason.insert' },
    { action: 'adjustment-reason.update' },
  ]);
});

test('disabling and enabling a canned reason is audited', async () => {
  const { api } = await app.admin();
  const { id, texts } = await api.settings.addReason({ en: 'Not by UPI.' });
  expect(await api.settings.switchReason({ id, isActive: false })).toMatchObject({
    isActive: false,
  });
  const [record] = await app.deps.db.query(
    'SELECT action, before, after FROM audit_log WHERE entity_id = $1 ORDER BY seq DESC LIMIT 1',
    [id],
  );
  expect(record).toEqual({
    action: 'rejection-reason.update',
    before: { name: texts.en, isActive: true },
    after: { name: texts.en, isActive: false },
  });
  const unknown = api.settings.switchReason({ id: newId(), isActive: true });
  expect(await errorCodeOf(unknown)).toBe('REASON_NOT_FOUND');
});

test('there are at most 30 canned reasons, also when adding concurrently', async () => {
  const { api } = await app.admin();
  const attempts = Array.from({ length: 30 }, (_, n) => api.settings.addReason({ en: `No ${n}.` }));
  const outcomes = await Promise.allSettled(attempts);
  expect(await api.settings.reasons()).toHaveLength(30);
  expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
  expect(await errorCodeOf(api.settings.addReason({ en: 'More.' }))).toBe('TOO_MANY_REASONS');
});

test('users can’t read or add canned reasons', async () => {
  const { api } = await app.newUser();
  expect(await errorCodeOf(api.settings.reasons())).toBe('ADMIN_REQUIRED');
  expect(await errorCodeOf(api.settings.addReason({ en: 'x' }))).toBe('ADMIN_REQUIRED');
});
