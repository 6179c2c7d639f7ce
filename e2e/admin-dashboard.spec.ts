import type { Locator, Page } from '@playwright/test';
import { decideDeposit, fundDemo, requestDeposit, requestWithdrawals } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import {
  boxOf,
  expect,
  expectAccessible,
  expectNoSideScroll,
  inspect,
  inspectAgain,
  test,
} from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

/** More than a line, and less than two, in pixels. */
const ONE_LINE = 30;

test('shows pending requests and each reviewer’s work', async ({ wallet, openBrowser }) => {
  const admin = new Person(await openBrowser(DEVICES.desktop));
  const { page } = admin;
  await admin.signInByApi(ACCOUNTS.admin, '/admin');
  const waiting = page.getByRole('region', { name: 'Waiting for a decision' });
  const today = page.getByRole('region', { name: 'Administrators at work' });
  const reasons = page.getByRole('region', { name: 'Rejections by reason' });
  await expect(waiting.getByText('No requests are waiting.')).toHaveCount(2);
  await expect(waiting.getByText('Nothing pending:')).toBeVisible();
  await expect(waiting.getByRole('link', { name: 'Messages' })).toBeVisible();
  await expect(today).toContainText('No requests have been decided today.');
  await expect(reasons).toContainText('No requests were rejected in this period.');
  const age = page.getByRole('region', { name: 'Age of pending requests' });
  await expect(age).toContainText('No requests are waiting.');
  await inspect(page, 'a dashboard without work');

  await requestDeposit(wallet, '300');
  await decideDeposit(wallet, 'rejected');
  await fundDemo(wallet, '5000');
  await requestWithdrawals(wallet, ['200', '300']);
  await requestDeposit(wallet, '70');
  await expect(waiting).toContainText('₹70.00');
  await expect(waiting).toContainText('₹500.00');
  await expect(waiting.getByText('Within the target')).toHaveCount(2);
  await expect(today).toContainText('1 approved, 1 rejected');
  const money = page.getByRole('region', { name: 'Approved today' });
  await expect(money).toContainText('₹5,000.00');
  await expectOnScreen(waiting, today, money, page.getByRole('region', { name: 'Failures' }));
  await expect(reasons).toContainText('The receipt cannot be read.');
  await inspectAgain(page, 'a dashboard with work');

  await admin.press(waiting.getByRole('link', { name: 'Target: 24 hours' }));
  const target = page.getByRole('region', { name: 'Target for decisions' });
  await target
    .getByRole('combobox', { name: 'Time limit for decisions' })
    .selectOption('15 minutes');
  await admin.press(target.getByRole('button', { name: 'Update settings' }));
  await expect(admin.toast('Settings updated successfully')).toBeVisible();
  await inspectAgain(page, 'the target');
  await admin.visit('/admin');
  await expect(waiting.getByRole('link', { name: 'Target: 15 minutes' })).toBeVisible();

  await admin.changeLanguage('ta');
  const name = page.getByRole('main').getByRole('link', { name: 'admin', exact: true });
  expect((await boxOf(name)).height, 'a name next to longer words').toBeLessThan(ONE_LINE);
  const figures = await page.getByRole('definition').getByRole('link').all();
  expect(figures).toHaveLength(5);
  const tops = (await Promise.all(figures.map(boxOf))).map(({ y }) => Math.round(y));
  expect(new Set(tops).size, 'figures below labels of one and two lines').toBe(1);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const figure of figures) await expect(figure).toBeInViewport({ ratio: 1 });
});

