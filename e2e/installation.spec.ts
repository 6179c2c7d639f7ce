import type { Page } from '@playwright/test';
import { openGateway } from './support/new-version.ts';
import { Person } from './support/person.ts';
import { expect, expectAccessible, test, watchReloads } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

test.use({ serviceWorkers: 'allow' });

/** Chromium offers installation in a normal window only; this simulates the offer. */
async function offerInstall(page: Page, outcome: 'accepted' | 'dismissed'): Promise<void> {
  await page.evaluate((choice) => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    Object.assign(event, {
      prompt: async () => undefined,
      userChoice: Promise.resolve({ outcome: choice }),
    });
    window.dispatchEvent(event);
  }, outcome);
}

test('offers installation, which can be postponed, accepted and declined', {
  tag: ['@section-1', '@section-2.4', '@section-4'],
}, async ({ openBrowser }) => {
  const user = new Person(await openBrowser());
  const { page } = user;
  await user.signInByApi(ACCOUNTS.demo, '/user');
  const button = installButton(page);
  await expect(button).toHaveCount(0);
  await offerInstall(page, 'dismissed');
  const card = page.getByRole('region', { name: 'Install the product wallet' });
  await expect(card).toBeVisible();
  await expectAccessible(page, 'install card');
  await card.getByRole('button', { name: 'Later' }).click();
  await expect(user.toast('Install Later')).toBeVisible();
  const dismissedAt = await page.evaluate(() => localStorage.getItem('pwa-install-dismissed'));
  expect(Number(dismissedAt)).toBeGreaterThan(0);
  await button.click();
  await expect(user.toast('Maybe Later')).toBeVisible();
  await offerInstall(page, 'accepted');
  await button.click();
  await expect(user.toast('App Installing!')).toBeVisible();
});

/** The button of the top bar: the guide on the home page has one too. */
const installButton = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: 'Install app' });

/** The steps in browsers without an install prompt, and how many seconds the top bar shows them. */
const BY_HAND = {
  'an iPhone': {
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    hint: 'Tap "Share", then "Add to Home Screen".',
    seconds: 10,
    hasCard: true,
  },
  Firefox: {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
    hint: 'Installing apps is not supported in Firefox. Please open this page in Chrome, Edge or Safari.',
    seconds: 12,
    hasCard: false,
  },
};

test('shows the manual installation steps of each browser long enough to read', {
  tag: '@section-9',
}, async ({ wallet, openBrowser }) => {
  for (const [browser, { userAgent, hint, seconds, hasCard }] of Object.entries(BY_HAND)) {
    await test.step(browser, async () => {
      const user = new Person(await openBrowser({ userAgent, controlsClock: true }));
      const { page } = user;
      // The clock is controlled by the test.
      await page.clock.install({ time: wallet.now() });
      await user.signInByApi(ACCOUNTS.demo, '/user');
      await expect(installButton(page)).toBeVisible();
      // Messages are fetched when the browser is idle, which never happens with a stopped clock.
      await expect(page.getByRole('region', { name: 'Messages' })).toBeAttached();
      await page.clock.pauseAt(wallet.now().getTime() + 60_000);
      const card = page.getByRole('region', { name: 'Install the product wallet' });
      await expect(card).toHaveCount(hasCard ? 1 : 0);
      await installButton(page).click();
      const toast = user.toast('Install the product wallet', hint);
      await expect(toast).toBeVisible();
      await page.clock.runFor(seconds * 1000 - 500);
      await expect(toast).toBeVisible();
      await page.clock.runFor(1000);
      await expect(toast).toHaveCount(0);
    });
  }
});

test('starts with the page from the device, offers a new version when a form has input, and updates after confirmation', async ({
  wallet,
  openBrowser,
}) => {
  const gateway = await openGateway(wallet);
  const user = new Person(await openBrowser({ baseURL: gateway.url }));
  const { page } = user;
  await user.signInByApi(ACCOUNTS.demo, '/user');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const pages = gateway.countPages();
  await page.goto('/user');
  await user.expectHeading('Welcome, demo!');
  expect(gateway.countPages()).toBe(pages);
  await page.reload();
  await user.expectHeading('Welcome, demo!');
  expect(gateway.countPages()).toBe(pages + 1);
  await user.go('Profile');
  const name = page.getByRole('textbox', { name: 'First Name' });
  await name.fill('Meera');
  const check = await watchReloads(page);
  const lookForUpdate = () =>
    page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

  gateway.release();
  await lookForUpdate();
  const offer = page.getByRole('status').filter({ hasText: 'A new version is available' });
  await expect(offer).toBeVisible();
  await expect(name).toHaveValue('Meera');
  await expectAccessible(page, 'a new version');
  await check();
  await offer.getByRole('button', { name: 'Reload' }).click();
  await expect(page.locator('html[data-visited]')).toHaveCount(0);
  // The reload keeps the typed text: the device stores drafts.
  await expect(name).toHaveValue('Meera');
  const worker = await page.evaluate(async () => {
    const { active, waiting } = (await navigator.serviceWorker.getRegistration()) ?? {};
    return { isAtWork: active === navigator.serviceWorker.controller, waits: waiting !== null };
  });
  expect(worker).toEqual({ isAtWork: true, waits: false });
  await expect(offer).toHaveCount(0);
  await page.close();
  await gateway.close();
});
