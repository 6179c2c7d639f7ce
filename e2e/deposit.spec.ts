import type { Locator, Page } from '@playwright/test';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import type { Language } from '#contract/shared/enums.ts';
import { START } from '../server/testing/clock.ts';
import { refuse } from './support/answers.ts';
import { addQrCode, decideDeposit, fundDemo, signInToApi } from './support/api.ts';
import { inEnglish } from './support/clock.ts';
import { countDeposits, openDeposit, TOLERATED, UPLOAD } from './support/deposit.ts';
import { DEVICES } from './support/devices.ts';
import { listStoredDrafts } from './support/drafts.ts';
import { buildQrImage, buildReceipt, type ImageFile } from './support/images.ts';
import { Person } from './support/person.ts';
import { expect, expectNoSideScroll, inspect, test } from './support/test.ts';
import { textsOf } from './support/texts.ts';
import { ACCOUNTS, type Wallet } from './support/wallet.ts';

test('a person makes deposits: amounts, payment codes, confirmations', async ({
  wallet,
  openBrowser,
}) => {
  await fundDemo(wallet, '900');
  const user = new Person(await openBrowser({ tolerate: [/status of 404/] }));
  await user.signInByApi(ACCOUNTS.demo, '/user/deposit');
  await test.step('accepts amounts in Indian digits and with a currency sign, and refuses ambiguous ones', () =>
    typeAmounts(user));
  await user.open('/user/deposit', 'Deposit');
  await test.step('keeps showing the chosen QR code until it is switched off, with a message', () =>
    switchOffCode(wallet, user));
  await test.step('a confirmation has an address, which survives a reload', () =>
    returnToConfirmation(wallet, user));
  await user.open('/user/deposit', 'Deposit');
  await test.step('the same amount with the same receipt is sent a second time only after a question', () =>
    sendTwice(wallet, user));
});

async function typeAmounts(user: Person): Promise<void> {
  const { page } = user;
  const amount = page.getByRole('textbox', { name: 'Amount' });
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
  // The field of the previous screen has the same name, and stays until the next one has loaded.
  await expect(
    page.getByRole('heading', { name: 'Withdraw', exact: true, level: 1 }),
  ).toBeVisible();
  await amount.fill('1e2');
  await expect(amount).toHaveValue('1e2');
  await expect(page.getByText('Amount must be a valid number')).toBeVisible();
  await amount.fill('-50');
  await expect(page.getByText('Enter the amount without a minus sign.')).toBeVisible();
  await amount.fill('');
}

async function switchOffCode(wallet: Wallet, user: Person): Promise<void> {
  const { page } = user;
  const code = (name: string) => page.getByRole('img', { name: `Payment QR code: ${name}` });
  await expect(page.getByText('No payment methods are currently available.')).toBeVisible();
  await addQrCode(wallet, 'Shop counter');
  await expect(code('Shop counter')).toBeVisible();
  await addQrCode(wallet, 'Second till');
  await expect(page.getByRole('combobox', { name: 'Choose a QR code' })).toBeVisible();
  await expect(code('Shop counter')).toBeVisible();

  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  const counter = (await api.qrCodes.list()).find(({ name }) => name === 'Shop counter');
  if (!counter) throw new Error('There is no such code');
  await api.qrCodes.update({ id: counter.id, isActive: false });
  const said = page.getByRole('alert').filter({ hasText: 'Shop counter is no longer in use' });
  await expect(said).toContainText('your deposit stays linked to this code');
  await expect(code('Shop counter')).toHaveCount(0);
  const sent = page.waitForRequest('**/files/deposits');
  await user.submitDeposit('750');
  const form = (await sent).headers()['wallet-form'] ?? '';
  expect(JSON.parse(Buffer.from(form, 'base64url').toString())).toMatchObject({
    qrCodeId: counter.id,
  });
  await user.press(page.getByRole('button', { name: 'Make another deposit' }));
  await user.press(page.getByRole('button', { name: 'Show another QR code' }));
  await expect(code('Second till')).toBeVisible();
}

