import type { Page } from '@playwright/test';
import {
  fundDemo,
  requestDeposit,
  requestEach,
  requestWithdrawals,
  signInToApi,
} from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { buildQrImage } from './support/images.ts';
import { Person } from './support/person.ts';
import { boxOf, expect, expectAccessibleAgain, expectNoSideScroll, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

const RIGHTS = { title: 'Your rights', url: 'https://example.com/rights', displayOrder: 0 };

test('home shows banners, links, figures and the newest transactions', {
  tag: ['@section-2.4', '@section-2.5', '@section-6'],
}, async ({ wallet, openBrowser }) => {
  const admin = await signInToApi(wallet, ACCOUNTS.admin);
  for (const title of ['Free of charge', 'Stay safe']) {
    const form = { title, linkUrl: 'https://example.com/', isActive: true };
    await admin.upload('/files/banners', form, await buildQrImage());
  }
  await admin.api.siteUrls.create(RIGHTS);
  await requestEach(wallet, ['11', '12', '13', '14', '15', '16']);

  const user = new Person(await openBrowser());
  const { page } = user;
  await user.signIn(ACCOUNTS.demo);
  await expect(page).toHaveURL('/user');
  await expect(page.getByRole('heading', { name: 'Welcome, demo!' })).toBeVisible();
  const carousel = page.getByRole('region', { name: 'Offers and news' });
  await expect(carousel.getByRole('img', { name: 'Free of charge' })).toBeVisible();
  await carousel.getByRole('button', { name: 'Next slide' }).click();
  await expect(carousel.getByRole('img', { name: 'Stay safe' })).toBeVisible();
  await carousel.getByRole('button', { name: 'Next slide' }).click();
  await expect(carousel.getByRole('img', { name: 'Free of charge' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Your rights/ })).toHaveAttribute(
    'rel',
    'noopener noreferrer',
  );
  const recent = page.getByRole('region', { name: 'Recent Transactions' });
  await expect(recent.getByRole('listitem')).toHaveCount(5);
  await expect(page.getByText('Current Balance')).toHaveCount(0);
  await requestDeposit(wallet, '17');
  await expect(recent.getByRole('listitem').first()).toContainText('₹17.00');
  await test.step('the frame', () => testFrame(page));
  await page.keyboard.press('Escape');
  await page.goto('/user/dashboard');
  await expect(page.getByRole('heading', { name: 'Welcome, demo!' })).toBeVisible();
  const actions = page.getByRole('region', { name: 'Quick Actions' });
  await actions.getByRole('link', { name: /^Deposit/ }).click();
  await expect(page).toHaveURL('/user/deposit');
});

/** The sidebar and the panel of notifications have the sizes of the specification. */
async function testFrame(page: Page): Promise<void> {
  const sidebar = await boxOf(page.locator('.mantine-AppShell-navbar'));
  expect(sidebar.width).toBe(256);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  const screen = page.viewportSize() ?? { width: 0, height: 0 };
  const box = await boxOf(panel);
  expect(box.height).toBeCloseTo(screen.height * 0.8, -1);
  expect(box.width).toBe(384);
  expect(box.x + box.width).toBeGreaterThan(screen.width - 32);
}

test('home on a phone shows the balance, which can be hidden, and the next step next to featured links', async ({
  wallet,
  openBrowser,
}) => {
  const admin = await signInToApi(wallet, ACCOUNTS.admin);
  await admin.api.siteUrls.create(RIGHTS);
  const user = new Person(await openBrowser(DEVICES.phone), DEVICES.phone);
  await user.signInByApi(ACCOUNTS.demo, '/user');
  const { page } = user;
  await expect(page.getByText('No transactions yet')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Featured Links' })).toContainText('Your rights');
  const guide = page.getByRole('region', { name: 'Getting started' });
  await expect(guide.getByRole('link')).toHaveText([
    'Add a bank account',
    'Make your first deposit',
  ]);
  const main = page.getByRole('main');
  await expect(main).toContainText('Balance₹0.00');
  await fundDemo(wallet, '1234.5');
  await expect(main).toContainText('Balance₹1,234.50');
  await expect(guide).toContainText('Make your first depositDone');
  await requestWithdrawals(wallet, ['200']);
  await expect(main).toContainText('On hold₹200.00');
  await expect(guide).toHaveCount(0);
  await user.press(page.getByRole('button', { name: 'Hide balance' }));
  await expect(main).not.toContainText('Balance₹');
  await expect(page.getByRole('img', { name: 'Balance hidden' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('img', { name: 'Balance hidden' })).toBeVisible();
  await expectNoSideScroll(page);
  await expectAccessibleAgain(page, 'dashboard on a phone');
});

test('banners change automatically and manually', { tag: '@section-4' }, async ({
  wallet,
  openBrowser,
}) => {
  const { upload } = await signInToApi(wallet, ACCOUNTS.admin);
  for (const title of ['First', 'Second', 'Third']) {
    await upload('/files/banners', { title, isActive: true }, await buildQrImage());
  }
  const user = new Person(await openBrowser({ reducedMotion: 'no-preference' }));
  const { page } = user;
  await user.signInByApi(ACCOUNTS.demo, '/user');
  const carousel = page.getByRole('region', { name: 'Offers and news' });
  const slide = (title: string) => carousel.getByRole('img', { name: title });
  const press = (name: string) => carousel.getByRole('button', { name }).click();

  await test.step('automatically, after five seconds each', async () => {
    await expect(slide('First')).toBeVisible();
    await expect(slide('Second')).toBeVisible();
  });

  await test.step('by arrows and dots, beyond both ends', async () => {
    await press('Show First');
    await expect(slide('First')).toBeVisible();
    await press('Previous slide');
    await expect(slide('Third')).toBeVisible();
    await press('Next slide');
    await expect(slide('First')).toBeVisible();
    await press('Show Third');
    await expect(slide('Third')).toBeVisible();
  });

  await test.step('not while hovered, focused or paused', async () => {
    await expect(carousel.locator('[aria-live]')).toHaveAttribute('aria-live', 'polite');
    await press('Pause slides');
    await page.mouse.move(0, 0);
    await page.getByRole('heading', { level: 1 }).click();
    await expect(carousel.locator('[aria-live]')).toHaveAttribute('aria-live', 'polite');
    await press('Play slides');
    await page.getByRole('heading', { level: 1 }).click();
    await expect(carousel.locator('[aria-live]')).toHaveAttribute('aria-live', 'off');
  });

  await test.step('by a swipe', async () => {
    await press('Show First');
    await expect(slide('First')).toBeVisible();
    const box = await boxOf(slide('First'));
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width * 0.8, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.2, y, { steps: 5 });
    await page.mouse.up();
    await expect(slide('Second')).toBeVisible();
  });

  await test.step('never automatically with reduced motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.reload();
    await expect(slide('First')).toBeVisible();
    await expect(carousel.getByRole('button', { name: 'Pause slides' })).toHaveCount(0);
    await page.mouse.move(0, 0);
    await expect(carousel.locator('[aria-live]')).toHaveAttribute('aria-live', 'polite');
  });
});
