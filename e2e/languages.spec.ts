import type { Page } from '@playwright/test';
import { LANGUAGES, type Language } from '#contract/shared/rules.ts';
import { fundDemo, signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { findCutTexts } from './support/fit.ts';
import { Person } from './support/person.ts';
import { lookAround, SCREENS, type Screen, visit } from './support/screens.ts';
import { fillWallet } from './support/shop.ts';
import { expect, test, watchReloads } from './support/test.ts';
import { textsOf } from './support/texts.ts';
import { ACCOUNTS } from './support/wallet.ts';

/** The width of a phone, without zooming out for content that does not fit. */
const PHONE = { ...DEVICES.phone, isMobile: false };

const LISTS =
  /deposits$|withdrawals$|transactions$|users$|sources$|banks$|site-urls$|audit$|webhooks$|settings\/api$/;

/** Texts of the screen, and of everything that opens on it, that are cut off. */
async function lookOver(person: Person, screen: Screen): Promise<string[]> {
  const found: string[] = [];
  await lookAround(person, screen, async (part, name) => {
    const faults = await findCutTexts(part);
    found.push(...faults.map((fault) => `${name}: ${fault}`));
  });
  return found;
}

/**
 * An evening on which a date with its time has the greatest width of the year in each language where widths differ:
 * the width of "Sept" or "ஜூலை" decides.
 */
const WIDEST_EVENINGS: Record<string, Language[]> = {
  '2027-03-22T22:44:00+05:30': ['te', 'kn'],
  '2027-07-22T22:44:00+05:30': ['ta'],
  '2027-09-22T22:44:00+05:30': ['en', 'ml'],
  '2027-10-22T22:44:00+05:30': ['hi'],
};

/** How much wider than today's date the widest of this year is, in pixels, in the page's font. */
function findWiderDate(page: Page, language: Language): Promise<number> {
  return page.evaluate(async (locale) => {
    const pen = document.createElement('canvas').getContext('2d');
    if (!pen) return Number.NaN;
    pen.font = `14px ${getComputedStyle(document.body).fontFamily}`;
    const format = new Intl.DateTimeFormat(locale, {
      ...({ day: 'numeric', month: 'short', year: 'numeric' } as const),
      timeZone: 'UTC',
    });
    const today = new Date();
    // The same format as web/lib/i18n/time.ts.
    const write = (day: Date | number) => {
      const parts = format.formatToParts(day);
      return ['day', 'month', 'year']
        .map((type) => parts.find((part) => part.type === type)?.value)
        .join(' ');
    };
    const widthOf = (day: Date) => pen.measureText(write(day)).width;
    const days = Array.from({ length: 365 }, (_, day) =>
      Date.UTC(today.getUTCFullYear(), 0, day + 1),
    );
    // Load the font first: otherwise the fallback would be measured.
    await document.fonts.load(pen.font, days.map(write).join(''));
    return Math.max(...days.map((day) => widthOf(new Date(day)))) - widthOf(today);
  }, `${language}-IN-u-nu-latn`);
}

for (const [now, languages] of Object.entries(WIDEST_EVENINGS)) {
  test.describe(() => {
    test.use({ now });
    test(`shows every text in full on a phone when dates are widest (${languages})`, async ({
      wallet,
      openBrowser,
    }) => {
      await fillWallet(wallet);
      const { api } = await signInToApi(wallet, ACCOUNTS.admin);
      const [asha] = (await api.users.list({ search: 'asha' })).rows;
      for (const [who, screens] of Object.entries(SCREENS)) {
        const page = await openBrowser(PHONE);
        page.setDefaultTimeout(60_000);
        let person = new Person(page);
        await (who === 'admin'
          ? person.arrive(ACCOUNTS.admin, '/admin')
          : person.arrive(ACCOUNTS.demo, '/user'));
        for (const language of languages) {
          person = await person.changeLanguage(language);
          expect(await findWiderDate(page, language), `a wider date in ${language}`).toBe(0);
          for (const { path, ...rest } of screens) {
            const screen = { ...rest, path: path.replace('{asha}', asha?.id ?? '') };
            expect.soft(await lookOver(person, screen), `${language} ${path}`).toEqual([]);
          }
        }
      }
    });
  });
}

test('shows all columns of lists next to the sidebar, in the languages with the longest words', {
  tag: '@section-5',
}, async ({ wallet, openBrowser }) => {
  await fillWallet(wallet);
  const page = await openBrowser();
  let person = new Person(page);
  await person.arrive(ACCOUNTS.admin, '/admin');
  const lists = SCREENS.admin.filter(({ path }) => LISTS.test(path));
  for (const language of ['ta', 'ml'] as const) {
    person = await person.changeLanguage(language);
    for (const width of [800, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      for (const screen of lists) {
        await visit(person, screen);
        const hidden = await page.locator('main table').evaluateAll((tables) =>
          tables.map((table) => {
            const place = table.closest('[role=region]') ?? table;
            return place.scrollWidth - place.clientWidth;
          }),
        );
        const beyond = hidden.filter((pixels) => pixels > 0);
        expect.soft(beyond, `${language} ${screen.path} at ${width}`).toEqual([]);
      }
    }
  }
});

test('shows every text of the login page and of the 404 page in full', async ({ openBrowser }) => {
  const page = await openBrowser(PHONE);
  await page.goto('/login');
  for (const language of LANGUAGES) {
    await page.getByRole('combobox').selectOption(language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    expect.soft(await findCutTexts(page.locator('body')), `${language} login`).toEqual([]);
    const person = new Person(page, { language });
    const [login, nowhere] = [
      { path: '/login', heading: 'Login to {{product}}' },
      { path: '/nowhere', heading: '404' },
    ];
    expect.soft(await lookOver(person, nowhere), `${language} nowhere`).toEqual([]);
    await visit(person, login);
  }
});

test('the globe changes the language immediately, and for the person on a new device', {
  tag: ['@section-1', '@section-4'],
}, async ({ wallet, openBrowser }) => {
  await fundDemo(wallet, '1500');
  const page = await openBrowser();
  await page.clock.install({ time: wallet.now() });
  const english = new Person(page);
  await english.signIn(ACCOUNTS.demo);
  await page.evaluate(() => {
    window.addEventListener('languageChanged', (event) => {
      const detail = event instanceof CustomEvent ? event.detail : undefined;
      document.body.setAttribute('data-told', JSON.stringify(detail));
    });
  });
  const check = await watchReloads(page);
  const told = page.locator('body[data-told]');
  await test.step('closes the list after 100 ms, and notifies listeners', async () => {
    await page.getByRole('button', { name: 'Select language' }).click();
    // The clock is controlled by the test from here on.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
    await page.getByRole('menuitemradio', { name: 'हिन्दी' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
    await page.clock.runFor(99);
    await expect(page.getByRole('menu')).toBeVisible();
    await expect(told).toHaveCount(0);
    await page.clock.runFor(1);
    await expect(told).toHaveAttribute('data-told', '{"language":"hi"}');
    await expect(page.getByRole('menu')).toHaveCount(0);
  });
  await test.step('keeps the list open if it was closed before that and opened again', async () => {
    const globe = page.getByRole('button', { name: textsOf('hi')('Select language') });
    await globe.click();
    await page.getByRole('menuitemradio', { name: 'हिन्दी' }).click();
    await globe.click();
    await expect(page.getByRole('menu')).toHaveCount(0);
    await globe.click();
    await page.evaluate(() => document.body.removeAttribute('data-told'));
    await page.clock.runFor(100);
    await expect(told).toHaveAttribute('data-told', '{"language":"hi"}');
    await expect(page.getByRole('menu')).toBeVisible();
    await globe.click();
    await page.clock.resume();
  });
  const { t } = await new Person(page, { language: 'hi' }).changeLanguage('te');
  await expect(told).toHaveAttribute('data-told', '{"language":"te"}');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    t('Welcome, {{name}}!', { name: 'demo' }),
  );
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /పాస్‌బుక్/);
  expect(await page.evaluate(() => localStorage.getItem('preferred_language'))).toBe('te');
  await check();

  const elsewhere = await openBrowser();
  await elsewhere.addInitScript(() => localStorage.setItem('preferred_language', 'fr'));
  const stranger = new Person(elsewhere);
  await elsewhere.goto('/login');
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'en');
  await stranger.fillLogin(ACCOUNTS.demo.username, ACCOUNTS.demo.password);
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'te');
  await elsewhere
    .getByRole('button', { name: t('Notifications, {{count}} unread', { count: 1 }) })
    .click();
  const card = elsewhere.getByRole('dialog').getByRole('article');
  await expect(card).toContainText(t('Deposit Approved'));
  await expect(card).toContainText('₹1,500.00');
});

test('shows a name in another script in the device’s font, and downloads no other fonts', async ({
  openBrowser,
}) => {
  const { page } = new Person(await openBrowser());
  await page.goto('/login');
  const listScripts = () =>
    page.evaluate(() =>
      [...document.fonts]
        .filter(({ family, status }) => /Noto Sans|Device/.test(family) && status !== 'unloaded')
        .map(({ family }) => family.replaceAll('"', '')),
    );
  await expect(page.getByRole('combobox', { name: 'Select language' })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  expect(await listScripts()).toEqual([]);
  await page.getByLabel('Username').fill('முருகன்');
  await expect.poll(listScripts).toEqual(['Device Tamil']);
});

test('downloads only the glyphs needed for rupee signs and language names', async ({
  wallet,
  openBrowser,
}) => {
  await fundDemo(wallet, '2000');
  const user = new Person(await openBrowser());
  const { page } = user;
  const fonts = new Map<string, number>();
  page.on('response', async (response) => {
    const name = /assets\/(.*)-[\w-]{8}\.woff2$/.exec(response.url())?.[1];
    if (name) fonts.set(name, (await response.body()).length);
  });
  await user.arrive(ACCOUNTS.demo, '/user');
  await expect(page.getByRole('main')).toContainText('Balance₹2,000.00');
  await page.getByRole('button', { name: 'Select language' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'தமிழ்' })).toBeVisible();
  const names = ['devanagari', 'kannada', 'malayalam', 'tamil', 'telugu'];
  await expect
    .poll(() => [...fonts.keys()].sort())
    .toEqual(['inter-latin-wght-normal', ...names.map((name) => `name-${name}`), 'rupee']);
  expect(fonts.get('rupee')).toBeLessThan(2048);
  for (const name of names) expect(fonts.get(`name-${name}`)).toBeLessThan(3072);
});

test('offers the browser’s language on a first visit, and never after a choice', async ({
  openBrowser,
}) => {
  const t = textsOf('ta');
  const question = t('Use the wallet in this language?');
  const page = await openBrowser({ locale: 'ta-IN' });
  await page.goto('/login');
  const offer = offerIn(page, question);
  await expect(offer).toContainText(question);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await offer.getByRole('button', { name: 'தமிழ்' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ta');
  await expect(offer).toHaveCount(0);

  const other = await openBrowser({ locale: 'ta-IN' });
  await other.goto('/login');
  await offerIn(other, question).getByRole('button', { name: 'English' }).click();
  await expect(offerIn(other, question)).toHaveCount(0);
  await other.reload();
  await expect(other.getByRole('combobox', { name: 'Select language' })).toBeVisible();
  expect(await other.evaluate(() => localStorage.getItem('preferred_language'))).toBe('en');
});

const offerIn = (page: Page, question: string) => page.getByRole('region', { name: question });
