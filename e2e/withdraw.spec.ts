import { fundDemo, requestWithdrawals, signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { findCutTexts } from './support/fit.ts';
import { Person } from './support/person.ts';
import { expect, expectNoSideScroll, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

const SMALL_PHONE = { ...DEVICES.phone, viewport: { width: 360, height: 740 } };

test('a withdrawal is made on a phone', { tag: '@section-4' }, async ({ wallet, openBrowser }) => {
  const user = new Person(await openBrowser(SMALL_PHONE), SMALL_PHONE);
  const { page } = user;
  // The subscriber renders after the page.
  const streaming = page.waitForResponse('**/api/events');
  await user.signInByApi(ACCOUNTS.demo, '/user/withdraw');
  await streaming;
  const summary = page.getByRole('region', { name: 'Withdrawal Summary' });
  await test.step('the page refetches the balance after its event', async () => {
    await expect(summary).toContainText('₹0.00');
    const fetched = page.waitForResponse('**/rpc/balances/current*');
    await page.evaluate(() => window.dispatchEvent(new Event('wallet-balance-updated')));
    expect((await fetched).status()).toBe(200);
  });
  await test.step('the minimum balance button is shown in full', async () => {
    for (const language of ['en', 'ta', 'te'] as const) {
      const person = language === 'en' ? user : await user.changeLanguage(language);
      const name = person.t('Minimum balance required: {{minimum}}', { minimum: '₹10.00' });
      const button = person.page.getByRole('button', { name });
      await expect(button).toBeVisible();
      expect(await findCutTexts(button), language).toEqual([]);
      await expectNoSideScroll(person.page);
      if (language !== 'en') await person.changeLanguage('en');
    }
  });
  await fundDemo(wallet, '2000');
  await user.open('/user', 'Welcome, demo!');
  await user.go('Withdraw');
  await expect(
    page.getByText('You need to add a bank account before you can withdraw funds.').first(),
  ).toBeVisible();
  await user.addBankAccount({
    holder: 'Demo Person',
    number: '12345678',
    bank: 'Bank of the Tests',
  });
  await expectNoSideScroll(page);

  const amount = page.getByRole('textbox', { name: 'Amount' });
  await amount.fill('2000.01');
  await user.press(page.getByRole('button', { name: 'Request withdrawal' }));
  await expect(page.getByText('Amount exceeds available balance')).toBeVisible();
  await amount.fill('9.99');
  await expect(page.getByText('Minimum withdrawal amount is ₹10.00')).toBeVisible();
  await user.requestWithdrawal('₹ 1,999.99 only');

  await expect(summary).toContainText('On hold');
  await expect(summary).toContainText('₹0.01');
  await user.press(page.getByRole('button', { name: 'Make another withdrawal' }));
  await expect(
    page.getByRole('button', { name: 'Minimum balance required: ₹10.00' }),
  ).toBeDisabled();
  await user.press(page.getByRole('tab', { name: 'History' }));
  await expect(user.row('₹1,999.99')).toContainText('Pending');
  await expectNoSideScroll(page);
});

test('shows the reason of a rejected withdrawal in its history, and its timeline in the details', async ({
  wallet,
  openBrowser,
}) => {
  await fundDemo(wallet, '900');
  const reason = 'The account is closed';
  const ids = await requestWithdrawals(wallet, ['150']);
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  await api.review.decide({
    ids,
    decision: 'rejected',
    notes: reason,
    requestKey: crypto.randomUUID(),
  });
  const user = new Person(await openBrowser());
  await user.signInByApi(ACCOUNTS.demo, '/user/withdraw?tab=history');
  const row = user.row('₹150.00');
  await expect(row).toContainText('Rejected');
  await expect(row).toContainText(`Rejection Reason: ${reason}`);
  await row.getByRole('button', { name: /^Details: / }).click();
  const details = user.dialog('Transaction Details');
  await expect(details).toContainText('Rejected by an administrator');
  await expect(details).toContainText(`Rejection Reason:${reason}`);

  await test.step('fills in a message to support and the next request', async () => {
    const { page } = user;
    const saved = page.waitForEvent('download');
    await details.getByRole('button', { name: 'Share' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^WDL\d+\.png$/);
    await details.getByRole('link', { name: 'Ask support' }).click();
    await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue(/^Withdrawal WDL\d+$/);
    await page.goBack();
    await row.getByRole('button', { name: /^Details: / }).click();
    await details.getByRole('link', { name: 'Send again' }).click();
    await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('150.00');
  });
});
