import { addQrCode } from './support/api.ts';
import { Person } from './support/person.ts';
import { expect, openTab, test, watchReloads } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

const NO_MONEY = '₹0.00';
const DEPOSIT = { amount: '₹1,23,456.78', user: 'demo' };
const WITHDRAWAL = { amount: '₹23,456.70', user: 'demo' };
const AFTER = '₹1,00,000.08';
const ACCOUNT = { holder: 'Demo Person', number: '123456789012', bank: 'Bank of the Tests' };

for (const language of ['en', 'hi'] as const) {
  test(`a deposit and a withdrawal, both sides told live (${language})`, async ({
    openBrowser,
  }) => {
    const admin = new Person(await openBrowser(), { language });
    const user = new Person(await openBrowser(), { language });
    const { t } = admin;

    await test.step('the admin adds a QR code and waits on the deposits', async () => {
      await admin.signIn(ACCOUNTS.admin);
      await admin.addQrCode('Shop counter');
      await admin.go(t('Pending Deposits'));
      await expect(admin.page.getByText(t('No pending deposits'))).toBeVisible();
    });

    await test.step('the user pays by it and sends the receipt; the admin is told at once', async () => {
      await user.signIn(ACCOUNTS.demo);
      await user.go(t('Deposit'));
      const code = t('Payment QR code: {{name}}', { name: 'Shop counter' });
      await expect(user.page.getByRole('img', { name: code })).toBeVisible();
      const type = t('deposit');
      const told = admin.toast(
        t('New {{type}} Request', { type }),
        t('{{amount}} {{type}} request requires approval', { amount: DEPOSIT.amount, type }),
      );
      await Promise.all([expect(told).toBeVisible(), user.submitDeposit('123456.78')]);
      const pending = t('{{count}} pending', { count: 1 });
      await expect(admin.page.getByRole('link', { name: pending })).toContainText(
        t('Pending Deposits'),
      );
      await expect(admin.row(DEPOSIT.amount)).toContainText(t('Pending'));
    });

    const summaryTab = new Person(await openTab(user.page), { language });
    const summary = summaryTab.page.getByRole('region', { name: t('Withdrawal Summary') });
    await summaryTab.page.goto('/user/withdraw');
    await expect(summary).toContainText(NO_MONEY);
    await user.go(t('Passbook'));
    await expect(user.row(DEPOSIT.amount)).toContainText(t('Pending'));
    await expect(user.row(DEPOSIT.amount)).toContainText(NO_MONEY);
    const checks = await Promise.all([user.page, summaryTab.page, admin.page].map(watchReloads));

    await test.step('the admin looks at the receipt and approves with a source', async () => {
      await admin.requestButton('View receipt', DEPOSIT).click();
      const receipt = admin.dialog(t('Deposit Receipt'));
      await expect(receipt.getByRole('img', { name: t('Payment receipt') })).toBeVisible();
      await receipt.getByRole('button', { name: t('Approve Deposit') }).click();
      const decision = admin.dialog(t('Approve Deposit'));
      await admin.choose(decision.getByRole('combobox', { name: t('Source') }), 'Website');
      await Promise.all([
        expect(admin.toast(t('Deposit Approved'))).toBeVisible(),
        expect(user.toast(t('Deposit Approved'))).toBeVisible(),
        decision.getByRole('button', { name: t('Approve Deposit') }).click(),
      ]);
      await expect(admin.page.getByText(t('No pending deposits'))).toBeVisible();
    });

    await test.step("the user's balance and passbook change before their eyes", async () => {
      const row = user.row(DEPOSIT.amount);
      await expect(row).toContainText(t('Approved'));
      await expect(row).toContainText(`+${DEPOSIT.amount}`);
      await expect(row.getByText(DEPOSIT.amount, { exact: true })).toBeVisible();
      await expect(summary).toContainText(DEPOSIT.amount);
    });

    await test.step('the user adds a bank account and withdraws; the admin is told', async () => {
      await summaryTab.addBankAccount(ACCOUNT);
      const told = admin.toast(t('New {{type}} Request', { type: t('withdrawal') }));
      await Promise.all([expect(told).toBeVisible(), summaryTab.requestWithdrawal('23456.70')]);
      await expect(summary).toContainText(t('On hold'));
      await expect(summary).toContainText(AFTER);
    });

    await test.step('the admin looks at the account and approves', async () => {
      await admin.go(t('Withdrawals'));
      await expect(admin.row(WITHDRAWAL.amount)).toContainText(ACCOUNT.bank);
      await expect(admin.row(WITHDRAWAL.amount)).not.toContainText(ACCOUNT.number);
      await admin.requestButton('View', WITHDRAWAL).click();
      const details = admin.dialog(t('Withdrawal Request Details'));
      await expect(details).toContainText(ACCOUNT.number);
      await details.getByRole('button', { name: t('Approve Withdrawal') }).click();
      const decision = admin.dialog(t('Approve Withdrawal'));
      await decision.getByRole('button', { name: t('Approve Withdrawal') }).click();
      await expect(admin.toast(t('Withdrawal Approved'))).toBeVisible();
    });

    await test.step('and the user sees the money go', async () => {
      await expect(summary).not.toContainText(t('On hold'));
      await expect(summary).toContainText(AFTER);
      await expect(user.row(WITHDRAWAL.amount)).toContainText(t('Approved'));
      await expect(user.row(WITHDRAWAL.amount)).toContainText(AFTER);
      await summaryTab.page.getByRole('tab', { name: t('History') }).click();
      await expect(summaryTab.row(WITHDRAWAL.amount)).toContainText(t('Approved'));
    });
    for (const check of checks) await check();
  });
}

test('a user without a QR code to pay by is told so, until there is one', async ({
  wallet,
  openBrowser,
}) => {
  const user = new Person(await openBrowser());
  await user.signIn(ACCOUNTS.demo);
  await user.go('Deposit');
  await expect(user.page.getByText('No payment methods are currently available.')).toBeVisible();
  await addQrCode(wallet, 'Shop counter');
  await expect(user.page.getByRole('img', { name: 'Payment QR code: Shop counter' })).toBeVisible();
});
