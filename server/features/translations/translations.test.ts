import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TranslationConfig } from '#server/platform/config/config.ts';
import { START } from '../../testing/clock.ts';
import type { SignedIn, TestApp } from '../../testing/harness.ts';
import { errorCodeOf, startTestApp } from '../../testing/harness.ts';
import { testConfig } from '../../testing/stand-ins.ts';
import {
  type Mood,
  standInTranslation,
  startTranslationService,
  type TranslationService,
} from '../../testing/translation-service.ts';
import { COOL_DOWN_MS, createTranslator } from './translator.ts';

const projectDir = path.resolve(import.meta.dirname, '../../..');
let service: TranslationService;
let app: TestApp;
let admin: SignedIn;
let user: SignedIn;

beforeAll(async () => {
  service = await startTranslationService();
  app = await startTestApp({ config: { ...testConfig(projectDir), translation: settings() } });
  [admin, user] = [await app.admin(), await app.newUser()];
});
beforeEach(() => {
  service.mood = 'well';
  service.asked.length = 0;
});
afterEach(() => app.deps.db.query('DELETE FROM translations'));
afterAll(async () => {
  await app.close();
  await service.close();
});

function settings(provider: TranslationConfig['provider'] = 'google'): TranslationConfig {
  return { provider, baseUrl: service.baseUrl, allowPrivate: true };
}

async function addLink(title: string, fields: { description?: string; isActive?: boolean } = {}) {
  const link = { url: 'https://x.example', description: '', displayOrder: 0, isActive: true };
  await admin.api.siteUrls.create({ ...link, title, ...fields });
}

const inTelugu = (who: SignedIn, ...texts: string[]) =>
  who.api.translations.translate({ language: 'te', texts });
const te = (text: string) => standInTranslation(text, 'te');

test('translates texts that administrators wrote, in the given order, and sends no other text', async () => {
  await addLink('Weather today', { description: "It's sunny" });
  const asked = ['Ravi Kumar', "It's sunny", '₹1,000.00', 'Weather today', '12345678', ''];
  const { texts } = await inTelugu(user, ...asked);
  expect(texts).toEqual([
    asked[0],
    te("It's sunny"),
    asked[2],
    te('Weather today'),
    ...asked.slice(4),
  ]);
  expect(service.asked.map(({ text }) => text).sort()).toEqual(["It's sunny", 'Weather today']);
});

test('requests a translation once, for concurrent and later callers', {
  tags: 'section-7.7',
}, async () => {
  await addLink('Asked once');
  const many = await Promise.all(
    Array.from({ length: 8 }, () => inTelugu(user, 'Asked once', 'Asked once')),
  );
  expect(new Set(many.flatMap(({ texts }) => texts))).toEqual(new Set([te('Asked once')]));
  await inTelugu(admin, 'Asked once');
  expect(service.asked).toHaveLength(1);
  const { texts } = await user.api.translations.translate({
    language: 'hi',
    texts: ['Asked once'],
  });
  expect(texts).toEqual([standInTranslation('Asked once', 'hi')]);
});

test('returns cached translations while the service is down', async () => {
  await addLink('Kept text');
  await inTelugu(user, 'Kept text');
  service.mood = 'failing';
  expect(await inTelugu(user, 'Kept text')).toEqual({ texts: [te('Kept text')] });
});

test('does not translate texts for users that only administrators may read', async () => {
  await addLink('Not yet shown', { isActive: false });
  await admin.api.sources.create({ name: 'Spring fair', isActive: true });
  const texts = ['Not yet shown', 'Spring fair'];
  expect(await inTelugu(user, ...texts)).toEqual({ texts });
  expect(service.asked).toEqual([]);
  expect(await inTelugu(admin, ...texts)).toEqual({ texts: texts.map(te) });
});

test('never sends names, notes, account numbers or messages to the service', async () => {
  const message = { subject: 'Where is it?', message: 'My money has not come' };
  await user.api.supportMessages.send({
    ...message,
    name: 'Asha Rao',
    email: 'asha@example.com',
    category: 'deposit',
    requestKey: crypto.randomUUID(),
  });
  await user.api.bankAccounts.create({
    accountName: 'Asha Rao',
    accountNumber: 'ABCD12345678',
    bankName: 'My Own Bank',
    ifscCode: '',
    isDefault: true,
  });
  const texts = [
    'Asha Rao',
    'ABCD12345678',
    'My Own Bank',
    'admin',
    'demo',
    'a\0b',
    ...Object.values(message),
  ];
  expect(await inTelugu(admin, ...texts)).toEqual({ texts });
  expect(service.asked).toEqual([]);
});

