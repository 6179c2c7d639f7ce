import type { Page } from '@playwright/test';
import { Person } from './support/person.ts';
import { expect, expectAccessible, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

/** Chromium itself says so of every file that it could not fetch, and of the screen that needed it. */
const OFFLINE = { tolerate: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/, /Unable to preload CSS/] };

/** Chromium offers to install in a window of someone's own only: this stands in for it. */
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

test('without a connection it says so in the language chosen, and comes back by itself', async ({
  openBrowser,
}) => {
  const user = new Person(await openBrowser(OFFLINE), { language: 'ta' });
  const { page, t } = user;
  await user.signIn(ACCOUNTS.demo);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  const notice = 'You are offline. What you see is brought up to date once there is a connection.';
  await expect(page.getByText(t(notice))).toBeVisible();
  await page.reload();
  const heading = t('You are offline');
  await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  await expect(page).toHaveTitle(`${heading} · the product wallet`);
  await expectAccessible(page, 'offline');
  await page.context().setOffline(false);
  const welcome = t('Welcome, {{name}}!', { name: 'demo' });
  await expect(page.getByRole('heading', { name: welcome })).toBeVisible();
});

test('installing: offered, put off, accepted and turned down', async ({ openBrowser }) => {
  const user = new Person(await openBrowser());
  const { page } = user;
  await user.signIn(ACCOUNTS.demo);
  const button = page.getByRole('button', { name: 'Install app' });
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
