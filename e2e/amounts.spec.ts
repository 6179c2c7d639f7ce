import { fundDemo, signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { findCutTexts } from './support/fit.ts';
import { Person } from './support/person.ts';
import { expect, expectNoSideScroll, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

const SMALL_PHONE = { ...DEVICES.phone, viewport: { width: 360, height: 740 } };

test('accepts amounts in Indian digits and with a currency sign, and refuses ambiguous ones', async ({
  wallet,
  openBrowser,
}) => {
  await fundDemo(wallet, '900');
  const user = new Person(await openBrowser());
  const { page } = user;
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await user.signInByApi(ACCOUNTS.demo, '/user/deposit');
  for (const [typed, shown] of [
    ['१२३४.५', '1,234.5'],
    ['௧௨௩', '123'],
    ['Rs. 500', '500'],
    ['₹1,23,456.78', '1,23,456.78'],
    ['500/-', '500'],
  ] as const) {
    await amount.fill('');
    await amount.pressSequentially(typed);
    await expect(amount).toHaveValue(shown);
    await amount.fill('');
    await amount.fill(typed);
    await expect(amount).toHaveValue(shown);
  }
  for (const [typed, said] of [
    ['1e9', 'Enter the amount in digits, such as 1234.50.'],
    ['2cr', 'Enter the amount in digits, such as 1234.50.'],
    ['5thousand 500', 'Enter the amount in digits, such as 1234.50.'],
    ['-5', 'Enter the amount without a minus sign.'],
    ['1.005', 'Enter two decimals at most, such as 1234.50.'],
  ] as const) {
    await amount.fill('');
    await amount.pressSequentially(typed);
    await expect(amount).toHaveValue(typed);
    await expect(page.getByText(said)).toBeVisible();
  }
  await amount.fill('0.5');
  await page.getByRole('button', { name: 'Submit deposit' }).click();
  await expect(page.getByText('Enter at least ₹1.00.')).toBeVisible();
  await amount.fill('');

  await user.visit('/user/withdraw');
  await amount.fill('1e2');
  await expect(amount).toHaveValue('1e2');
  await expect(page.getByText('Amount must be a valid number')).toBeVisible();
  await amount.fill('-50');
  await expect(page.getByText('Enter the amount without a minus sign.')).toBeVisible();
});

test('shows the minimum balance button in full on a small phone', async ({ openBrowser }) => {
  const english = new Person(await openBrowser(SMALL_PHONE), SMALL_PHONE);
  await english.signInByApi(ACCOUNTS.demo, '/user/withdraw');
  for (const language of ['en', 'ta', 'te'] as const) {
    const user = language === 'en' ? english : await english.changeLanguage(language);
    const name = user.t('Minimum balance required: {{minimum}}', { minimum: '₹10.00' });
    const button = user.page.getByRole('button', { name });
    await expect(button).toBeVisible();
    expect(await findCutTexts(button), language).toEqual([]);
    await expectNoSideScroll(user.page);
    if (language !== 'en') await user.changeLanguage('en');
  }
});

test('a confirmation has an address, which survives a reload', async ({ wallet, openBrowser }) => {
  const user = new Person(await openBrowser({ tolerate: [/status of 404/] }));
  const { page } = user;
  const sent = page.getByRole('heading', { name: 'Deposit Request Submitted' });
  await user.signInByApi(ACCOUNTS.demo, '/user/deposit');
  await user.submitDeposit('750');
  await expect(sent).toBeFocused();
  await expect(page).toHaveURL(/\/user\/deposit\?sent=[0-9a-f-]{36}$/);
  await page.reload();
  await expect(sent).toBeVisible();
  await expect(page.getByText('₹750.00')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('');
  await page.goForward();
  await expect(sent).toBeVisible();

  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  const { rows } = await api.transactions.list({ type: 'deposit', tab: 'pending' });
  const ids = rows.map(({ id }) => id);
  await api.review.decide({ ids, decision: 'approved', requestKey: crypto.randomUUID() });
  await expect(page.getByRole('main').getByText('Approved')).toBeVisible();
  await page.goto('/user/deposit?sent=01890000-0000-7000-8000-000000000000');
  await expect(page.getByText('This request no longer exists.')).toBeVisible();
});

test('shows the same processing time before and after a withdrawal', async ({
  wallet,
  openBrowser,
}) => {
  await fundDemo(wallet, '900');
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  const user = new Person(await openBrowser());
  const { page } = user;
  await user.signInByApi(ACCOUNTS.demo, '/user/withdraw');
  await user.addBankAccount({ holder: 'Demo', number: '12345678', bank: 'Bank of the Tests' });
  for (let count = 0; count < 5; count += 1) {
    const demo = await signInToApi(wallet, ACCOUNTS.demo);
    const [account] = await demo.api.bankAccounts.list();
    if (!account) throw new Error('There is no bank account');
    const command = { bankAccountId: account.id, requestKey: crypto.randomUUID() };
    const { id } = await demo.api.withdrawals.request({ amount: '10', ...command });
    const decision = { decision: 'approved' as const, requestKey: crypto.randomUUID() };
    await api.review.decide({ ids: [id], ...decision });
  }
  expect((await api.transactions.processingTimes()).withdrawal).not.toBeNull();
  await page.reload();
  await page.getByRole('textbox', { name: 'Amount' }).fill('50');
  await user.press(page.getByRole('button', { name: 'Request withdrawal' }));
  const review = user.dialog('Check your withdrawal');
  await expect(review).toContainText('Processing time: 1-3 business days');
  await expect(review).not.toContainText('Most requests are lately approved within');
  await user.press(review.getByRole('button', { name: 'Confirm withdrawal' }));
  await expect(page.getByRole('heading', { name: 'Withdrawal Request Submitted' })).toBeVisible();
  await expect(page).toHaveURL(/\/user\/withdraw\?sent=/);
  await expect(page.getByText('Processing time: 1-3 business days').first()).toBeVisible();
  await expect(page.getByText(/Most requests are lately approved within/)).toHaveCount(0);
});
