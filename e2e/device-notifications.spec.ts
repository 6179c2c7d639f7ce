import type { Page } from '@playwright/test';
import { Person } from './support/person.ts';
import { expect, inspectAgain, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

test.use({ serviceWorkers: 'allow' });

const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };
/** Chromium of the tests has no push service: subscribing is replaced, and kept in the local storage. */
const SUBSCRIPTION = { endpoint: 'https://push.example.com/device', keys };

async function replacePushService(page: Page): Promise<void> {
  await page.addInitScript((subscription) => {
    // The headless shell reports "denied", whatever was granted.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    const KEY = 'subscribed';
    const make = (key: ArrayBuffer) =>
      ({
        endpoint: subscription.endpoint,
        options: { applicationServerKey: key, userVisibleOnly: true },
        toJSON: () => subscription,
        unsubscribe: async () => {
          localStorage.removeItem(KEY);
          return true;
        },
      }) as unknown as PushSubscription;
    const bytesOf = (text: string) => Uint8Array.from(text.split(','), Number).buffer;
    PushManager.prototype.subscribe = async (options) => {
      const key = new Uint8Array(options?.applicationServerKey as ArrayBuffer);
      localStorage.setItem(KEY, key.join());
      return make(key.buffer);
    };
    PushManager.prototype.getSubscription = async () => {
      const kept = localStorage.getItem(KEY);
      return kept === null ? null : make(bytesOf(kept));
    };
  }, SUBSCRIPTION);
}

/**
 * Gives the service worker a message of a push service and clicks what it shows. Returns that. The headless shell shows no
 * notifications itself.
 */
async function clickPushed(page: Page, message: object): Promise<unknown> {
  const [worker] = page.context().serviceWorkers();
  return worker?.evaluate(`(async () => {
    const shown = new Promise((resolve) => {
      ServiceWorkerRegistration.prototype.showNotification = async (title, options) =>
        resolve({ title, ...options });
    });
    self.dispatchEvent(new PushEvent('push', { data: ${JSON.stringify(JSON.stringify(message))} }));
    const { data } = await shown;
    const notification = { data, close: () => undefined };
    self.dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), { notification }));
    return shown;
  })()`);
}

test('a person switches on notifications, whose click opens their page, and ends them by logging out', async ({
  openBrowser,
  wallet,
}) => {
  const user = new Person(await openBrowser());
  const { page } = user;
  await page.context().grantPermissions(['notifications'], { origin: wallet.baseUrl });
  await replacePushService(page);
  await user.signInByApi(ACCOUNTS.demo, '/user/profile');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const card = page.getByRole('region', { name: 'Emails and notifications' });
  const device = card.getByRole('switch', { name: 'Notifications on this device' });
  await expect(device).not.toBeChecked();
  await user.press(device);
  await expect(device).toBeChecked();
  await inspectAgain(page, 'notifications on this device');
  await card.getByLabel('Withdrawals: Device').uncheck();
  await card.getByRole('switch', { name: 'Hide details on devices' }).press('Space');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(user.toast('Success', 'Your choice was saved')).toBeVisible();
  await page.reload();
  await expect(device).toBeChecked();
  await expect(card.getByLabel('Withdrawals: Device')).not.toBeChecked();
  await expect(card.getByLabel('Deposits: Device')).toBeChecked();

  const path = '/user/passbook';
  // Without the number of unread ones: `setAppBadge` ends the service worker of the headless shell.
  const message = { title: 'Wallet: Deposit Approved', body: '₹500.00', tag: 'a' };
  const shown = await clickPushed(page, { ...message, path, language: 'hi' });
  expect(shown).toMatchObject({ ...message, lang: 'hi', icon: '/icons/icon-192.png' });
  await user.expectHeading('Passbook');

  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem('subscribed'))).toBeNull();
});

test('explains how to allow notifications that the browser blocks, and what an iPhone needs', async ({
  openBrowser,
}) => {
  const user = new Person(await openBrowser());
  const { page } = user;
  await page.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' }),
  );
  await user.signInByApi(ACCOUNTS.demo, '/user/profile');
  const device = page.getByRole('switch', { name: 'Notifications on this device' });
  await expect(page.getByText('This browser blocks notifications.')).toBeVisible();
  await expect(device).toBeDisabled();

  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Safari/604.1';
  const phone = new Person(await openBrowser({ userAgent }));
  await phone.page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  await phone.signInByApi(ACCOUNTS.demo, '/user/profile');
  await expect(phone.page.getByText('notifications need the app')).toBeVisible();
});
