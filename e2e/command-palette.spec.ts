import { requestDeposit } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { expect, inspect, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

test('the palette finds pages, users and transactions', { tag: '@section-9' }, async ({
  wallet,
  openBrowser,
}) => {
  await requestDeposit(wallet, '750');
  const page = await openBrowser(DEVICES.desktop);
  const admin = new Person(page);
  await admin.signInByApi(ACCOUNTS.admin, '/admin/banners');
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
  await inspect(page, 'the keyboard shortcuts');
});
