import type { Page } from '@playwright/test';
import { fundDemo } from './support/api.ts';
import { Person } from './support/person.ts';
import { expect, test, watchReloads } from './support/test.ts';
import { textsOf } from './support/texts.ts';
import { ACCOUNTS } from './support/wallet.ts';

test('the globe changes the language immediately, and for the person on a new device', {
  tag: ['@section-1', '@section-4'],
}, async ({ wallet, openBrowser }) => {
  await fundDemo(wallet, '1500');
  const page = await openBrowser({ controlsClock: true });
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
  page.on('response', (response) => {
    const name = /assets\/(.*)-[\w-]{8}\.woff2$/.exec(response.url())?.[1];
    if (name) fonts.set(name, Number(response.headers()['content-length']));
  });
  await user.signInByApi(ACCOUNTS.demo, '/user');
  await expect(page.getByRole('main')).toContainText('Balance₹2,000.00');
  await page.getByRole('button', { name: 'Select language' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'தமிழ்' })).toBeVisible();
  const names = ['devanagari', 'kannada', 'malayalam', 'tamil', 'telugu'];
  await expect
    .poll(() => [...fonts.keys()].sort())
    .toEqual(['english', ...names.map((name) => `name-${name}`), 'rupee']);
  expect(fonts.get('rupee')).toBeGreaterThan(0);
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
