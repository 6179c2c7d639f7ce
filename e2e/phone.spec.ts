import type { Page } from '@playwright/test';
import { holdBack } from './support/answers.ts';
import { requestDeposit, signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { visit } from './support/screens.ts';
import { boxOf, expect, expectNoSideScroll, expectStill, test } from './support/test.ts';
import { findSmallTargets } from './support/touch.ts';
import { ACCOUNTS, type Wallet } from './support/wallet.ts';

test('the frame of a phone shows its parts in place, in every shape of the screen', async ({
  wallet,
  openBrowser,
}) => {
  const user = new Person(await openBrowser(DEVICES.phone), DEVICES.phone);
  const { page } = user;
  await test.step('highlights the tapped menu entry before the page has loaded', () =>
    tapBeforeLoad(user));
  await user.open('/user/profile', 'Profile Settings');
  await test.step('keeps the menus of the top bar in place while the page scrolls', () =>
    scrollUnderMenus(user));
  await user.open('/user', 'Welcome, demo!');
  for (const width of [360, 600]) {
    await test.step(`shows the whole product name in the header (${width} px)`, async () => {
      await page.setViewportSize({ width, height: 740 });
      await expectWholeName(page);
    });
  }
  await test.step('leaves three quarters of a phone in landscape to the page', async () => {
    await page.setViewportSize({ width: 740, height: 360 });
    const bars = [page.getByRole('banner'), page.getByRole('contentinfo')];
    const heights = await Promise.all(bars.map(async (bar) => (await boxOf(bar)).height));
    expect(heights.reduce((sum, height) => sum + height)).toBeLessThanOrEqual(90);
    await expectNoSideScroll(page);
    expect(await findSmallTargets(page)).toEqual([]);
  });
  await page.setViewportSize(DEVICES.phone.viewport);
  await test.step('keeps a long name and a long address on one line of the menu', () =>
    showLongNames(wallet, user));
  await user.open('/user/notifications', 'Notifications');
  await test.step('marks the selected tab in forced colours', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    const edgeOf = (name: string) =>
      page
        .getByRole('tab', { name, exact: true })
        .evaluate((tab) => getComputedStyle(tab).borderBottomColor);
    expect(await edgeOf('Unread')).toBe(await edgeOf('System'));
    expect(await edgeOf('All')).not.toBe(await edgeOf('System'));
  });
});

async function tapBeforeLoad(user: Person): Promise<void> {
  const { page } = user;
  const letGo = await holdBack(page, '**/assets/user.withdraw-*');
  await user.signInByApi(ACCOUNTS.demo, '/user');
  await user.expectHeading('Welcome, demo!');
  const entry = page
    .getByRole('navigation', { name: 'Quick navigation' })
    .getByRole('link', { name: 'Withdraw' });
  await user.press(entry);
  await expect(entry).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  const skeleton = page.getByRole('main').getByRole('status').filter({ hasText: 'Loading...' });
  await expect(skeleton).toHaveCount(1);
  await letGo();
  await expect(page.getByRole('heading', { level: 1, name: 'Withdraw' })).toBeFocused();
}

async function scrollUnderMenus(user: Person): Promise<void> {
  const { page } = user;
  for (const [button, item] of [
    ['Account menu', 'Contact Us'],
    ['Select language', 'English'],
  ] as const) {
    await user.press(page.getByRole('button', { name: button }));
    const shown = page.getByText(item, { exact: true });
    await expect(shown).toBeVisible();
    const moved = await shown.evaluate((element) => {
      const top = () => element.getBoundingClientRect().top;
      const before = { top: top(), scroll: window.scrollY };
      window.scrollBy({ top: 200, behavior: 'instant' });
      return { item: top() - before.top, page: window.scrollY - before.scroll };
    });
    expect(moved, button).toEqual({ item: 0, page: 200 });
    await page.keyboard.press('Escape');
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  }
}

async function expectWholeName(page: Page): Promise<void> {
  const name = page.getByRole('banner').getByText('the product wallet');
  await expectStill(page);
  const shown = await name.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const header = element.closest('header')?.getBoundingClientRect();
    const style = getComputedStyle(element);
    return {
      isInHeader: header !== undefined && top >= header.top && bottom <= header.bottom,
      lines: Math.round(element.clientHeight / Number.parseFloat(style.lineHeight)),
      isWhole:
        element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight,
      end: style.textOverflow,
    };
  });
  expect(shown).toEqual({ isInHeader: true, lines: 1, isWhole: true, end: 'ellipsis' });
  await expectNoSideScroll(page);
  expect(await findSmallTargets(page)).toEqual([]);
}

