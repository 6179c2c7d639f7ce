import type { Request } from '@playwright/test';
import { requestDeposit } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { expect, inspectAgain, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

test('administrators open lists that were prefetched from the menu, and find the rest with the palette', {
  tag: '@section-9',
}, async ({ wallet, openBrowser }) => {
  const page = await openBrowser(DEVICES.desktop);
  const admin = new Person(page);
  await admin.signInByApi(ACCOUNTS.admin, '/admin');
  await test.step('a list is prefetched while the pointer hovers over its menu entry, and shown without another request', () =>
    openPrefetched(admin));
  await requestDeposit(wallet, '750');
  await admin.open('/admin/banners', 'Ad Banner Management');
  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: 'Search and commands' });
  await expect(search).toBeFocused();
  await search.fill('banks');
  const banks = page.getByRole('option', { name: 'Banks' });
  await expect(banks).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Bank Management' })).toBeFocused();

  await page.getByRole('button', { name: 'Search and commands' }).click();
  await search.fill('dem');
  await expect(page.getByRole('option', { name: /@demo/ })).toBeVisible();
  await search.fill('DEP-');
  const deposit = page.getByRole('option', { name: /₹750\.00/ });
  await expect(deposit).toBeVisible();
  await deposit.click();
  await expect(page).toHaveURL(/\/admin\/deposits\/desk\?id=/);
  await expect(page.getByRole('heading', { name: '₹750.00' })).toBeVisible();

  await admin.visit('/admin/banks');
  await expect(page.getByRole('heading', { name: 'Bank Management' })).toBeVisible();
  await page.keyboard.press('Shift+?');
  await expect(admin.dialog('Keyboard shortcuts')).toBeVisible();
  await inspectAgain(page, 'the keyboard shortcuts');
});

const LISTS = [
  ['Users', '/rpc/users/list', '@demo'],
  ['Audit', '/rpc/audit/list', 'admin'],
  ['Deposits', '/rpc/transactions/list', 'No pending deposits'],
] as const;

async function openPrefetched(admin: Person): Promise<void> {
  const { page } = admin;
  for (const [entry, procedure, shown] of LISTS) {
    const asked: string[] = [];
    const note = (request: Request) => asked.push(new URL(request.url()).pathname);
    page.on('request', note);
    const answered = page.waitForResponse((answer) => answer.url().endsWith(procedure));
    await page.getByRole('navigation').getByRole('link', { name: entry }).hover();
    await (await answered).finished();
    await admin.go(entry);
    await expect(page.getByRole('main')).toContainText(shown);
    expect(asked.filter((path) => path === procedure)).toHaveLength(1);
    page.off('request', note);
  }
}
