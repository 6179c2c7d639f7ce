import type { Page } from '@playwright/test';
import { refuseConnections } from '../server/testing/databases.ts';
import { addQrCode, fundDemo } from './support/api.ts';
import { buildReceipt } from './support/images.ts';
import { Person } from './support/person.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleAsIs,
  test,
  watchReloads,
} from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

test('shows an error page for an unexpected error, with a way back', {
  tag: ['@section-2.1', '@section-4', '@section-8'],
}, async ({ openBrowser }) => {
  const tolerate = [/ERR_FAILED/, /dynamically imported module/, /status of 500/];
  const user = new Person(await openBrowser({ tolerate }));
  const { page } = user;
  await user.signInByApi(ACCOUNTS.demo, '/user');
  // The support contact is stored from here on, whatever fails.
  await page.waitForFunction(() => localStorage.getItem('support-contact') !== null);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.route('**/assets/user.support.index-*', (route) => route.abort());
  await page.goto('/user/support');
  // The router reloads a page whose code is missing once, and its error screen once more.
  await expect.poll(() => loads).toBe(3);
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByText('The page could not be loaded.')).toBeVisible();
  await expect(page.getByText('Your money is safe.')).toBeVisible();
  const [phone, email] = [page.locator('a[href^="tel:"]'), page.locator('a[href^="mailto:"]')];
  await expect(phone.or(email)).toHaveText([/^[+\d]/, /@/]);
  await expectAccessible(page, 'an uncaught error');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Contact Support' })).toBeVisible();
  await test.step('for a session that cannot be validated', () => failToValidate(page));
});

