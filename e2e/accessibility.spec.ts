import {
  addQrCode,
  fundDemo,
  requestDeposit,
  requestWithdrawals,
  signInToApi,
} from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { expect, expectAccessible, expectNoSideScroll, test } from './support/test.ts';
import { ACCOUNTS, type Wallet } from './support/wallet.ts';

/** Rows of every kind, so that every screen shows some. */
async function fill(wallet: Wallet): Promise<void> {
  await addQrCode(wallet, 'Shop counter');
  await addQrCode(wallet, 'Second till');
  await fundDemo(wallet, '5000');
  await requestDeposit(wallet, '300');
  const [id] = await requestWithdrawals(wallet, ['100', '200']);
  if (!id) throw new Error('No withdrawal was requested');
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  await api.review.decide({
    ids: [id],
    decision: 'rejected',
    notes: 'Name differs',
    requestKey: crypto.randomUUID(),
  });
}

for (const [device, options] of Object.entries(DEVICES)) {
  test(`user screens are accessible (${device})`, async ({ wallet, openBrowser }) => {
    await fill(wallet);
    const user = new Person(await openBrowser(options));
    const { page } = user;
    const inspect = async (what: string) => {
      await expectNoSideScroll(page);
      await expectAccessible(page, what);
    };
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
    await inspect('login');
    await user.fillLogin(ACCOUNTS.demo.username, ACCOUNTS.demo.password);
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
    await user.visit('/user/passbook');
    await expect(user.row('₹5,000.00')).not.toHaveCount(0);
    await inspect('passbook');
    await user.visit('/user/deposit');
    await expect(page.getByRole('img', { name: /Payment QR code/ })).toBeVisible();
    await page.getByRole('button', { name: 'Submit deposit' }).click();
    await expect(page.getByText('Please upload a payment receipt').first()).toBeVisible();
    await inspect('deposit with errors');
    await user.visit('/user/withdraw');
    await expect(page.getByText('Bank of the Tests').first()).toBeVisible();
    await inspect('withdraw');
    await page.getByRole('button', { name: 'Add Bank Account' }).click();
    await expect(user.dialog('Add Bank Account')).toBeVisible();
    await inspect('add bank account');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await user.visit('/user/withdraw?tab=history');
    await expect(user.row('₹100.00')).toBeVisible();
    await inspect('withdrawal history');
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(user.dialog('Notifications').getByRole('article')).not.toHaveCount(0);
    await inspect('notification panel');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await user.visit('/user/notifications');
    await expect(page.getByRole('main').getByRole('article')).not.toHaveCount(0);
    await inspect('notifications');
    await user.visit('/no/such/page');
    await expect(page.getByText('Oops! Page not found')).toBeVisible();
    await inspect('404');
  });

  test(`administrator screens are accessible (${device})`, async ({ wallet, openBrowser }) => {
    await fill(wallet);
    const admin = new Person(await openBrowser(options));
    const { page } = admin;
    const inspect = async (what: string) => {
      await expectNoSideScroll(page);
      await expectAccessible(page, what);
    };
    const deposit = { amount: '₹300.00', user: 'demo' };
    const withdrawal = { amount: '₹200.00', user: 'demo' };
    await admin.arrive(ACCOUNTS.admin, '/admin/deposits');
    await expect(admin.row(deposit.amount)).toBeVisible();
    await inspect('deposits');
    await admin.requestButton('View receipt', deposit).click();
    await expect(page.getByRole('img', { name: 'Payment receipt' })).toBeVisible();
    await inspect('deposit receipt');
    await admin.dialog('Deposit Receipt').getByRole('button', { name: 'Reject Deposit' }).click();
    await expect(admin.dialog('Reject Deposit')).toBeVisible();
    await inspect('reject deposit');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await admin.visit('/admin/withdrawals');
    await admin
      .requestButton('View', withdrawal)
      .or(admin.requestButton('View', { ...withdrawal, amount: '₹100.00' }))
      .click();
    await expect(admin.dialog('Withdrawal Request Details')).toContainText('123456789012');
    await inspect('withdrawal details');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('tab', { name: /^History/ }).click();
    await expect(admin.row('Rejected')).toBeVisible();
    await inspect('withdrawal history');
    await admin.visit('/admin/qr-codes');
    await expect(page.getByRole('img', { name: 'QR code Shop counter' })).toBeVisible();
    await inspect('QR codes');
    await page.getByRole('button', { name: 'Delete Shop counter' }).click();
    await expect(page.getByText('Are you sure you want to delete this QR code?')).toBeVisible();
    await inspect('delete QR code');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Add QR Code' }).click();
    await expect(admin.dialog('Add New QR Code')).toBeVisible();
    await inspect('add QR code');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await admin.visit('/admin/deposits');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
    await inspect('account menu');
  });
}
