import { fundDemo, signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { expect, expectAccessible, expectNoSideScroll, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

const REASON = 'Several people pay from one phone';

test('a user sees why an administrator froze the account, and uses it again afterwards', async ({
  wallet,
  openBrowser,
}) => {
  await fundDemo(wallet, '900');
  const { userId } = await signInToApi(wallet, ACCOUNTS.demo);
  const admin = new Person(await openBrowser());
  const user = new Person(await openBrowser(DEVICES.phone), DEVICES.phone);
  await user.signInByApi(ACCOUNTS.demo, '/user/withdraw');
  await user.addBankAccount({ holder: 'Demo', number: '12345678', bank: 'Bank of the Tests' });

  await admin.signInByApi(ACCOUNTS.admin, `/admin/users/${userId}`);
  await admin.page.getByRole('button', { name: 'Freeze account' }).click();
  const freeze = admin.dialog('Freeze account');
  await freeze.getByRole('button', { name: 'Freeze account' }).click();
  await expect(freeze).toContainText('Please enter a reason. The user sees it.');
  await freeze.getByLabel('Reason').fill(REASON);
  await expectAccessible(admin.page, 'freezing an account');
  await freeze.getByRole('button', { name: 'Freeze account' }).click();
  await expect(freeze).toBeHidden();
  await expect(admin.page.getByRole('main')).toContainText(REASON);

  const notice = user.page.getByRole('status').filter({ hasText: 'Your account is frozen' });
  await expect(notice).toContainText(REASON);
  await expectAccessible(user.page, 'a frozen account');
  await expectNoSideScroll(user.page);

  await admin.visit('/admin/users');
  const accounts = admin.page.getByRole('combobox', { name: 'Accounts' });
  await admin.choose(accounts, 'Frozen accounts');
  await expect(admin.page.getByRole('main')).toContainText('1 user');
  await admin.visit(`/admin/users/${userId}`);
  await admin.page.getByRole('button', { name: 'Unfreeze account' }).click();
  const unfreeze = admin.dialog('Unfreeze account');
  await unfreeze.getByLabel('Reason').fill('Explained by phone');
  await unfreeze.getByRole('button', { name: 'Unfreeze account' }).click();
  await expect(notice).toBeHidden();
});
