import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorCodeOf, startTestApp, type TestApp } from '../../testing/harness.ts';
import { openStream } from '../../testing/streams.ts';
import { buildDepositForm, buildImage, upload } from '../../testing/upload.ts';
import { getServiceInfo } from './service.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('an administrator sees the version, the database and the runtime', async () => {
  const { api } = await app.admin();
  const file = path.join(app.deps.config.projectDir, 'package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8'));
  expect(await api.settings.general()).toEqual({
    productName: 'the product wallet',
    version,
    database: { kind: 'embedded', version: expect.stringMatching(/^\d+(\.\d+)*$/) },
    runtimeVersion: process.versions.node,
    translationProvider: 'off',
  });
});

test('the settings disclose neither the address nor the credentials of the database', async () => {
  const secret = 'postgres://somebody:secret@db.example/wallet';
  const { config } = app.deps;
  const other = await startTestApp({ config: { ...config, databaseUrl: secret } });
  const { api } = await other.admin();
  const facts = await api.settings.general();
  await other.close();
  expect(facts.database.kind).toBe('external');
  expect(JSON.stringify(facts)).not.toMatch(/secret|db\.example/);
});

test('users can’t read the general settings', async () => {
  const user = await app.newUser();
  expect(await errorCodeOf(user.api.settings.general())).toBe('ADMIN_REQUIRED');
  expect(await errorCodeOf(app.client().settings.general())).toBe('MISSING_SESSION');
});

describe('the maximum deposit', () => {
  test('is ₹1,00,00,000 until an administrator changes it, which is audited and published to all users', async () => {
    const [admin, user] = [await app.admin(), await app.newUser()];
    expect(await user.api.settings.limits()).toEqual({ maxDepositPaise: 1_000_000_000 });
    const stream = await openStream(user);
    const saved = await admin.api.settings.setMaxDeposit({ amount: '5,000.50' });
    expect(saved).toEqual({ maxDepositPaise: 500_050 });
    await stream.until((event) => event.entity === 'settings');
    expect(await user.api.settings.limits()).toEqual(saved);
    const records = await app.deps.db.query(
      `SELECT action, before, after FROM audit_log WHERE chain_id = 'settings'`,
    );
    const before = { maxDepositPaise: 1_000_000_000 };
    expect(records).toEqual([{ action: 'settings.update', before, after: saved }]);
  });

  test.each(['', '0.99', '10000000000.01', '1e3', '-5'])(
    'refuses the amount %j',
    async (amount) => {
      const { api } = await app.admin();
      expect(await errorCodeOf(api.settings.setMaxDeposit({ amount }))).toBe('INVALID_MAX_DEPOSIT');
    },
  );

  test('refuses a higher deposit with the maximum in the message, and accepts repeated earlier ones', async () => {
    const [admin, user] = [await app.admin(), await app.newUser()];
    await admin.api.settings.setMaxDeposit({ amount: '1000' });
    const body = await buildImage();
    const send = (form: object) =>
      upload(app, { cookie: user.cookie, path: '/files/deposits', form, body });
    const form = buildDepositForm({ amount: '1000' });
    const made = await send(form);
    expect(made.status).toBe(200);
    expect((await send(buildDepositForm({ amount: '1000.01' }))).body).toMatchObject({
      code: 'DEPOSIT_ABOVE_MAXIMUM',
      detail: 'Maximum deposit amount is ₹1,000.00',
    });
    await admin.api.settings.setMaxDeposit({ amount: '10' });
    expect(await send(form)).toEqual(made);
  });

  test('can be changed by administrators only, and not read by anonymous callers', async () => {
    const user = await app.newUser();
    expect(await errorCodeOf(user.api.settings.setMaxDeposit({ amount: '5' }))).toBe(
      'ADMIN_REQUIRED',
    );
    expect(await errorCodeOf(app.client().settings.limits())).toBe('MISSING_SESSION');
  });
});

