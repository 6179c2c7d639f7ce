import { fundDemo, signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { expect, expectAccessible, expectNoSideScroll, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

test('an administrator limits withdrawals by level, and a user sees what remains before typing', async ({
  wallet,
  openBrowser,
}) => {
  await fundDemo(wallet, '900');
  const { userId } = await signInToApi(wallet, ACCOUNTS.demo);
  const admin = new Person(await openBrowser());
  const user = new Person(await openBrowser(DEVICES.phone), DEVICES.phone);
  await admin.signInByApi(ACCOUNTS.admin, '/admin/settings/limits');
  const card = admin.page.getByRole('region', { name: 'Limits by verification level' });
  await card.getByRole('button', { name: 'Change limits: Not verified' }).click();
  const limits = admin.dialog('Change limits: Not verified');
  await limits.getByLabel('Withdrawals per day').fill('many');
  await limits.getByRole('button', { name: 'Save' }).click();
  await expect(limits).toContainText('Amount must be a valid number');
  await limits.getByLabel('Withdrawals per day').fill('100');
  await expectAccessible(admin.page, 'the limits of a verification level');
  await limits.getByRole('button', { name: 'Save' }).click();
  await expect(card).toContainText('₹100.00 a day');

  await user.signInByApi(ACCOUNTS.demo, '/user/withdraw');
  await user.addBankAccount({ holder: 'Demo', number: '12345678', bank: 'Bank of the Tests' });
  const form = user.page.getByRole('region', { name: 'Request a withdrawal' });
  await expect(form).toContainText('Left today');
  await form.getByRole('textbox', { name: 'Amount' }).fill('100.01');
  await expect(form).toContainText('You can withdraw up to ₹100.00 more today.');
  await expectAccessible(user.page, 'a withdrawal above a limit');
  await expectNoSideScroll(user.page);

  await admin.visit(`/admin/users/${userId}`);
  await admin.page.getByRole('button', { name: 'Change level' }).click();
  const level = admin.dialog('Change level');
  await admin.choose(level.getByRole('combobox', { name: 'Verification level' }), 'Full');
  await level.getByRole('button', { name: 'Save' }).click();
  await expect(level).toContainText('Please enter a reason for the verification level.');
  await level.getByLabel('Reason').fill('PAN checked');
  await level.getByRole('button', { name: 'Save' }).click();
  await expect(admin.page.getByRole('region', { name: 'Verification' })).toContainText('Full');

  await expect(form).not.toContainText('Left today');
  await expect(form).not.toContainText('You can withdraw up to');
  await user.visit('/user/profile');
  await expect(user.page.getByRole('region', { name: 'Verification' })).toContainText('Full');
});