test('shows the totals of all requests, which change with each event', {
  tag: '@section-2.6',
}, async ({ wallet, openBrowser }) => {
  const admin = new Person(await openBrowser(DEVICES.desktop));
  await fundDemo(wallet, '5000');
  await requestDeposit(wallet, '300');
  const { page } = admin;
  await admin.signInByApi(ACCOUNTS.admin, '/admin');
  await expect(page.getByRole('main').getByText('₹5,000.00').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'System Status' })).toContainText('Connected');
  await expect(page.getByRole('img', { name: /^Deposits of ₹5,000.00/ })).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Period' }).getByText('90 days').click();
  await expect(page.getByRole('img', { name: /in 90 days$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('cell', { name: '₹5,000.00' })).toBeVisible();
  await inspect(page, 'dashboard with its table');
  const pending = page.getByRole('main').getByText('Pending Transactions').locator('..');
  await expect(pending).toContainText('1');
  await requestDeposit(wallet, '41');
  await expect(pending).toContainText('2');
});

test.describe('with the accounts of `npm start`', () => {
  test.use({ isEmbedded: true, environment: { ADMIN_PASSWORD: '', DEMO_PASSWORD: '' } });

  test('warns administrators about well-known passwords until they are changed', async ({
    wallet,
    openBrowser,
  }) => {
    await expect
      .poll(() => wallet.printed)
      .toContainEqual(expect.stringContaining('account admin, password admin123'));
    const admin = new Person(await openBrowser());
    const { page } = admin;
    await admin.signIn({ username: 'admin', password: 'admin123' });
    const warning = page.getByRole('region', { name: 'Default passwords in use' });
    await expectOneLine(page);
    await openWarning(page);
    await expect(warning.getByRole('link')).toHaveCount(2);
    await expect(warning.getByRole('button')).toHaveCount(0);
    await expectAccessible(page, 'warning');

    await test.step('on a phone', async () => {
      const phone = new Person(await openBrowser(DEVICES.phone));
      await phone.signInByApi({ username: 'admin', password: 'admin123' }, '/admin/deposits');
      await expectOneLine(phone.page);
      await openWarning(phone.page);
      await phone.page.getByRole('link', { name: 'Change the password of demo' }).tap();
      await expectNoSideScroll(phone.page);
      await changePassword(phone, 'demo');
      await expect(phone.page.getByRole('link', { name: /^Change the password of/ })).toHaveCount(
        1,
      );
    });

    await page.reload();
    await openWarning(page);
    await warning.getByRole('link', { name: 'Change the password of admin' }).click();
    const own = page.getByRole('region', { name: 'Change Admin Password' });
    await own.getByLabel('Current Password', { exact: true }).fill('admin123');
    await own.getByLabel('New Password', { exact: true }).fill('known-to-one');
    await own.getByLabel('Confirm New Password', { exact: true }).fill('known-to-one');
    await admin.press(own.getByRole('button', { name: 'Update Password' }));
    await expect(admin.toast('Admin password updated successfully')).toBeVisible();
    await expect(warning).toHaveCount(0);
  });
});

async function expectOnScreen(...cards: Locator[]): Promise<void> {
  for (const card of cards) await expect(card).toBeInViewport({ ratio: 1 });
}

const lineOf = (page: Page) =>
  page.locator('summary').filter({ hasText: 'Default passwords in use' });

async function openWarning(page: Page): Promise<void> {
  await lineOf(page).click();
  await expect(page.getByRole('region', { name: 'Default passwords in use' })).toBeVisible();
}

async function expectOneLine(page: Page): Promise<void> {
  const line = lineOf(page);
  const { height } = await boxOf(line);
  expect(height).toBeLessThanOrEqual(44);
}

async function changePassword(admin: Person, username: string): Promise<void> {
  await expect(admin.page.getByText(`@${username}`)).toBeVisible();
  await admin.press(admin.page.getByRole('button', { name: 'Change Password' }));
  const dialog = admin.dialog('Change Password');
  await dialog.getByLabel('New Password', { exact: true }).fill('known-to-one');
  await dialog.getByLabel('Confirm New Password', { exact: true }).fill('known-to-one');
  await admin.press(dialog.getByRole('button', { name: 'Update Password' }));
  await expect(admin.toast('Password updated successfully')).toBeVisible();
}
