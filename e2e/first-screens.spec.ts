import type { Locator, Page } from '@playwright/test';
import { DAY_BEFORE, START } from '../server/testing/clock.ts';
import { addQrCode, fundDemo, signInToApi } from './support/api.ts';
import { inEnglish } from './support/clock.ts';
import { seedDemoData } from './support/demo-data.ts';
import { countVisible, smallestText } from './support/first-screen.ts';
import { findCutTexts } from './support/fit.ts';
import { addHistory } from './support/history.ts';
import { hold } from './support/hold.ts';
import { buildReceipt } from './support/images.ts';
import { Person } from './support/person.ts';
import { settled } from './support/screens.ts';
import { MEASURED } from './support/short.ts';
import { importPayments, requestDeposits } from './support/statements.ts';
import { boxOf, expect, expectAccessibleAsIs, expectNoSideScroll, test } from './support/test.ts';
import { ACCOUNTS, type Wallet } from './support/wallet.ts';

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
const LAPTOP = { viewport: { width: 1366, height: 768 } };
const READABLE_PX = 12;
/** A row of two lines with its padding. */
const TWO_LINES_PX = 52;
const HEIGHT_WITH_KEYBOARD = 400;
/** Reference numbers of the history. */
const REFERENCE = /OLD-\d{7}/;

// The history has no ledger entries and receipts, which a scheduled verification would report.
test.use({ environment: { VERIFY_EVERY: 'off' } });

/** Opens a screen in the person's language and waits until it has loaded. */
async function open(user: Person, path: string, heading: string): Promise<void> {
  await user.visit(path);
  await expect(user.page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await settled(user.page);
}

/** The whole form is two screens high, and its button above the bottom bar without scrolling. */
async function expectDepositInReach({ page, t }: Person, language: string): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height, language).toBeLessThanOrEqual(2 * PHONE.viewport.height);
  const [submit, bar] = await Promise.all([
    boxOf(page.getByRole('button', { name: t('Submit deposit') })),
    boxOf(page.getByRole('contentinfo')),
  ]);
  expect(submit.y + submit.height, language).toBeLessThanOrEqual(bar.y);
}

/** Requests of withdrawals to a bank with a long name. */
async function addWithdrawals(wallet: Wallet, count: number): Promise<void> {
  const { api } = await signInToApi(wallet, ACCOUNTS.demo);
  const { id: bankAccountId } = await api.bankAccounts.create({
    accountName: 'Demo Kumar',
    accountNumber: '123456789012',
    bankName: 'Thiruvananthapuram District Co-operative Bank',
    isDefault: true,
  });
  for (let done = 0; done < count; done += 1)
    await api.withdrawals.request({ amount: '10', bankAccountId, requestKey: crypto.randomUUID() });
}

/** While a field has the focus and the keyboard leaves little height, a button is visible instead of the bottom bar. */
async function expectAboveKeyboard(page: Page, button: Locator): Promise<void> {
  await page.setViewportSize({ width: PHONE.viewport.width, height: HEIGHT_WITH_KEYBOARD });
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await expect(button).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(PHONE.viewport);
}

/** The account is readable to its last digits, and the button above the bottom bar, with an error as well. */
async function expectWholeWithdrawalForm({ page, t }: Person, language: string): Promise<void> {
  const main = page.getByRole('main');
  const account = main.getByRole('combobox', { name: t('Bank Account') });
  await expect(account).toContainText('9012');
  expect(await findCutTexts(account), language).toEqual([]);
  const choices = main.getByRole('group', { name: t('Common amounts') }).getByRole('button');
  await expect(choices).toHaveCount(3);
  const tops = await choices.evaluateAll((all) =>
    all.map((choice) => choice.getBoundingClientRect().top),
  );
  expect(new Set(tops).size, language).toBe(1);
  await main.getByRole('textbox', { name: t('Amount') }).fill('99999999');
  await expect(main.getByText(t('Amount exceeds available balance'))).toBeVisible();
  const [submit, bar] = await Promise.all([
    boxOf(main.getByRole('button', { name: t('Request withdrawal') })),
    boxOf(page.getByRole('contentinfo')),
  ]);
  expect(submit.y + submit.height, language).toBeLessThanOrEqual(bar.y);
  await expectAboveKeyboard(page, main.getByRole('button', { name: t('Request withdrawal') }));
  await main.getByRole('textbox', { name: t('Amount') }).fill('');
}