test('returns English texts unchanged, and refuses anonymous callers and too many texts', async () => {
  await addLink('Plain English');
  const question = { language: 'en', texts: ['Plain English'] } as const;
  expect(await user.api.translations.translate({ ...question, texts: ['Plain English'] })).toEqual({
    texts: ['Plain English'],
  });
  expect(service.asked).toEqual([]);
  const { translations } = app.client();
  expect(await errorCodeOf(translations.translate({ language: 'te', texts: ['x'] }))).toBe(
    'MISSING_SESSION',
  );
  const many = Array.from({ length: 51 }, () => 'x');
  expect(await errorCodeOf(inTelugu(user, ...many))).toBe('INVALID_INPUT');
  expect(await errorCodeOf(inTelugu(user, 'x'.repeat(501)))).toBe('INVALID_INPUT');
});

test.each(['google', 'libretranslate', 'mymemory'] as const)(
  'sends requests in the format of %s',
  async (provider) => {
    const translate = createTranslator(app.deps, settings(provider));
    expect(await translate("Don't wait. Act & win", 'ta')).toBe(
      standInTranslation("Don't wait. Act & win", 'ta'),
    );
    expect(service.asked).toEqual([{ text: "Don't wait. Act & win", language: 'ta' }]);
  },
);

const failures: Mood[] = [
  ...(['failing', 'hanging', 'redirecting', 'html', 'tags', 'empty'] as const),
  ...(['misshapen', 'huge', 'wordy'] as const),
];

test.each(failures)('returns and caches no translation from a service that is %s', async (mood) => {
  service.mood = mood;
  for (const provider of ['google', 'libretranslate', 'mymemory'] as const) {
    const translate = createTranslator(app.deps, settings(provider), { timeoutMs: 250 });
    expect(await translate('Anything', 'te')).toBeUndefined();
  }
  expect(service.asked).toHaveLength(3);
  expect(await app.deps.db.query('SELECT 1 FROM translations')).toEqual([]);
});

test('does not accept MyMemory’s quota notice as a translation', async () => {
  service.mood = 'quota';
  const translate = createTranslator(app.deps, settings('mymemory'));
  expect(await translate('Anything', 'te')).toBeUndefined();
});

test('returns original texts while the service is down, and retries after a pause', {
  tags: 'section-8',
}, async () => {
  let now = START.getTime();
  const deps = { ...app.deps, clock: { now: () => new Date(now) } };
  const translate = createTranslator(deps, settings());
  service.mood = 'failing';
  for (let n = 0; n < 7; n++) expect(await translate(`Try ${n}`, 'te')).toBeUndefined();
  expect(service.asked).toHaveLength(5);
  service.mood = 'well';
  expect(await translate('Too early', 'te')).toBeUndefined();
  now += COOL_DOWN_MS;
  expect(await translate('In time', 'te')).toBe(te('In time'));
  expect(await translate('And on', 'te')).toBe(te('And on'));
});

test('a pause that began while the clock was ahead is not longer', async () => {
  const MONTH_MS = 30 * 24 * 60 * 60 * 1000;
  let now = START.getTime() + MONTH_MS;
  const deps = { ...app.deps, clock: { now: () => new Date(now) } };
  const translate = createTranslator(deps, settings());
  service.mood = 'failing';
  for (let n = 0; n < 5; n++) await translate(`Try ${n}`, 'te');
  service.mood = 'well';
  now -= MONTH_MS;
  expect(await translate('Set right', 'te')).toBe(te('Set right'));
});

test.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433'])(
  'sends no request to the private address %s without allowPrivate',
  async (host) => {
    const { port } = new URL(service.baseUrl);
    const baseUrl = `http://${host}:${port}`;
    const translate = createTranslator(app.deps, {
      provider: 'google',
      baseUrl,
      allowPrivate: false,
    });
    expect(await translate('Secret', 'te')).toBeUndefined();
    expect(service.asked).toEqual([]);
  },
);
