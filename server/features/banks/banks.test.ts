import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorCodeOf, type SignedIn, startTestApp, type TestApp } from '../../testing/harness.ts';
import { openStream } from '../../testing/streams.ts';

let app: TestApp;
let admin: SignedIn;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  [admin, user] = [await app.admin(), await app.newUser()];
});
afterAll(() => app.close());

const names = async () => (await user.api.banks.listActive()).map(({ name }) => name);

test('adds, changes and deletes a bank, and users’ lists are updated', {
  tags: 'section-4',
}, async () => {
  const stream = await openStream(user);
  const bank = await admin.api.banks.create({ name: ' AU Bank ', code: ' AUBL ' });
  expect(bank).toMatchObject({ name: 'AU Bank', code: 'AUBL' });
  await stream.until((event) => event.entity === 'bank' && event.op === 'insert');
  expect((await names())[0]).toBe('AU Bank');
  await admin.api.banks.update({ ...bank, id: bank.id.toUpperCase(), name: 'AU Small Finance' });
  expect((await names())[0]).toBe('AU Small Finance');
  await admin.api.banks.remove({ id: bank.id });
  await stream.until((event) => event.entity === 'bank' && event.op === 'delete');
  expect(await names()).not.toContain('AU Small Finance');
  const [row] = await app.deps.db.query('SELECT is_active FROM banks WHERE id = $1', [bank.id]);
  expect(row).toEqual({ is_active: false });
  await stream.close();
});

test('refuses a bank name that is in use until the bank with that name is deleted', async () => {
  const { create, update, remove } = admin.api.banks;
  const bank = await create({ name: 'Harbour Bank', code: 'HRBR' });
  const twin = { name: 'harbour  bank', code: 'OTHER' };
  expect(await errorCodeOf(create(twin))).toBe('BANK_NAME_TAKEN');
  const other = await create({ name: 'Coastal Bank', code: 'CSTL' });
  expect(await errorCodeOf(update({ ...other, ...twin }))).toBe('BANK_NAME_TAKEN');
  await update({ ...bank, code: 'HRB' });
  await remove({ id: bank.id });
  await create(twin);
});

test.each([
  { name: '', code: 'X' },
  { name: 'X', code: ' ' },
  { name: '\u2066\u2069', code: 'X' },
])('requires a name and a code of a bank: %o', async (form) => {
  const before = await user.api.banks.listActive();
  const [{ id } = { id: '' }] = before;
  expect(await errorCodeOf(admin.api.banks.create(form))).toBe('BANK_FIELDS_REQUIRED');
  expect(await errorCodeOf(admin.api.banks.update({ id, ...form }))).toBe('BANK_FIELDS_EMPTY');
  expect(await user.api.banks.listActive()).toEqual(before);
});

test('refuses a bank name of 10,000 characters', async () => {
  const create = admin.api.banks.create({ name: 'x'.repeat(10_000), code: 'X' });
  expect(await errorCodeOf(create)).toBe('INVALID_INPUT');
});