test('shows the most important parts on the first screen of a phone in every language', async ({
  wallet,
  openBrowser,
}) => {
  await addHistory(wallet, 40);
  await seedDemoData(wallet);
  await addWithdrawals(wallet, 4);
  let user = new Person(await openBrowser(PHONE), PHONE);
  const { page } = user;
  await user.signInByApi(ACCOUNTS.demo, '/user/deposit');
  await page.getByRole('textbox', { name: 'Amount' }).fill('500');
  await page.getByLabel('Payment receipt').setInputFiles(await buildReceipt());
  await expect(page.getByText('receipt.png')).toBeVisible();
  const rows = page.getByRole('main').getByRole('listitem');
  for (const language of MEASURED) {
    if (language !== MEASURED[0]) user = await user.changeLanguage(language);
    const { t } = user;
    await open(user, '/user/deposit', t('Deposit', { context: 'action' }));
    await expectDepositInReach(user, language);

    await open(user, '/user/passbook', t('Passbook'));
    await expect(rows.nth(7)).toBeAttached();
    expect(await countVisible(page, rows), language).toBeGreaterThanOrEqual(6);
    const approved = rows.filter({ has: page.getByText(t('Approved'), { exact: true }) });
    expect((await boxOf(approved.nth(1))).height, language).toBeLessThanOrEqual(TWO_LINES_PX);
    const count = page.getByRole('main').getByRole('status').filter({ hasText: /\d/ });
    expect((await boxOf(count.first())).height, language).toBeLessThan(2 * READABLE_PX);
    // A button to clear the filters is next to the months. Fixed: it is there for every period.
    await user.visit('/user/passbook?from=2026-10-01&to=2026-10-31');
    await expect(
      page.getByRole('button', { name: t('Clear', { context: 'filters' }) }),
    ).toBeVisible();
    expect(await findCutTexts(page.getByRole('main')), language).toEqual([]);

    await open(user, '/user/notifications', t('Notifications'));
    await expect(rows.nth(6)).toBeAttached();
    expect(await countVisible(page, rows), language).toBeGreaterThanOrEqual(5);
    expect(await smallestText(rows), language).toBeGreaterThanOrEqual(READABLE_PX);

    await open(user, '/user/withdraw', t('Withdraw'));
    await expectWholeWithdrawalForm(user, language);
    await page.getByRole('tab', { name: t('History') }).click();
    await expect(rows.nth(5)).toBeAttached();
    expect(await countVisible(page, rows), language).toBeGreaterThanOrEqual(5);

    await open(user, '/user', t('Welcome, {{name}}!', { name: 'demo' }));
    const recent = page.getByRole('region', { name: t('Recent Transactions') });
    const inRecent = recent.getByRole('listitem');
    await expect(inRecent).toHaveCount(5);
    expect(await countVisible(page, inRecent), language).toBe(5);
    await expectNoSideScroll(page);
  }
});

test('shows four matches on the first screen of a phone in every language', async ({
  wallet,
  openBrowser,
}) => {
  const deposits = [0, 1, 2, 3, 4].map((at) => ({ amount: '100', utr: `63242860145${at}` }));
  await requestDeposits(wallet, deposits);
  const payments = deposits.map(({ utr }) => ({ narration: `UPI/SHOP/${utr}`, utr }));
  await importPayments(
    await signInToApi(wallet, ACCOUNTS.admin),
    payments.map((payment) => ({ ...payment, day: DAY_BEFORE, amount: '100' })),
  );
  let admin = new Person(await openBrowser(PHONE), PHONE);
  await admin.signInByApi(ACCOUNTS.admin, '/admin');
  const rows = admin.page.getByRole('main').getByRole('listitem');
  for (const language of MEASURED) {
    if (language !== MEASURED[0]) admin = await admin.changeLanguage(language);
    await open(admin, '/admin/reconciliation', admin.t('Reconciliation'));
    await expect(rows).toHaveCount(deposits.length);
    expect(await countVisible(admin.page, rows), language).toBeGreaterThanOrEqual(4);
  }
});

