import type { Page } from '@playwright/test';
import { START } from '../server/testing/clock.ts';
import { addQrCode, fundDemo, signInToApi } from './support/api.ts';
import { inEnglish } from './support/clock.ts';
import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { expect, expectAccessible, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

/** Chromium's log lines for calls without a connection, and for one without a session. */
const TOLERATED = { tolerate: [/ERR_(?:INTERNET_DISCONNECTED|FAILED)/, /status of 401/] };
/** The label of kept data. */
const AS_OF = new RegExp(`As of ${inEnglish(START)}, \\d+:\\d\\d [ap]m`);
const OFFLINE = 'You are offline. Check your connection and try again.';

// Caches the code of screens that were not visited yet.
test.use({ serviceWorkers: 'allow' });

/** Waits until the page has loaded completely, with messages and the code of other screens. */
async function goOffline(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Messages' })).toBeAttached();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
}

test('sends nothing while offline or later, and keeps the typed input', async ({
  wallet,
  openBrowser,
}) => {
  await addQrCode(wallet, 'Shop counter');
  const user = new Person(await openBrowser({ ...DEVICES.phone, ...TOLERATED }));
  const { page } = user;
  await user.signInByApi(ACCOUNTS.demo, '/user/deposit');
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await user.fillDeposit('750', 'Rent');
  await goOffline(page);
  await page.getByRole('button', { name: 'Submit deposit' }).click();
  await expect(page.getByText(OFFLINE).first()).toBeVisible();
  await expect(amount).toHaveValue(/750/);

  await page.context().setOffline(false);
  await expect(page.getByText(/^You are offline. This page will update/)).toHaveCount(0);
  const demo = await signInToApi(wallet, ACCOUNTS.demo);
  expect((await demo.api.transactions.passbook({})).rows).toEqual([]);
  await page.getByRole('button', { name: 'Submit deposit' }).click();
  await expect(user.page.getByRole('heading', { name: 'Deposit Request Submitted' })).toBeVisible();
  expect((await demo.api.transactions.passbook({})).rows).toHaveLength(1);
});

test('logs out locally while offline and on the server after reconnecting', async ({
  wallet,
  openBrowser,
}) => {
  const user = new Person(await openBrowser(TOLERATED));
  const { page } = user;
  await user.signInByApi(ACCOUNTS.demo, '/user');
  const cookies = await page.context().cookies();
  await goOffline(page);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(user.toast('Logged out on this device')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);

  await page.context().setOffline(false);
  await page.goto('/user/passbook');
  await expect(page.getByRole('heading', { name: 'Login to the product wallet' })).toBeVisible();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const ended = await fetch(`${wallet.baseUrl}/api/v1/sessions/current`, { headers: { cookie } });
  expect(ended.status).toBe(401);
  await user.fillLogin(ACCOUNTS.demo.username, ACCOUNTS.demo.password);
  await expect(page.getByRole('heading', { level: 1, name: 'Passbook' })).toBeVisible();
});

const NOT_CACHED = { tolerate: [...TOLERATED.tolerate, /dynamically imported module|preload CSS/] };

test('keeps the frame around a page whose code is missing, and shows the page after reconnecting', async ({
  openBrowser,
}) => {
  const user = new Person(await openBrowser(NOT_CACHED));
  const { page } = user;
  await user.signInByApi(ACCOUNTS.admin, '/admin');
  await goOffline(page);
  await user.visit('/admin/settings/webhooks');
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible();
});

test('opens every user page offline, with the last balance and passbook and their time, until logout', async ({
  wallet,
  openBrowser,
}) => {
  await fundDemo(wallet, '2000');
  const user = new Person(await openBrowser(TOLERATED));
  const { page } = user;
  await user.signInByApi(ACCOUNTS.demo, '/user/passbook');
  await expect(user.row('₹2,000.00').first()).toBeVisible();
  // Reload, so that only the stored passbook is left.
  await user.load('/user/support', 'Contact Support');
  await goOffline(page);
  await test.step('also pages that were not visited', async () => {
    const pages = {
      '/user/deposit': 'Deposit',
      '/user/withdraw': 'Withdraw',
      '/user/profile': 'Profile Settings',
      '/user/bank-accounts': 'Your Bank Accounts',
      '/user/support': 'Contact Support',
      '/user/notifications': 'Notifications',
    };
    for (const [path, heading] of Object.entries(pages)) await user.open(path, heading);
  });
  const passbook = page.getByRole('region', { name: 'Passbook' });
  await test.step('the balance and the passbook of an earlier visit on their pages', async () => {
    await user.open('/user/passbook', 'Passbook');
    await expect(page.getByText(AS_OF)).toHaveCount(3);
    await expect(passbook).toContainText('+₹2,000.00');
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await expect(page.getByText('₹2,000.00').first()).toBeVisible();
  await expect(passbook).toContainText('+₹2,000.00');
  await expect(passbook).toContainText(AS_OF);

  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Passbook' })).toBeVisible();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('2000');
});

test('shows the offline page in the chosen language, and reloads after reconnecting', async ({
  openBrowser,
}) => {
  const user = new Person(await openBrowser(NOT_CACHED), { language: 'ta' });
  const { page, t } = user;
  await user.signIn(ACCOUNTS.demo);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  const notice = 'You are offline. This page will update when you are back online.';
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
