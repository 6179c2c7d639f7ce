import type { Page } from '@playwright/test';
import { fundDemo } from './support/api.ts';
import { hold } from './support/hold.ts';
import { Person } from './support/person.ts';
import { expect, openTab, test } from './support/test.ts';
import { ACCOUNTS, type Wallet } from './support/wallet.ts';

const ANSWERS = /\/rpc\//;

test('a page requests its data once, and misses no event before it subscribes', {
  tag: '@section-7.6',
}, async ({ wallet, openBrowser }) => {
  const user = new Person(await openBrowser());
  const { page } = user;
  const asked: string[] = [];
  page.on('request', (request) => {
    if (ANSWERS.test(request.url())) asked.push(new URL(request.url()).pathname);
  });
  const { released, release: listen } = hold();
  await page.route('**/api/events', async (route) => {
    await released;
    await route.continue();
  });
  await user.signInByApi(ACCOUNTS.demo, '/user');
  await expect(page.getByText('No transactions yet')).toBeVisible();
  await fundDemo(wallet, '750');
  listen();
  await expect(page.getByText('Approved', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  const banners = asked.filter((path) => path === '/rpc/banners/listActive');
  expect(banners, 'what nobody changed is not asked for again').toHaveLength(1);

  await test.step('a second tab misses no event that the first receives while the second opens', () =>
    openDuringEvent(wallet, page));
});

async function openDuringEvent(wallet: Wallet, page: Page): Promise<void> {
  const approved = (shown: Page) =>
    shown
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: '₹751.00' })
      .getByText('Approved');
  const tab = await openTab(page);
  const recent = tab.waitForResponse('**/rpc/dashboards/recent');
  const { released, release } = hold();
  await tab.route('**/rpc/sessions/current', async (route) => {
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
  });
  await tab.goto('/user');
  await recent;
  await fundDemo(wallet, '751');
  await expect(approved(page)).toBeVisible();
  release();
  await expect(approved(tab)).toBeVisible();
}
