import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  pickSettings,
  type SettingKey,
  type Settings,
  settingKeys,
  settingTable,
} from '#contract/settings/table.ts';
import { addAuthenticator } from '../../testing/authenticators.ts';
import { errorCodeOf, type SignedIn, startTestApp, type TestApp } from '../../testing/harness.ts';
import { openStream } from '../../testing/streams.ts';
import { buildDepositForm, buildImage, upload } from '../../testing/upload.ts';
import { getSettings } from './settings.ts';

let app: TestApp;
let admin: SignedIn;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  [admin, user] = [await app.admin(), await app.newUser()];
  // Some of the settings can be weakened with a second factor only.
  await addAuthenticator(admin, app.deps.clock.now());
});
afterAll(() => app.close());

const defaults = Object.fromEntries(
  settingKeys.map((key) => [key, settingTable[key].default]),
) as Settings; // A value for each key.
const otherTexts: { [Key in SettingKey as Settings[Key] extends string ? Key : never]: string } = {
  brandName: 'Paisa of Pune',
  brandColor: '#0b7a4b',
  supportPhone: '+91 20 1234 5678',
  supportEmail: 'help@shop.example',
  processingTime: '4 hours',
};
/** Another valid value of each setting. */
const others = {
  ...Object.fromEntries(
    settingKeys.map((key) => {
      const rule = settingTable[key];
      if (rule.type === 'boolean') return [key, !rule.default];
      return [key, rule.type === 'integer' && (rule.default > rule.min ? rule.min : rule.max)];
    }),
  ),
  ...otherTexts,
} as Settings; // A value for each key.
beforeEach(() => admin.api.settings.save(defaults));

async function lastRecord() {
  const [record] = await app.deps.db.query(
    `SELECT action, before, after FROM audit_log WHERE chain_id = 'settings' ORDER BY seq DESC LIMIT 1`,
  );
  return record;
}
const countRecords = async () =>
  (await app.deps.db.query(`SELECT 1 FROM audit_log WHERE chain_id = 'settings'`)).length;