async function returnToConfirmation(wallet: Wallet, user: Person): Promise<void> {
  const { page } = user;
  const sent = page.getByRole('heading', { name: 'Deposit Request Submitted' });
  await user.submitDeposit('760');
  await expect(sent).toBeFocused();
  await expect(page).toHaveURL(/\/user\/deposit\?sent=[0-9a-f-]{36}$/);
  await page.reload();
  await expect(sent).toBeVisible();
  await expect(page.getByText('₹760.00')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('');
  await page.goForward();
  await expect(sent).toBeVisible();

  await decideDeposit(wallet, 'approved');
  await expect(page.getByRole('main').getByText('Approved')).toBeVisible();
  await page.goto('/user/deposit?sent=01890000-0000-7000-8000-000000000000');
  await expect(page.getByText('This request no longer exists.')).toBeVisible();
}

async function sendTwice(wallet: Wallet, user: Person): Promise<void> {
  const { page } = user;
  const before = await countDeposits(wallet);
  const receipt = await buildReceipt();
  await user.submitDeposit('750', '', receipt);
  await user.press(page.getByRole('button', { name: 'Make another deposit' }));
  await user.fillDeposit('750', '', receipt);
  await user.press(page.getByRole('button', { name: 'Submit deposit' }));
  const question = user.dialog('Send this deposit again?');
  await expect(question).toContainText(/a deposit of ₹750.00 with this receipt \(DEP-\d+\)/);
  await user.press(question.getByRole('button', { name: 'Cancel' }));
  expect(await countDeposits(wallet)).toBe(before + 1);
  await user.press(page.getByRole('button', { name: 'Submit deposit' }));
  await user.press(question.getByRole('button', { name: 'Send again' }));
  await expect(page.getByRole('heading', { name: 'Deposit Request Submitted' })).toBeVisible();
  expect(await countDeposits(wallet)).toBe(before + 2);
}

test('draws a code for the amount that a scanner reads in both colour schemes, and keeps it for the payment', async ({
  wallet,
  openBrowser,
}) => {
  const { api, upload } = await signInToApi(wallet, ACCOUNTS.admin);
  await upload(
    '/files/qr-codes',
    {
      name: 'Shop counter',
      description: '',
      isActive: true,
      upiId: 'shop@bank',
      payeeName: 'Asha',
    },
    await buildQrImage(),
  );
  const account = await api.statements.createAccount({
    name: 'Current account',
    lastFour: null,
    isActive: true,
  });
  await api.depositAccounts.save({
    id: account.id,
    accountHolderName: 'Asha',
    accountNumber: '50200012345678',
    ifscCode: 'HDFC0001234',
    bankName: 'HDFC Bank',
    isActive: true,
  });
  const user = await openDeposit(await openBrowser(DEVICES.phone));
  const { page } = user;
  const code = page.getByRole('img', { name: 'Payment QR code: Shop counter' });
  await expect(
    page.getByText('Then the QR code for exactly this amount is shown here.'),
  ).toBeVisible();
  await page.getByRole('textbox', { name: 'Amount' }).fill('1234.5');
  await expect(code).toBeVisible();
  const link = await scan(code);
  expect(link).toMatch(
    /^upi:\/\/pay\?pa=shop@bank&pn=Asha&tr=(DEP\d{13})&tn=\1&am=1234\.50&cu=INR$/,
  );
  await expect(page.getByRole('link', { name: 'Open UPI app' })).toHaveAttribute('href', link);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  expect(await scan(code)).toBe(link);
  await expectNoSideScroll(page);

  await page.reload();
  await expect(code).toBeVisible();
  expect(await scan(code)).toBe(link);
  const codeIn = (shown: Page, language: Language) =>
    shown.getByRole('img', {
      name: textsOf(language)('Payment QR code: {{name}}', { name: 'Shop counter' }),
    });
  const inTamil = await user.changeLanguage('ta');
  await expect(codeIn(page, 'ta')).toBeVisible();
  expect(await scan(codeIn(page, 'ta'))).toBe(link);
  const other = await page.context().newPage();
  await other.goto('/user/deposit');
  await other.getByRole('textbox', { name: textsOf('ta')('Amount') }).fill('1234.50');
  await expect(codeIn(other, 'ta')).toBeVisible();
  expect(await scan(codeIn(other, 'ta'))).toBe(link);
  await other.close();
  await inTamil.changeLanguage('en');
  await expect(code).toBeVisible();
  expect(await scan(code)).toBe(link);
  await user.submitDeposit('1234.5');
  const { rows } = await api.transactions.list({ type: 'deposit', tab: 'pending' });
  expect(rows[0]?.referenceId.replace('-', '')).toBe(/tr=(DEP\d+)/.exec(link)?.[1]);

  await expect(user.toast('Deposit Request Submitted')).toHaveCount(0);
  await user.press(page.getByRole('button', { name: 'Make another deposit' }));
  await page.getByRole('textbox', { name: 'Amount' }).fill('150000');
  await expect(page.getByText('Pay to our bank account by IMPS / NEFT.')).toBeVisible();
  await expect(page.getByText('50200012345678')).toBeVisible();
  const reference = await page.getByText(/^DEP\d{13}$/).textContent();
  await expect(code).toBeHidden();
  await expectNoSideScroll(page);
  await user.submitDeposit('150000');
  const { rows: sent } = await api.transactions.list({ type: 'deposit', tab: 'pending' });
  expect(sent.map(({ referenceId }) => referenceId.replace('-', ''))).toContain(reference);
});

test('reads the UTR from a receipt in the browser, and enters it when the person has confirmed it', async ({
  wallet,
  openBrowser,
}) => {
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  await api.settings.save({ receiptReading: true });
  const user = await openDeposit(await openBrowser(DEVICES.phone));
  const { page } = user;
  const field = page.getByRole('textbox', { name: 'UTR / reference number (optional)' });
  const button = page.getByRole('button', { name: 'Read UTR from the receipt' });
  await expect(field).toBeVisible();
  await expect(button).toBeHidden();
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.getByLabel('Payment receipt').setInputFiles(await drawReceipt(page));
  await expect(button).toBeVisible();
  expect(loaded.filter((url) => url.includes('receipt-reader'))).toEqual([]);

  await user.press(button);
  await expect(page.getByText('UTR on the receipt: 632628601452.')).toBeVisible();
  await expect(field).toHaveValue('');
  await inspect(page, 'a UTR read from the receipt');
  await user.press(page.getByRole('button', { name: 'Use this UTR' }));
  await expect(field).toHaveValue('632628601452');

  await field.fill('');
  await api.settings.save({ receiptAutoReading: true });
  // A page that reloads sooner after the last key may find the UTR in its draft, and then reads none.
  const listUtrs = async () =>
    (await listStoredDrafts<Stored>(page)).flatMap(({ state }) => state.typed?.utr ?? []);
  await expect.poll(listUtrs).toEqual(['']);
  await page.reload();
  await page.getByLabel('Payment receipt').setInputFiles(await drawReceipt(page));
  await user.press(page.getByRole('button', { name: 'Use this UTR' }));
  await expect(field).toHaveValue('632628601452');
});

/** An invented receipt. */
async function drawReceipt(page: Page): Promise<ImageFile> {
  const url = await page.evaluate((day) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 480, height: 240 });
    const context = canvas.getContext('2d');
    if (!context) throw new Error('The browser cannot draw');
    context.fillStyle = 'white';
    context.fillRect(0, 0, 480, 240);
    context.fillStyle = 'black';
    context.font = '28px sans-serif';
    const lines = ['Paid to Asha Stores', day, 'UPI transaction ID', '632628601452'];
    for (const [n, line] of lines.entries()) context.fillText(line, 24, 50 + n * 50);
    return canvas.toDataURL('image/png');
  }, inEnglish(START));
  const buffer = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  return { name: 'receipt.png', mimeType: 'image/png', buffer };
}