test('shows ten transactions on the first screen of a laptop', async ({ wallet, openBrowser }) => {
  await addHistory(wallet, 40);
  const user = new Person(await openBrowser(LAPTOP));
  await user.signInByApi(ACCOUNTS.demo, '/user/passbook');
  const rows = user.page.getByRole('row').filter({ hasText: REFERENCE });
  await expect(rows.nth(10)).toBeAttached();
  expect(await countVisible(user.page, rows)).toBeGreaterThanOrEqual(10);
});

test('shows the last known balance with its time until the current one has loaded, to its owner only, and a whole payment code', async ({
  wallet,
  openBrowser,
}) => {
  await fundDemo(wallet, '2000');
  const user = new Person(await openBrowser(PHONE), PHONE);
  const { page } = user;
  await user.signInByApi(ACCOUNTS.demo, '/user');
  await page.waitForFunction(() => localStorage.getItem('last-seen')?.includes('200000'));
  const time = page.getByText(new RegExp(`^As of ${inEnglish(START)}, \\d+:\\d\\d [ap]m$`));

  const [application, session] = [hold(), hold()];
  await page.route('**/assets/app-*.js', (route) =>
    application.released.then(() => route.continue()),
  );
  await page.route('**/rpc/sessions/current', (route) =>
    session.released.then(() => route.continue()),
  );
  await page.reload({ waitUntil: 'commit' });
  await expect(time).toBeVisible();
  await expect(page.getByText('₹2,000.00', { exact: true })).toBeVisible();
  await expectAccessibleAsIs(page, 'before the application has loaded');
  application.release();
  await expect(page.getByText('Validating authentication...')).toBeVisible();
  await expect(time).toBeVisible();
  await expect(page.getByText('₹2,000.00', { exact: true })).toBeVisible();
  session.release();
  await user.expectHeading('Welcome, demo!');
  await expect(time).toHaveCount(0);
  await page.unrouteAll();

  for (const hint of ['isLoggedIn', 'userId']) {
    await test.step(`without ${hint}`, async () => {
      const held = hold();
      await page.route('**/assets/app-*.js', (route) => held.released.then(() => route.continue()));
      // An address without the application, which would write the hint again.
      await page.goto('/boot.js');
      await page.evaluate((key) => localStorage.setItem(key, 'other'), hint);
      await page.goto('/user', { waitUntil: 'commit' });
      // The balance is added while the page is parsed.
      await page.waitForFunction(() => document.readyState !== 'loading');
      await expect(page.locator('.starting')).toHaveText('the product wallet');
      held.release();
      await user.expectHeading('Welcome, demo!');
      await page.unrouteAll();
    });
  }

  await addQrCode(wallet, 'Shop counter');
  await user.open('/user/deposit', 'Deposit');
  await test.step('shows a whole payment code on a phone in landscape', async () => {
    await page.setViewportSize({ width: 740, height: 360 });
    const code = page.getByRole('img', { name: 'Payment QR code: Shop counter' });
    await expect(code).toBeVisible();
    await code.evaluate((image) => image.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const [box, top, bottom] = await Promise.all([
      boxOf(code),
      boxOf(page.getByRole('banner')),
      boxOf(page.getByRole('contentinfo')),
    ]);
    expect(box.y).toBeGreaterThanOrEqual(top.y + top.height);
    expect(box.y + box.height).toBeLessThanOrEqual(bottom.y);
  });
});