test('an administrator sees the version, the database and the runtime', async () => {
  const file = path.join(app.deps.config.projectDir, 'package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8'));
  expect(await admin.api.settings.general()).toEqual({
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
  expect(await errorCodeOf(user.api.settings.general())).toBe('ADMIN_REQUIRED');
  expect(await errorCodeOf(app.client().settings.general())).toBe('MISSING_SESSION');
});

describe.each(settingKeys)('the setting %s', (key) => {
  const { audience } = settingTable[key];
  const change = { [key]: others[key] };

  test('has its default until an administrator saves another value, which is audited', async () => {
    expect((await admin.api.settings.get())[key]).toBe(settingTable[key].default);
    expect(await admin.api.settings.save(change)).toEqual({ ...defaults, ...change });
    expect(await admin.api.settings.get()).toEqual({ ...defaults, ...change });
    const before = { [key]: defaults[key] };
    expect(await lastRecord()).toEqual({ action: 'settings.update', before, after: change });
  });

  test(`can be read by ${audience}`, async () => {
    expect(key in (await user.api.settings.get())).toBe(audience === 'users');
  });

  test(`publishes a change to ${audience}`, async () => {
    const streams = { users: await openStream(user), admins: await openStream(admin) };
    await admin.api.settings.save(change);
    await streams[audience].until((event) => event.entity === 'settings');
    await Promise.all(Object.values(streams).map((stream) => stream.close()));
  });
});

test('a change of settings for administrators is not published to users', async () => {
  const stream = await openStream(user);
  await admin.api.settings.save({ undoSeconds: 1 });
  await admin.api.banks.create({ name: 'After', code: 'ABCD' });
  const events = await stream.until((event) => event.entity === 'bank');
  expect(JSON.stringify(events)).not.toContain('"settings"');
  await stream.close();
});

test('several settings are saved with one audit record', async () => {
  const before = await countRecords();
  await admin.api.settings.save(others);
  expect(await countRecords()).toBe(before + 1);
  expect(await lastRecord()).toMatchObject({ before: defaults, after: others });
  expect(await admin.api.settings.get()).toEqual(others);
});

test('saving nothing changes nothing and is not audited', async () => {
  const before = await countRecords();
  expect(await admin.api.settings.save({})).toEqual(defaults);
  expect(await countRecords()).toBe(before);
});

test('administrators who save different settings concurrently do not overwrite each other', async () => {
  await Promise.all(settingKeys.map((key) => admin.api.settings.save(pickSettings(others, [key]))));
  expect(await admin.api.settings.get()).toEqual(others);
});

function valuesOutside(rule: (typeof settingTable)[SettingKey]): (string | number)[] {
  if (rule.type === 'boolean') return ['true', 1];
  if (rule.type === 'text') return ['1'.repeat(4 * rule.maxLength + 1)];
  return [rule.min - 1, rule.max + 1, rule.min + 0.5];
}

const refused: [Partial<Settings>, string][] = [
  [{ supportPhone: 'call us' }, 'INVALID_PHONE'],
  [{ supportPhone: '१८००-०००-००००' }, 'INVALID_PHONE'],
  [{ supportEmail: 'support' }, 'INVALID_EMAIL'],
  [{ processingTime: '3-1 hours' }, 'INVALID_PROCESSING_TIME'],
  [{ processingTime: 'soon' }, 'INVALID_PROCESSING_TIME'],
  ...settingKeys.flatMap((key): [Partial<Settings>, string][] => {
    return valuesOutside(settingTable[key]).map((value) => [{ [key]: value }, 'INVALID_INPUT']);
  }),
];

test.each(refused)('refuses %j, with all other changes', async (change, code) => {
  const other: SettingKey = 'undoSeconds' in change ? 'targetMinutes' : 'undoSeconds';
  const changes = { ...pickSettings(others, [other]), ...change };
  expect(await errorCodeOf(admin.api.settings.save(changes))).toBe(code);
  expect(await admin.api.settings.get()).toEqual(defaults);
});

test('only administrators save settings, and anonymous callers cannot read them', async () => {
  expect(await errorCodeOf(user.api.settings.save({ undoSeconds: 1 }))).toBe('ADMIN_REQUIRED');
  expect(await errorCodeOf(app.client().settings.get())).toBe('MISSING_SESSION');
});

test('invisible characters around a text are not saved', async () => {
  const saved = await admin.api.settings.save({ supportPhone: ` ${others.supportPhone}\u202e ` });
  expect(saved.supportPhone).toBe(others.supportPhone);
});

test('the name follows the configuration again after it was set back to it', async () => {
  const other = { config: { ...app.deps.config, productName: 'Paisa' }, db: app.deps.db };
  await admin.api.settings.save({ brandName: others.brandName });
  expect((await getSettings(other)).brandName).toBe(others.brandName);
  await admin.api.settings.save({ brandName: app.deps.config.productName });
  expect((await getSettings(other)).brandName).toBe('Paisa');
});

test('refuses a deposit above the maximum with the maximum in the message, and accepts repeated earlier ones', async () => {
  const body = await buildImage();
  const send = (form: object) =>
    upload(app, { cookie: user.cookie, path: '/files/deposits', form, body });
  await admin.api.settings.save({ maxDepositPaise: 100_000 });
  const form = buildDepositForm({ amount: '1000' });
  const made = await send(form);
  expect(made.status).toBe(200);
  expect((await send(buildDepositForm({ amount: '1000.01' }))).body).toMatchObject({
    code: 'DEPOSIT_ABOVE_MAXIMUM',
    detail: 'Maximum deposit amount is ₹1,000.00',
  });
  await admin.api.settings.save({ maxDepositPaise: 10_000 });
  expect(await send(form)).toEqual(made);
});

test('programs read the settings of the review', async () => {
  expect(await admin.api.settings.review()).toEqual({ undoSeconds: defaults.undoSeconds });
});