/** Reads a QR code as a phone does: from what is on the screen. */
async function scan(code: Locator): Promise<string> {
  const { data, info } = await sharp(await code.screenshot({ animations: 'disabled' }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQR({ ...info, data });
}

/** Makes what is stored on this device older. */
async function age(page: Page, byMs: number): Promise<void> {
  await page.evaluate(async (ms) => {
    const opened = indexedDB.open('wallet');
    await new Promise((resolve) => opened.addEventListener('success', resolve));
    const store = opened.result.transaction('drafts', 'readwrite').objectStore('drafts');
    const all = store.openCursor();
    await new Promise<void>((resolve) => {
      all.addEventListener('success', () => {
        const cursor = all.result;
        if (!cursor) return resolve();
        cursor.update({ ...cursor.value, savedAt: cursor.value.savedAt - ms });
        cursor.continue();
      });
    });
    opened.result.close();
  }, byMs);
}

/** A record in the browser's storage: the form of a deposit, or its QR code. */
type Stored = {
  name: string;
  state: { typed?: { amount: string; utr: string; receipt: File }; name?: string };
};

/** Waits until a deposit with its receipt and the QR code is stored: a browser may close the page after that. */
async function expectStored(
  page: Page,
  { amount, code }: { amount: string; code: string },
): Promise<void> {
  const find = (stored: Stored[], name: string) => stored.find((each) => each.name === name)?.state;
  await expect
    .poll(async () => {
      const stored = await listStoredDrafts<Stored>(page);
      const { amount, receipt } = find(stored, 'deposit')?.typed ?? {};
      return { amount, hasReceipt: Boolean(receipt), code: find(stored, 'deposit code')?.name };
    })
    .toEqual({ amount, hasReceipt: true, code });
}

test('a deposit in progress is stored for a day, with its QR code, until logout and for its author', async ({
  wallet,
  openBrowser,
}) => {
  await addQrCode(wallet, 'Shop counter');
  const page = await openBrowser({ ...DEVICES.phone, ...TOLERATED });
  const user = await openDeposit(page);
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await user.fillDeposit('750', 'Rent');
  await expectStored(page, { amount: '750', code: 'Shop counter' });
  await page.reload();
  await expect(amount).toHaveValue('750');
  await page.goto('/favicon.svg');
  await age(page, 24 * 60 * 60_000);
  await page.goto('/user/deposit');
  await expect(amount).toHaveValue('');

  await user.fillDeposit('751', 'Rent');
  await expectStored(page, { amount: '751', code: 'Shop counter' });
  // Away from the form: without the cookie, a call of its page would be refused.
  await page.goto('/favicon.svg');
  await page.context().clearCookies();
  await user.signInByApi(ACCOUNTS.admin, '/user/deposit');
  await expect(amount).toHaveValue('');
  await user.fillDeposit('752', 'Rent');
  await expectStored(page, { amount: '752', code: 'Shop counter' });
  await page.reload();
  await expect(amount).toHaveValue('752');
  await page.getByRole('button', { name: 'Account menu' }).tap();
  await page.getByRole('menuitem', { name: 'Logout' }).tap();
  await expect(page.getByRole('heading', { name: 'Login to the product wallet' })).toBeVisible();
  await expect.poll(() => listStoredDrafts(page)).toEqual([]);

  await user.signInByApi(ACCOUNTS.demo, '/user/deposit');
  await test.step('is there again after a reload, with its QR code', () =>
    reloadDeposit(wallet, user));
});

async function reloadDeposit(wallet: Wallet, user: Person): Promise<void> {
  const { page } = user;
  await addQrCode(wallet, 'Second till');
  const code = (name: string) => page.getByRole('img', { name: `Payment QR code: ${name}` });
  const codes = page.getByRole('combobox', { name: 'Choose a QR code' });
  await expect(codes).toBeVisible();
  const [first, other] = (await code('Shop counter').isVisible())
    ? ['Shop counter', 'Second till']
    : ['Second till', 'Shop counter'];
  await expect(code(first)).toBeVisible();
  await user.choose(codes, other);
  await user.fillDeposit('1250.5', 'Rent');
  await expectStored(page, { amount: '1250.5', code: other });
  await page.reload();
  await expect(page.getByText('We kept what you entered.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('1,250.5');
  await expect(page.getByLabel('Notes (optional)')).toHaveValue('Rent');
  await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible();
  await expect(code(other)).toBeVisible();
  await expectNoSideScroll(page);

  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  const chosen = (await api.qrCodes.list()).find(({ name }) => name === other);
  if (!chosen) throw new Error('There is no such QR code');
  await api.qrCodes.update({ id: chosen.id, isActive: false });
  await page.reload();
  const warning = page.getByRole('alert').filter({ hasText: `${other} is no longer in use` });
  await expect(warning).toBeVisible();
  await expect(code(first)).toHaveCount(0);

  const sent = page.waitForRequest(UPLOAD);
  await page.getByRole('button', { name: 'Submit deposit' }).tap();
  const form = (await sent).headers()['wallet-form'] ?? '';
  expect(JSON.parse(Buffer.from(form, 'base64url').toString())).toMatchObject({
    amount: '1250.5',
    qrCodeId: chosen.id,
  });
  await expect(page.getByRole('heading', { name: 'Deposit Request Submitted' })).toBeVisible();
  const isStored = async () =>
    (await listStoredDrafts(page)).some(({ name }) => name === 'deposit');
  await expect.poll(isStored).toBe(false);
  await page.goto('/user/deposit');
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('');
}

test('restores a deposit for its author only when the session ends during submission', async ({
  openBrowser,
}) => {
  const user = new Person(await openBrowser({ tolerate: [/status of 401/] }));
  const { page } = user;
  const amount = page.getByRole('textbox', { name: 'Amount' });
  const losesSession = async () => {
    // No other request of the page may get this response first.
    await refuse(page, 'files/deposits', 'MISSING_SESSION');
    await page.getByRole('button', { name: 'Submit deposit' }).click();
    await expect(page.getByRole('heading', { name: 'Login to the product wallet' })).toBeVisible();
    await expect(page.getByText('Your session has ended')).toBeVisible();
  };
  await user.signInByApi(ACCOUNTS.demo, '/user/deposit');
  await user.fillDeposit('750', 'Rent');
  await losesSession();
  await user.fillLogin(ACCOUNTS.demo.username, ACCOUNTS.demo.password);
  await expect(amount).toHaveValue('750');
  await expect(page.getByLabel('Notes (optional)')).toHaveValue('Rent');
  await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible();
  await losesSession();
  await user.fillLogin(ACCOUNTS.admin.username, ACCOUNTS.admin.password);
  await expect(page.getByRole('heading', { name: 'Deposit', exact: true })).toBeVisible();
  await expect(amount).toHaveValue('');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await user.fillLogin(ACCOUNTS.demo.username, ACCOUNTS.demo.password);
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await user.open('/user/deposit', 'Deposit');
  await expect(amount).toHaveValue('');
  await expect(page.getByRole('img', { name: 'Preview' })).toHaveCount(0);
});
