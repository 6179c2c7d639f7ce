import type { Page } from '@playwright/test';
import { addQrCode, signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

/** What Chromium says of calls without a connection, and of one without a session. */
const TOLERATED = { tolerate: [/ERR_(?:INTERNET_DISCONNECTED|FAILED)/, /status of 401/] };
const OFFLINE = 'You are offline. Check your connection and try again.';

// It keeps the code of screens that are yet to be seen.
test.use({ serviceWorkers: 'allow' });

/** Once the page has come whole, with what shows messages and what other screens need. */
async function goOffline(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Messages' })).toBeAttached();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
}

test('without a connection nothing is sent, then or later, and what was typed stays', async ({
  wallet,
  openBrowser,
}) => {
  await addQrCode(wallet, 'Shop counter');
  const user = new Person(await openBrowser({ ...DEVICES.phone, ...TOLERATED }));
  const { page } = user;
  await user.arrive(ACCOUNTS.demo, '/user/deposit');
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
  await expect(user.toast('Deposit Request Submitted')).toBeVisible();
  expect((await demo.api.transactions.passbook({})).rows).toHaveLength(1);
});

test('who logs out without a connection is out at once, and on the server as soon as it is back', async ({
  wallet,
  openBrowser,
}) => {
  const user = new Person(await openBrowser(TOLERATED));
  const { page } = user;
  await user.arrive(ACCOUNTS.demo, '/user');
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
