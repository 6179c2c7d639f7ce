import { fundDemo, requestDeposit, requestWithdrawals } from './support/api.ts';
import { buildPhoto } from './support/images.ts';
import { Person } from './support/person.ts';
import { expect, expectAccessible, expectNoSideScroll, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

test('a user cancels a withdrawal, and the amount on hold is available again', async ({
  wallet,
  openBrowser,
}) => {
  await fundDemo(wallet, '900');
  const user = new Person(await openBrowser(PHONE), { hasTouch: true });
  const admin = new Person(await openBrowser());
  await requestWithdrawals(wallet, ['400']);
  await admin.signInByApi(ACCOUNTS.admin, '/admin/withdrawals');
  await user.signInByApi(ACCOUNTS.demo, '/user/withdraw?tab=history');
  await user.page.getByRole('button', { name: /^Details: WDL/ }).tap();
  const details = user.dialog('Transaction Details');
  await details.getByRole('button', { name: 'Cancel request' }).tap();
  const confirmation = user.dialog('Cancel this request?');
  await expect(confirmation).toContainText('the amount on hold is available again');
  await expectAccessible(user.page, 'the cancellation of a request');
  await expectNoSideScroll(user.page);
  await confirmation.getByRole('button', { name: 'Cancel request' }).tap();
  await expect(details).toContainText('Cancelled by you');
  await expect(details.getByRole('button', { name: 'Cancel request' })).toHaveCount(0);
  await details.getByRole('button', { name: 'Close' }).tap();
  await expect(user.page.getByRole('main')).toContainText('Cancelled');

  await admin.page.getByRole('tab', { name: 'History' }).click();
  await expect(admin.row('₹400.00')).toContainText('Cancelled');
});

test('a user replaces a receipt, and the reviewer sees both', async ({ wallet, openBrowser }) => {
  await requestDeposit(wallet, '500');
  const user = new Person(await openBrowser());
  const admin = new Person(await openBrowser());
  await admin.signInByApi(ACCOUNTS.admin, '/admin/deposits');
  await user.signInByApi(ACCOUNTS.demo, '/user/passbook');
  await admin.chooseInRow('Approve', { amount: '₹500.00', user: 'demo' });
  const decision = admin.dialog('Approve Deposit');
  await expect(decision).toBeVisible();

  await user.row('₹500.00').getByRole('link', { name: 'Deposit', exact: true }).click();
  const details = user.dialog('Transaction Details');
  const receipt = details.getByRole('img', { name: 'Payment receipt' });
  const before = await receipt.getAttribute('src');
  await details.getByRole('button', { name: 'Replace receipt' }).click();
  const replacement = user.dialog('Replace receipt');
  await replacement.getByLabel('New receipt').setInputFiles(await buildPhoto());
  await expectAccessible(user.page, 'the replacement of a receipt');
  await replacement.getByRole('button', { name: 'Replace receipt' }).click();
  await expect(receipt).not.toHaveAttribute('src', before ?? '');

  await decision.getByRole('button', { name: 'Approve Deposit' }).click();
  await expect(decision).toContainText('The user replaced the receipt after you opened');
  await decision.getByRole('button', { name: 'Cancel' }).click();
  await admin.requestButton('View receipt', { amount: '₹500.00', user: 'demo' }).click();
  const dialog = admin.dialog('Deposit Receipt');
  await expect(dialog).toContainText('The user replaced the receipt on');
  await expect(dialog.getByRole('link', { name: /^Receipt until/ })).toHaveAttribute(
    'href',
    before ?? '',
  );
});
