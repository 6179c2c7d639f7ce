import { fundDemo, requestDeposit, signInToApi } from './support/api.ts';
import { Person } from './support/person.ts';
import { expect, expectAccessibleAgain, expectNoSideScroll, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

const LEELA = { username: 'leela', password: 'leela-secret' };
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const NAME = /Deleted account [0-9a-f]{12}/;

test('administrators find the requests of a deleted account', async ({ wallet, openBrowser }) => {
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  const { id: userId } = await api.users.create(LEELA);
  await requestDeposit(wallet, '700', LEELA);
  await api.users.remove({ userId });

  const admin = new Person(await openBrowser({ viewport: DESKTOP }));
  const { page } = admin;
  await admin.signInByApi(ACCOUNTS.admin, '/admin/users');
  await expect(page.getByText('@leela')).toHaveCount(0);
  await admin.choose(page.getByRole('combobox', { name: 'Accounts' }), 'Deleted accounts');
  await expect(page.getByRole('main')).toContainText(NAME);
  await expectAccessibleAgain(page, 'the deleted accounts');
  await expectNoSideScroll(page);
  await page.setViewportSize(PHONE);
  await page.getByRole('link', { name: /^Transactions: Deleted account/ }).click();
  await admin.expectHeading('Transactions');
  const main = page.getByRole('main');
  await expect(main).toContainText('₹700.00');
  await expect(main).toContainText(NAME);
  await expect(main).toContainText('Rejected');

  await fundDemo(wallet, '900');
  await admin.visit('/admin/transactions');
  await expect(main).toContainText('₹900.00');
  const ofDeleted = page.getByRole('switch', { name: 'Deleted accounts' });
  await ofDeleted.focus();
  await ofDeleted.press('Space');
  await expect(page).toHaveURL(/account=deleted/);
  await expect(main).not.toContainText('₹900.00');
  await expect(main).toContainText('₹700.00');
  await expect(page.getByRole('button', { name: 'Export CSV (1)' })).toBeVisible();
  await expectAccessibleAgain(page, 'the transactions of deleted accounts');
  await expectNoSideScroll(page);
});