test('only administrators read and change the undo time of decisions, from 0 to 60 seconds', async () => {
  const [admin, user] = [await app.admin(), await app.newUser()];
  expect(await admin.api.settings.review()).toEqual({ undoSeconds: 5 });
  expect(await admin.api.settings.setReview({ undoSeconds: 0 })).toEqual({ undoSeconds: 0 });
  expect(await admin.api.settings.review()).toEqual({ undoSeconds: 0 });
  for (const undoSeconds of [-1, 61, 1.5]) {
    expect(await errorCodeOf(admin.api.settings.setReview({ undoSeconds }))).toBe('INVALID_INPUT');
  }
  expect(await errorCodeOf(user.api.settings.setReview({ undoSeconds: 1 }))).toBe('ADMIN_REQUIRED');
  const [record] = await app.deps.db.query(
    `SELECT before, after FROM audit_log WHERE chain_id = 'settings' ORDER BY seq DESC LIMIT 1`,
  );
  expect(record).toEqual({ before: { undoSeconds: 5 }, after: { undoSeconds: 0 } });
});

test('only administrators read and change the target time for deciding requests, within limits', async () => {
  const [admin, user] = [await app.admin(), await app.newUser()];
  expect(await admin.api.settings.target()).toEqual({ targetMinutes: 1440 });
  expect(await admin.api.settings.setTarget({ targetMinutes: 30 })).toEqual({ targetMinutes: 30 });
  expect(await admin.api.settings.target()).toEqual({ targetMinutes: 30 });
  for (const targetMinutes of [4, 10_081, 30.5]) {
    expect(await errorCodeOf(admin.api.settings.setTarget({ targetMinutes }))).toBe(
      'INVALID_INPUT',
    );
  }
  expect(await errorCodeOf(user.api.settings.target())).toBe('ADMIN_REQUIRED');
  expect(await errorCodeOf(user.api.settings.setTarget({ targetMinutes: 30 }))).toBe(
    'ADMIN_REQUIRED',
  );
  const [record] = await app.deps.db.query(
    `SELECT before, after FROM audit_log WHERE chain_id = 'settings' ORDER BY seq DESC LIMIT 1`,
  );
  expect(record).toEqual({ before: { targetMinutes: 1440 }, after: { targetMinutes: 30 } });
});

describe('support contact and processing time', () => {
  const own = {
    supportPhone: '1800-000-0000',
    supportEmail: 'support@wallet.example',
    processingTime: '1-3 business days',
  };
  const other = { ...own, supportPhone: '+91 20 1234 5678', processingTime: '4 hours' };

  test('come from the server’s configuration until an administrator saves others, which is audited and published to all users', async () => {
    const [admin, user] = [await app.admin(), await app.newUser()];
    expect(await user.api.settings.service()).toEqual(own);
    const stream = await openStream(user);
    const padded = { ...other, supportPhone: ` ${other.supportPhone}\u202e ` };
    expect(await admin.api.settings.setService(padded)).toEqual(other);
    await stream.until((event) => event.entity === 'settings');
    expect(await user.api.settings.service()).toEqual(other);
    const [record] = await app.deps.db.query(
      `SELECT before, after FROM audit_log WHERE chain_id = 'settings' ORDER BY seq DESC LIMIT 1`,
    );
    expect(record).toEqual({ before: own, after: other });
    await stream.close();
  });

  test('follow the configuration again after they were set back to it', async () => {
    const { api } = await app.admin();
    await api.settings.setService({ ...other, supportPhone: own.supportPhone });
    const service = { ...own, supportPhone: '1', supportEmail: 'now@shop.example' };
    const config = { ...app.deps.config, service };
    expect(await getServiceInfo({ config, db: app.deps.db })).toEqual({
      ...service,
      processingTime: other.processingTime,
    });
  });

  test.each([
    [{ supportPhone: 'call us' }, 'INVALID_PHONE'],
    [{ supportPhone: '१८००-०००-००००' }, 'INVALID_PHONE'],
    [{ supportEmail: 'support' }, 'INVALID_EMAIL'],
    [{ processingTime: '3-1 hours' }, 'INVALID_PROCESSING_TIME'],
    [{ processingTime: 'soon' }, 'INVALID_PROCESSING_TIME'],
    [{ supportPhone: '1'.repeat(100) }, 'INVALID_INPUT'],
  ])('refuses %j', async (part, code) => {
    const { api } = await app.admin();
    const before = await api.settings.service();
    expect(await errorCodeOf(api.settings.setService({ ...own, ...part }))).toBe(code);
    expect(await api.settings.service()).toEqual(before);
  });

  test('can be changed by administrators only, and not read by anonymous callers', async () => {
    const user = await app.newUser();
    expect(await errorCodeOf(user.api.settings.setService(other))).toBe('ADMIN_REQUIRED');
    expect(await errorCodeOf(app.client().settings.service())).toBe('MISSING_SESSION');
  });
});