async function showLongNames(wallet: Wallet, user: Person): Promise<void> {
  const { page } = user;
  const demo = await signInToApi(wallet, ACCOUNTS.demo);
  const email = `${'long'.repeat(15)}@example.com`;
  await demo.api.profiles.update({
    firstName: 'Venkatanarasimharajuvaripeta',
    lastName: 'Subrahmanyeswara',
    email,
    phone: '',
    address: '',
    city: '',
    country: '',
  });
  await page.reload();
  await user.press(page.getByRole('button', { name: 'Toggle menu' }));
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expectStill(page);
  for (const text of ['Venkatanarasimharajuvaripeta Subrahmanyeswara', email]) {
    const { lines, isInside } = await menu.getByText(text).evaluate((element) => ({
      lines: element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
      isInside: element.getBoundingClientRect().right <= window.innerWidth,
    }));
    expect({ lines: Math.round(lines), isInside }).toEqual({ lines: 1, isInside: true });
  }
  await page.keyboard.press('Escape');
}

test('shows the longest names without breaking a screen, and links to every screen', async ({
  wallet,
  openBrowser,
}) => {
  const long = { username: 'w'.repeat(64), password: 'long-enough' };
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  await api.users.create({ ...long, role: 'user' });
  const user = new Person(await openBrowser(DEVICES.phone), DEVICES.phone);
  const { page } = user;
  await user.signInByApi(long, '/user');
  for (const [path, heading] of [
    ['/user', `Welcome, ${long.username}!`],
    ['/user/deposit', 'Deposit'],
    ['/user/withdraw', 'Withdraw'],
    ['/user/passbook', 'Passbook'],
    ['/user/profile', 'Profile Settings'],
  ] as const) {
    await visit(user, { path, heading });
    await expectNoSideScroll(page);
    expect(await findSmallTargets(page), `too small for a finger: ${path}`).toEqual([]);
  }
  await user.press(page.getByRole('button', { name: 'Toggle menu' }));
  const navigation = page.getByRole('navigation', { name: 'Main navigation' });
  await expect(navigation).toBeVisible();
  await expect(navigation.locator('[aria-current]')).toHaveText(['Profile']);
  await expectNoSideScroll(page);
  await page.keyboard.press('Escape');

  await user.press(page.getByRole('button', { name: 'Account menu' }));
  await user.press(page.getByRole('menuitem', { name: 'Your Bank Accounts' }));
  const accounts = page.getByRole('heading', { level: 1, name: 'Your Bank Accounts' });
  await expect(accounts).toBeVisible();
  await user.press(page.getByRole('button', { name: 'Add Bank Account' }));
  await expect
    .poll(async () => (await boxOf(user.dialog('Add Bank Account'))).x, 'distance from the edge')
    .toBe(8);
  await page.keyboard.press('Escape');
  await user.press(page.getByRole('button', { name: /^Notifications/ }));
  await user.press(user.dialog('Notifications').getByRole('link', { name: 'View all' }));
  const notifications = page.getByRole('heading', { level: 1, name: 'Notifications' });
  await expect(notifications).toBeVisible();
  await expect(user.dialog('Notifications')).toHaveCount(0);
});

/** Runs in the browser: amounts with a sign or without, and the number of lines that each is drawn on. */
function findAmounts(main: Element): { text: string; lines: number }[] {
  const nodes = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  const found: { text: string; lines: number }[] = [];
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    if (!/^[+-]?₹[\d,.]+$/.test(text)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
    found.push({ text, lines: new Set(tops).size });
  }
  return found;
}

test('keeps every amount on one line on a small phone', async ({ wallet, openBrowser }) => {
  const person = { username: 'asha.venkatanarasimharajuvaripeta', password: 'long-enough' };
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  await api.users.create({ ...person, role: 'user' });
  await requestDeposit(wallet, '9999999.99', person);
  const small = { ...DEVICES.phone, viewport: { width: 320, height: 640 } };
  const user = new Person(await openBrowser(small), DEVICES.phone);
  await user.signInByApi(person, '/user/passbook');
  const admin = new Person(await openBrowser(small), DEVICES.phone);
  await admin.signInByApi(ACCOUNTS.admin, '/admin/transactions');
  for (const { page } of [user, admin]) {
    const main = page.getByRole('main');
    await expect(main.getByText('₹99,99,999.99').first()).toBeVisible();
    const amounts = await main.evaluate(findAmounts);
    expect(amounts).toContainEqual({ text: expect.stringContaining('₹99,99,999.99'), lines: 1 });
    expect(amounts.filter(({ lines }) => lines !== 1)).toEqual([]);
    await expectNoSideScroll(page);
  }
});
