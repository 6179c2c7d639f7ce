import type { Locator } from '@playwright/test';
import { standInTranslation } from '../server/testing/translation-service.ts';
import { addQrCode, signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { expectNoSideScroll, openTab, watchReloads } from './support/test.ts';
import { findSmallTargets } from './support/touch.ts';
import { expect, test } from './support/translated.ts';
import { ACCOUNTS, type Wallet } from './support/wallet.ts';

test.use({ serviceWorkers: 'allow' });

const NO_MONEY = '₹0.00';
const DEPOSIT = { amount: '₹1,23,456.78', user: 'demo' };
const WITHDRAWAL = { amount: '₹23,456.70', user: 'demo' };
const AFTER = '₹1,00,000.08';
const NOTES = 'Rent for November';
const ACCOUNT = { holder: 'Demo Person', number: '123456789012', bank: 'Bank of the Tests' };

/** All texts written by administrators. */
async function listWritten(wallet: Wallet): Promise<string[]> {
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  const lists = [api.qrCodes.list(), api.sources.list(), api.banks.listActive()];
  return (await Promise.all(lists)).flat().map(({ name }) => name);
}

// The translation service is slow, then works, then is down. The next journey is in English.
test('a deposit and a withdrawal in Tamil, with live updates on both sides', {
  tag: '@section-8',
}, async ({ wallet, service, openBrowser }) => {
  const language = 'ta';
  const inWords = (text: string) => standInTranslation(text, language);
  const admin = new Person(await openBrowser(), { language });
  const user = new Person(await openBrowser(), { language });
  const { t } = admin;
  const code = (name: string): Locator =>
    user.page.getByRole('img', { name: t('Payment QR code: {{name}}', { name }), exact: true });

  await test.step('the admin adds a QR code and opens the deposits', async () => {
    await admin.signIn(ACCOUNTS.admin);
    await admin.addQrCode('Shop counter');
    await admin.go(t('Pending Deposits'));
    await expect(admin.page.getByText(t('No pending deposits'))).toBeVisible();
  });

  await test.step('the user pays with it and uploads the receipt; the admin gets the event', async () => {
    await user.signIn(ACCOUNTS.demo);
    service.mood = 'slow';
    await Promise.all([
      code('Shop counter').waitFor(),
      user.go(t('Deposit', { context: 'action' })),
    ]);
    await expect(code(inWords('Shop counter'))).toBeVisible();
    const told = admin.toast(
      t('New deposit Request'),
      t('{{amount}} deposit request requires approval', { amount: DEPOSIT.amount }),
    );
    await Promise.all([expect(told).toBeVisible(), user.submitDeposit('123456.78', NOTES)]);
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
    service.mood = 'well';
    const source = decision.getByRole('combobox', { name: t('Source') });
    await admin.choose(source, inWords('Website'));
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

  await test.step('shows cached translations, and the original text of new ones, when the service is down', async () => {
    service.mood = 'failing';
    await addQrCode(wallet, 'Second till');
    await user.go(t('Deposit', { context: 'action' }));
    const codes = user.page.getByRole('combobox', { name: t('Choose a QR code') });
    await expect(code(inWords('Shop counter'))).toBeVisible();
    await user.choose(codes, 'Second till');
    await expect(code('Second till')).toBeVisible();
    await user.go(t('Passbook'));
  });

  await test.step('the user adds a bank account and withdraws; the admin gets the event', async () => {
    await summaryTab.addBankAccount(ACCOUNT);
    const told = admin.toast(t('New withdrawal Request'));
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

  await test.step('the user sees the reduced balance', async () => {
    await expect(summary).not.toContainText(t('On hold'));
    await expect(summary).toContainText(AFTER);
    await expect(user.row(WITHDRAWAL.amount)).toContainText(t('Approved'));
    await expect(user.row(WITHDRAWAL.amount)).toContainText(AFTER);
    await summaryTab.page.getByRole('tab', { name: t('History') }).click();
    await expect(summaryTab.row(WITHDRAWAL.amount)).toContainText(t('Approved'));
  });
  for (const check of checks) await check();
  const asked = service.asked.filter((question) => question.language === language);
  expect(asked, 'in this language alone').toEqual(service.asked);
  const written = await listWritten(wallet);
  expect(
    asked.map(({ text }) => text).filter((text) => !written.includes(text)),
    'nothing of names, notes, amounts or account numbers is sent',
  ).toEqual([]);
});

test('a deposit is made and decided on a phone', { tag: '@section-2.4' }, async ({
  wallet,
  openBrowser,
}) => {
  await addQrCode(wallet, 'Shop counter');
  const user = new Person(await openBrowser(DEVICES.phone), DEVICES.phone);
  const admin = new Person(await openBrowser(DEVICES.phone), DEVICES.phone);
  const deposit = { amount: '₹1,500.00', user: 'demo' };

  await user.page.goto('/login');
  await expect(user.page.getByRole('textbox', { name: 'Username' })).toBeFocused();
  expect(await findSmallTargets(user.page)).toEqual([]);
  await user.fillLogin(ACCOUNTS.demo.username, ACCOUNTS.demo.password);
  await user.go('Deposit');
  await expect(user.page.getByRole('img', { name: 'Payment QR code: Shop counter' })).toBeVisible();
  await expectNoSideScroll(user.page);
  await user.submitDeposit('1500');
  await user.go('Passbook');
  await expect(user.row(deposit.amount)).toContainText('Pending');
  await expectNoSideScroll(user.page);

  await admin.signInByApi(ACCOUNTS.admin, '/admin');
  await admin.go('Pending Deposits');
  await expect(admin.row(deposit.amount)).toContainText('demo');
  await expectNoSideScroll(admin.page);
  await admin.press(admin.requestButton('View receipt', deposit));
  const receipt = admin.dialog('Deposit Receipt');
  await expect(receipt.getByRole('img', { name: 'Payment receipt' })).toBeVisible();
  await expectNoSideScroll(admin.page);
  await admin.press(receipt.getByRole('button', { name: 'Approve Deposit' }));
  await admin.press(
    admin.dialog('Approve Deposit').getByRole('button', { name: 'Approve Deposit' }),
  );
  await expect(admin.toast('Deposit Approved')).toBeVisible();

  await expect(user.row(deposit.amount)).toContainText('Approved');
  await user.press(user.page.getByRole('button', { name: 'Notifications, 1 unread' }));
  await expect(user.dialog('Notifications').getByRole('article')).toContainText('Deposit Approved');
  await expectNoSideScroll(user.page);
});
