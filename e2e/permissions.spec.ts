import { userId } from '#contract/shared/base.ts';
import { addAdmin, requestDeposit, signInToApi, switchOffAccountRules } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { expect, inspect, inspectAgain, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

const DEPOSIT = { amount: '₹800.00', user: 'demo' };

test('an administrator makes a colleague a reviewer and then an auditor', async ({
  wallet,
  openBrowser,
}) => {
  await switchOffAccountRules(wallet);
  const account = await addAdmin(wallet, 'meera');
  const { userId: id } = await signInToApi(wallet, account);
  await requestDeposit(wallet, '800');
  const chief = new Person(await openBrowser(DEVICES.phone), DEVICES.phone);
  const meera = new Person(await openBrowser(DEVICES.desktop));
  const become = async (adminRole: string) => {
    await chief.pressButton('Change role');
    const dialog = chief.dialog('Change role');
    await chief.choose(dialog.getByRole('combobox', { name: 'Admin role' }), adminRole);
    await inspectAgain(chief.page, `change role to ${adminRole}`);
    await dialog.getByRole('button', { name: 'Change role' }).click();
    await expect(dialog).toBeHidden();
    await expect(chief.page.getByText(adminRole, { exact: true })).toBeVisible();
  };
  await chief.signInByApi(ACCOUNTS.admin, `/admin/users/${userId.parse(id)}`);

  await test.step('a reviewer decides a deposit and has no user management', async () => {
    await become('Reviewer');
    await meera.signInByApi(account, '/admin/users');
    await expect(meera.row('@demo')).toBeVisible();
    await expect(meera.page.getByRole('button', { name: 'Create User' })).toHaveCount(0);
    await expect(meera.page.getByRole('button', { name: 'Update balance of demo' })).toHaveCount(0);
    await meera.load('/admin/users/create', 'This page is not for your admin role');
    await expect(meera.page.getByRole('main')).toContainText('users:manage');
    await inspect(meera.page, 'page without permission');
    await meera.load('/admin/deposits', 'Deposits Management');
    await meera.chooseInRow('Approve', DEPOSIT);
    await meera.dialog('Approve Deposit').getByRole('button', { name: 'Approve Deposit' }).click();
    await expect(meera.toast('Deposit Approved')).toBeVisible();
  });

  await test.step('an open page of an auditor follows the change and has no decision', async () => {
    await requestDeposit(wallet, '900');
    const pending = meera.row('₹900.00');
    await meera.load('/admin/deposits', 'Deposits Management');
    await expect(pending.getByRole('button', { name: /^More/ })).toBeVisible();
    await become('Auditor');
    await expect(meera.toast('Your admin role is now: Auditor')).toBeVisible();
    await expect(pending.getByRole('button', { name: /^More/ })).toHaveCount(0);
    await expect(pending.getByRole('button', { name: /^View/ })).toBeVisible();
    await inspectAgain(meera.page, 'deposits of an auditor');
    await meera.load('/admin/audit', 'Audit');
  });
});