async function failToValidate(page: Page): Promise<void> {
  await page.route('**/rpc/sessions/current', (route) =>
    route.fulfill({
      status: 500,
      json: {
        json: {
          defined: true,
          code: 'INTERNAL',
          status: 500,
          message: '',
          data: { requestId: 'req-7' },
        },
      },
    }),
  );
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Authentication Error' })).toBeVisible();
  await expect(page.getByText('Validation error occurred')).toBeVisible();
  await expect(page.getByText('Your money is safe.')).toBeVisible();
  await expect(page.getByText('Quote this number to support: req-7')).toBeVisible();
  await expectAccessible(page, 'authentication error');
  await page.route('**/rpc/sessions/current', (route) => route.fulfill({ body: 'Welcome, guest' }));
  await page.reload();
  await expect(page.getByText('Authentication error occurred')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Return to Login' }).click();
  await expect(page.getByRole('heading', { name: 'Login to the product wallet' })).toBeVisible();
}

test('shows an error page when the application cannot be loaded, with a way back', async ({
  openBrowser,
}) => {
  const tolerate = [/ERR_FAILED/, /application could not be loaded/];
  const page = await openBrowser({ tolerate });
  const { t } = new Person(page, { language: 'hi' });
  await page.addInitScript(() => localStorage.setItem('preferred_language', 'hi'));
  const scripts = { index: 'light', app: 'dark' } as const;
  for (const [script, colorScheme] of Object.entries(scripts)) {
    await test.step(script, async () => {
      await page.emulateMedia({ colorScheme });
      await page.route(`**/assets/${script}-*.js`, (route) => route.abort());
      await page.goto('/login');
      const failure = t('The page could not be loaded. Check your connection and try again.');
      await expect(page.getByRole('alert')).toHaveText(failure);
      const safe =
        'Your money is safe. Your balance is kept on our server, and your passbook shows every request that has reached us.';
      await expect(page.getByText(t(safe))).toBeVisible();
      await expectAccessibleAsIs(page, `without ${script}`);
      await page.unrouteAll();
      await page.getByRole('button', { name: t('Try again') }).click();
      await expect(page.getByRole('textbox', { name: t('Username') })).toBeVisible();
    });
  }
});

test('loads optional code later, when it becomes available', async ({ openBrowser }) => {
  const tolerate = [/ERR_FAILED/, /could not be loaded yet/];
  const admin = new Person(await openBrowser({ tolerate }));
  const { page } = admin;
  const refusal = (file: RegExp) =>
    page.waitForEvent('requestfailed', (request) => file.test(request.url()));
  await page.route(/\/assets\/(?:Toaster|UpdatePrompt|CommandPalette)-/, (route) => route.abort());
  // Its styles are still loading while the others are retried.
  await page.route(/CommandPalette-.*css/, async (route) => {
    await refusal(/Toaster/);
    await route.abort();
  });
  const refused = refusal(/CommandPalette-.*css/);
  await admin.signInByApi(ACCOUNTS.admin, '/admin/banks');
  await page.getByLabel('Bank name').fill('Abacus Bank');
  await page.getByRole('button', { name: 'Search and commands' }).click();
  await refused;
  await expect(page.getByRole('heading', { name: 'Bank Management' })).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByRole('combobox', { name: 'Search and commands' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Bank name')).toHaveValue('Abacus Bank');
  await page.getByLabel('Bank code').fill('ABAC');
  await page.getByRole('button', { name: 'Add Bank' }).click();
  const toasts = page.getByRole('region', { name: 'Messages' });
  await expect(toasts.getByText('Bank Added')).toBeVisible();
  // Its styles loaded too, although the first attempt failed.
  await expect(toasts.locator('[data-position="top-center"]')).toHaveCSS('position', 'fixed');
});

test('shows an error when a language cannot be loaded, with a way back', async ({
  openBrowser,
}) => {
  const tolerate = [/ERR_FAILED/];
  const user = new Person(await openBrowser({ tolerate }));
  const { page, t } = user;
  const failure = t('The language could not be loaded. Check your connection and try again.');
  await page.route(/\/assets\/(?:te|hi)-[\w-]+[.]js/, (route) => route.abort());
  await page.goto('/login');
  const select = page.getByRole('combobox', { name: t('Select language') });
  await select.selectOption('te');
  await expect(user.toast(failure)).toBeVisible();
  await expect(select).toHaveValue('en');
  await user.fillLogin(ACCOUNTS.demo.username, ACCOUNTS.demo.password);
  // A message stays for as long as the mouse rests on it.
  await page.mouse.move(0, 0);
  await expect(user.toast(failure)).toBeHidden();
  await page.getByRole('button', { name: t('Select language') }).click();
  await page.getByRole('menuitemradio', { name: 'हिन्दी' }).click();
  await expect(user.toast(failure)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  // The list closes by itself; a click on the globe before that would close it.
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.unrouteAll();
  // In the device's own font.
  await page.route('**/assets/wght-*.css', (route) => route.abort());
  const inTamil = await user.changeLanguage('ta');
  await page.unrouteAll();
  await inTamil.changeLanguage('hi');
});

test('shows an error for pages and lists that cannot be loaded, with a way back', {
  tag: '@section-8',
}, async ({ wallet, openBrowser }) => {
  await addQrCode(wallet, 'Shop counter');
  const user = new Person(await openBrowser({ tolerate: [/status of (?:404|500)/] }));
  const { page } = user;
  let attempts = 0;
  await page.route('**/rpc/dashboards/recent', (route) => {
    attempts += 1;
    return route.fulfill({ status: 500 });
  });
  await page.route('**/files/qr-codes/**', (route) => route.fulfill({ status: 404 }));
  await user.signInByApi(ACCOUNTS.demo, '/user');

  await test.step('the newest transactions, after three attempts', async () => {
    const toasts = page.getByRole('region', { name: 'Messages' });
    await expect(toasts.getByText('Failed to load transactions')).toBeVisible();
    expect(attempts).toBe(3);
  });

  await test.step('the image of a payment QR code', async () => {
    await user.go('Deposit');
    await expect(page.getByText('The image could not be loaded')).toBeVisible();
    const code = page.getByRole('img', { name: 'Payment QR code: Shop counter' });
    await expect(code).toHaveJSProperty('tagName', 'svg');
    await expectAccessible(page, 'a lost QR code');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(code).toHaveJSProperty('naturalWidth', 480);
  });
});

const WAITS = 'The service is unavailable for a moment. This page will continue automatically.';

test('pages show a database outage, and continue after it', async ({ wallet, openBrowser }) => {
  await addQrCode(wallet, 'Shop counter');
  await fundDemo(wallet, '900');
  const user = new Person(await openBrowser({ tolerate: [/status of 503/] }));
  const { page } = user;
  await user.signInByApi(ACCOUNTS.demo, '/user');
  await user.go('Deposit');
  await expect(page.getByRole('img', { name: /Payment QR code/ })).toBeVisible();
  const wasNotReloaded = await watchReloads(page);
  const outage = await refuseConnections(wallet.databaseUrl);

  await test.step('a form keeps what was typed', async () => {
    await page.getByRole('textbox', { name: 'Amount' }).fill('750');
    await page.getByLabel('Payment receipt').setInputFiles(await buildReceipt());
    await page.getByRole('button', { name: 'Submit deposit' }).click();
    const refusal = 'The service is unavailable for a moment. Nothing was lost;';
    await expect(user.toast(refusal)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('750');
    await expect(page.getByRole('button', { name: 'Submit deposit' })).toBeEnabled();
  });

  await test.step('another screen waits', async () => {
    await user.go('Passbook');
    await user.press(page.getByRole('button', { name: 'Discard', exact: true }));
    await expect(page.getByRole('status').filter({ hasText: WAITS })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Passbook' })).toBeVisible();
    await expectAccessible(page, 'a screen that waits for the service');
    await wasNotReloaded();
  });

  await test.step('an application that starts during the outage waits', async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: 'The service is unavailable' })).toBeVisible();
    await expect(page.getByText('Your money is safe.')).toBeVisible();
    await expect(page.locator('a[href^="tel:"]')).toBeVisible();
    await expectAccessible(page, 'an application that waits for the service');
  });

  await outage.allow();
  await expect(user.row('₹900.00')).toContainText('Approved');
  await expect(page.getByText(WAITS)).toBeHidden();
  await user.go('Deposit');
  await user.submitDeposit('750');
});
