import type { Locator, Page } from '@playwright/test';
import type { DepositForm } from '#contract/deposits/schema.ts';
import { transactionId } from '#contract/shared/base.ts';
import { PAGE_ROWS } from '#contract/shared/limits.ts';
import { refuse } from './support/answers.ts';
import {
  addAdmin,
  fundDemo,
  requestAlike,
  requestDeposit,
  requestEach,
  requestWithdrawals,
  signInToApi,
} from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { hold } from './support/hold.ts';
import { buildReceipt } from './support/images.ts';
import { Person } from './support/person.ts';
import { importPayments } from './support/statements.ts';
import {
  boxOf,
  expect,
  expectAccessible,
  expectNoSideScroll,
  inspect,
  inspectAgain,
  test,
} from './support/test.ts';
import { ACCOUNTS, type Wallet } from './support/wallet.ts';

const RECEIPTS = '**/files/receipts/**';
/** Longer than a request has to be on screen before it can be decided. */
const LONG_ENOUGH_MS = 600;
/** The slowest double click that was measured. */
const DOUBLE_CLICK_MS = 350;

const LATE_RUN_MS = 20;

async function setUndo(wallet: Wallet, undoSeconds: number): Promise<void> {
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  await api.settings.save({ undoSeconds });
}

async function countPending(wallet: Wallet, type: 'deposit' | 'withdrawal'): Promise<number> {
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  const { rows } = await api.review.queue({ type });
  return rows.filter(({ waiting }) => !waiting).length;
}

const amountOf = (page: Page) => page.getByRole('heading', { level: 2 });

/** Advances a paused clock in small steps until another request is on the desk. */
async function runUntilShown(page: Page, amount: string): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(LATE_RUN_MS);
    await expect(amountOf(page)).toHaveText(amount, { timeout: 1000 });
  }).toPass();
}

async function centreOf(button: Locator): Promise<{ x: number; y: number }> {
  const box = await boxOf(button);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('a double click approves one deposit', async ({ wallet, openBrowser }) => {
  await requestEach(wallet, ['100', '200']);
  await setUndo(wallet, 0);
  const admin = new Person(await openBrowser({ ...DEVICES.desktop, controlsClock: true }));
  const { page } = admin;
  await page.clock.install({ time: wallet.now() });
  await admin.signInByApi(ACCOUNTS.admin, '/admin/deposits/desk');
  const approve = page.getByRole('button', { name: 'Approve Deposit' });
  await expect(approve).toBeEnabled();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  const { x, y } = await centreOf(approve);

  await page.mouse.click(x, y);
  await runUntilShown(page, '₹200.00');
  await expect(page.getByRole('img', { name: 'Payment receipt' })).toBeVisible();
  await page.clock.runFor(DOUBLE_CLICK_MS);
  await page.mouse.click(x, y);
  await page.keyboard.press('r');
  await expect(page.getByRole('list', { name: 'Reasons for rejections' })).toHaveCount(0);

  await page.clock.runFor(LONG_ENOUGH_MS);
  await expect(approve).toBeEnabled();
  await expect(amountOf(page)).toHaveText('₹200.00');
  expect(await countPending(wallet, 'deposit')).toBe(1);
  await page.mouse.click(x, y);
  await expect.poll(() => countPending(wallet, 'deposit')).toBe(0);
});

/** Sends all keys in one task: the page draws nothing in between. */
async function pressAtOnce(page: Page, keys: string[]): Promise<void> {
  await page.evaluate((all) => {
    for (const key of all)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  }, keys);
}

test('pressing A twice approves one withdrawal, and A right after another request was opened none', async ({
  wallet,
  openBrowser,
}) => {
  await fundDemo(wallet, '5000');
  await requestWithdrawals(wallet, ['100', '200']);
  await setUndo(wallet, 60);
  const admin = new Person(await openBrowser({ ...DEVICES.desktop, controlsClock: true }));
  const { page } = admin;
  await page.clock.install({ time: wallet.now() });
  await admin.signInByApi(ACCOUNTS.admin, '/admin/withdrawals/desk');
  const approve = page.getByRole('button', { name: 'Approve Withdrawal' });
  await expect(approve).toBeEnabled();
  await pressAtOnce(page, ['j', 'a']);
  await expect(amountOf(page)).toHaveText('₹200.00');
  await expect(approve).toBeEnabled();
  expect(await countPending(wallet, 'withdrawal')).toBe(2);
  await page.keyboard.press('k');
  await expect(amountOf(page)).toHaveText('₹100.00');
  await expect(approve).toBeEnabled();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);

  await page.keyboard.press('a');
  await runUntilShown(page, '₹200.00');
  await expect(page.getByText('Bank of the Tests').first()).toBeVisible();
  await page.clock.runFor(DOUBLE_CLICK_MS);
  await page.keyboard.press('a');

  await page.clock.runFor(LONG_ENOUGH_MS);
  await expect(approve).toBeEnabled();
  await expect(amountOf(page)).toHaveText('₹200.00');
  expect(await countPending(wallet, 'withdrawal')).toBe(1);
});

test('a deposit can be decided once its receipt is shown, and without one only after a confirmation', async ({
  wallet,
  openBrowser,
}) => {
  await requestEach(wallet, ['100', '200']);
  await setUndo(wallet, 0);
  const tolerate = [/ERR_FAILED/, /status of 401/];
  const admin = new Person(await openBrowser({ ...DEVICES.desktop, tolerate }));
  const { page } = admin;
  const receipt = hold();
  await page.route(RECEIPTS, async (route) => {
    await receipt.released;
    await route.fallback();
  });
  await admin.signInByApi(ACCOUNTS.admin, '/admin/deposits/desk');
  const approve = page.getByRole('button', { name: 'Approve Deposit' });
  await expect(page.getByRole('heading', { name: 'History of the user' })).toBeVisible();
  await expect(approve).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Reject Deposit' })).toBeDisabled();
  receipt.release();
  await expect(approve).toBeEnabled();

  await page.unroute(RECEIPTS);
  await page.route(RECEIPTS, (route) => route.abort());
  await page.reload();
  await expect(page.getByText('Failed to load receipt image')).toBeVisible();
  await admin.press(approve);
  const dialog = admin.dialog('Approve without the receipt?');
  await expect(dialog).toBeVisible();
  await expectAccessible(page, 'a deposit without its receipt');
  await admin.press(dialog.getByRole('button', { name: 'Cancel' }));
  await expect(dialog).toHaveCount(0);
  expect(await countPending(wallet, 'deposit')).toBe(2);
  await admin.press(approve);
  await admin.press(dialog.getByRole('button', { name: 'Approve anyway' }));
  await expect(amountOf(page)).toHaveText('₹200.00');
  expect(await countPending(wallet, 'deposit')).toBe(1);

  await page.unroute(RECEIPTS);
  await requestDeposit(wallet, '300');
  await page.reload();
  await test.step('the focus moves to the next request after Enter, and to the page when none is left', async () => {
    await expect(amountOf(page)).toHaveText('₹200.00');
    await admin.pressButton('Approve Deposit');
    await expect(amountOf(page)).toHaveText('₹300.00');
    await expect(amountOf(page)).toBeFocused();
    await admin.pressButton('Approve Deposit');
    await expect(page.getByRole('heading', { name: 'Review deposits' })).toBeFocused();
  });
  await requestDeposit(wallet, '400');
  await test.step('restores a note typed on the desk after the session ended', async () => {
    await expect(amountOf(page)).toHaveText('₹400.00');
    const notes = page.getByRole('textbox', { name: 'Notes' });
    await notes.fill('Called the bank');
    await refuse(page, 'rpc/review/decide', 'MISSING_SESSION');
    await admin.press(page.getByRole('button', { name: 'Approve Deposit' }));
    await expect(page.getByText('Your session has ended')).toBeVisible();
    const queue = hold();
    await page.route('**/rpc/review/queue*', async (route) => {
      await queue.released;
      await route.fallback();
    });
    const details = page.waitForResponse('**/rpc/review/desk*');
    await admin.fillLogin(ACCOUNTS.admin.username, ACCOUNTS.admin.password);
    await details;
    queue.release();
    await expect(notes).toHaveValue('Called the bank');
  });
});

test('the desk counts the requests on pages that are not loaded', async ({
  wallet,
  openBrowser,
}) => {
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  const asha = { username: 'asha', password: 'quiet-lamp-1' };
  await api.users.create(asha);
  const receipt = await buildReceipt();
  for (const [account, count] of [
    [ACCOUNTS.demo, PAGE_ROWS],
    [asha, 3],
  ] as const) {
    const user = await signInToApi(wallet, account);
    for (let n = 0; n < count; n += 1) {
      const form: DepositForm = { amount: '10', requestKey: crypto.randomUUID() };
      await user.upload('/files/deposits', form, receipt);
    }
  }
  await setUndo(wallet, 60);
  const admin = new Person(await openBrowser(DEVICES.desktop));
  const { page } = admin;
  await admin.signInByApi(ACCOUNTS.admin, '/admin/deposits/desk');
  const main = page.getByRole('main');
  await expect(main.getByText('53 pending')).toBeVisible();
  await admin.pressButton('Approve Deposit');
  await expect(main.getByText('52 pending')).toBeVisible();
});

const DESKTOPS = [
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];
const PHONES = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
];
const SCREENS = {
  desktops: { options: DEVICES.desktop, sizes: DESKTOPS, zoom: 'Zoom in' },
  phones: {
    options: { ...DEVICES.phone, viewport: PHONES[0] },
    sizes: PHONES,
    zoom: 'Full screen',
  },
};

/** Whether the page, unlike its parts, scrolls. */
async function doesScroll(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { scrollHeight, clientHeight } = document.documentElement;
    return scrollHeight > clientHeight;
  });
}

/** Facts and warnings of several lines leave less of the receipt, but none of its buttons below the edge. */
async function expectToolsInLongLanguages(english: Person): Promise<void> {
  const { page } = english;
  const { width, height } = page.viewportSize() ?? DEVICES.phone.viewport;
  await page.setViewportSize({ width: 360, height: 740 });
  let person = english;
  for (const language of ['ta', 'ml', 'en'] as const) {
    person = await person.changeLanguage(language);
    for (const name of ['Full screen', 'Rotate', 'Compare with another receipt']) {
      const tool = page.getByRole('button', { name: person.t(name) });
      await expect(tool, `${name} in ${language}`).toBeInViewport({ ratio: 1 });
    }
  }
  await page.setViewportSize({ width, height });
}

for (const [kind, { options, sizes, zoom }] of Object.entries(SCREENS)) {
  test(`the desk shows what a decision needs without scrolling, and its buttons stay in place (${kind})`, async ({
    wallet,
    openBrowser,
  }) => {
    const { api } = await signInToApi(wallet, ACCOUNTS.admin);
    const long = { username: 'venkatanarasimharajuvaripeta', password: 'long-name-1' };
    await api.users.create(long);
    await requestAlike(wallet, ['100', '200'], { amount: '100', account: long });
    await importPayments(await signInToApi(wallet, ACCOUNTS.admin), [
      { day: wallet.now().toISOString().slice(0, 10), narration: 'INTEREST', amount: '75.00' },
    ]);
    await setUndo(wallet, 60);
    const admin = new Person(await openBrowser(options), { hasTouch: 'hasTouch' in options });
    const { page } = admin;
    await admin.signInByApi(ACCOUNTS.admin, '/admin/deposits/desk');
    const approve = page.getByRole('button', { name: 'Approve Deposit' });
    const request = page.getByRole('article');
    const person = request.getByRole('link', { name: long.username });
    const warnings = request.getByRole('alert');
    const needed = {
      receipt: page.getByRole('region', { name: 'Receipt image' }),
      zoom: page.getByRole('button', { name: zoom }),
      rotate: page.getByRole('button', { name: 'Rotate' }),
      compare: page.getByRole('button', { name: 'Compare with another receipt' }),
      amount: amountOf(page),
      date: request.getByRole('term').filter({ hasText: 'Date' }),
      person,
      'same picture': warnings.getByText('The same picture was sent with another deposit'),
      'first deposit': warnings.getByText('The first deposit of this user'),
      approve,
      reject: page.getByRole('button', { name: 'Reject Deposit' }),
      'reject with a reason': page.getByRole('button', { name: 'Reject with a reason' }),
      skip: page.getByRole('button', { name: 'Skip' }),
    };
    await expect(approve).toBeEnabled();
    for (const size of sizes) {
      await page.setViewportSize(size);
      for (const [name, part] of Object.entries(needed))
        await expect(part, `${name} at ${size.width}`).toBeInViewport({ ratio: 1 });
      await expectNoSideScroll(page);
      expect(await doesScroll(page), `the page scrolls at ${size.width}`).toBe(false);
      const { bottom } = await request.evaluate((whole) => whole.getBoundingClientRect());
      const { y, height } = await boxOf(needed.skip);
      expect(bottom - (y + height), 'the buttons are at the bottom').toBeLessThan(16);
      const bank = request.getByRole('region', { name: 'Bank statement' });
      const parts = [amountOf(page), needed.date, person, warnings, bank];
      const tops = await Promise.all(parts.map(boxOf));
      const sorted = tops.map(({ y }) => y).sort((one, other) => one - other);
      expect(
        tops.map(({ y }) => y),
        'in the order of comparison',
      ).toEqual(sorted);
    }
    await inspect(page, 'a request with warnings');
    if (kind === 'phones') await expectToolsInLongLanguages(admin);
    const before = await boxOf(approve);
    await admin.press(approve);
    await expect(request.getByRole('link', { name: 'demo' })).toBeVisible();
    await expect(page.getByText(`Approved: ₹100.00, ${long.username}`)).toBeVisible();
    expect(await boxOf(approve)).toEqual(before);
    await expect(approve).toBeEnabled();
    await admin.press(page.getByRole('button', { name: 'Reject with a reason' }));
    await expect(page.getByRole('list', { name: 'Reasons for rejections' })).toBeInViewport();
    expect(await boxOf(approve)).toEqual(before);
    if (kind === 'phones')
      await admin.press(page.getByRole('button', { name: 'Queue: 2 pending' }));
    const queue =
      kind === 'phones'
        ? page.getByRole('dialog', { name: 'Queue' })
        : page.getByRole('navigation', { name: 'Queue' });
    const entry = queue.getByText(long.username);
    await expect(entry).toBeInViewport({ ratio: 1 });
    const isWhole = await entry.evaluate((name) => name.scrollWidth <= name.clientWidth);
    expect(isWhole, 'the name in the queue is not cut off').toBe(true);
    if (kind === 'desktops') return;
    await admin.press(queue.getByRole('button', { name: '₹200.00' }));
    await expect(queue).toHaveCount(0);
    await expect(amountOf(page)).toHaveText('₹200.00');
  });
}

test('deposits are decided one by one next to their receipts', async ({ wallet, openBrowser }) => {
  await requestAlike(wallet, ['100', '200', '300']);
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  await api.settings.save({ undoSeconds: 60 });
  const admin = new Person(await openBrowser(DEVICES.desktop));
  const { page } = admin;
  await admin.signInByApi(ACCOUNTS.admin, '/admin/deposits');
  await page.getByRole('link', { name: 'Review ₹200.00, demo' }).click();
  const headline = page.getByRole('heading', { level: 2 });
  const approve = page.getByRole('button', { name: /^Approve/ });
  await expect(headline).toHaveText('₹200.00');
  await expect(page.getByText('The same picture was sent with another deposit')).toBeVisible();
  const receipts = page.getByRole('img', { name: 'Payment receipt' });
  await test.step('compares receipts by keyboard, side by side', async () => {
    await expect(page.getByRole('button', { name: 'Compare with ₹300.00, demo' })).toBeVisible();
    await page.keyboard.press('c');
    await expect(receipts).toHaveCount(2);
    await page.keyboard.press('z');
    await expect(page.locator('[data-zoomed]')).toHaveCount(2);
    await page.keyboard.press('f');
    await expect(page.locator('[data-zoomed]')).toHaveCount(0);
    await page.keyboard.press('t');
    await expect(page.locator('[data-turn="1"]')).toHaveCount(1);
    const [one, other] = await Promise.all(
      [0, 1].map((at) => boxOf(page.getByRole('region', { name: 'Receipt image' }).nth(at))),
    );
    expect(one).toMatchObject({ y: other?.y, height: other?.height });
    await inspect(page, 'the desk');
    await page.keyboard.press('c');
    await page.keyboard.press('c');
    await expect(receipts).toHaveCount(1);
    await page.getByRole('button', { name: 'Compare with ₹300.00, demo' }).click();
    await expect(receipts).toHaveCount(2);
  });
  await expect(approve).toBeEnabled();
  await page.keyboard.press('a');
  await expect(page.getByText('Approved: ₹200.00, demo')).toBeVisible();
  await expect(headline).toHaveText('₹300.00');
  await inspect(page, 'a decision that can be undone');
  await page.keyboard.press('u');
  await expect(headline).toHaveText('₹200.00');
  await api.settings.save({ undoSeconds: 0 });
  await expect(page.getByText('Decisions can be undone')).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Notes' }).fill('Not readable');
  await page.getByRole('button', { name: 'Reject with a reason' }).click();
  await inspect(page, 'reasons on the desk');
  await page.getByRole('button', { name: 'This receipt was already used.' }).click();
  await expect(admin.toast('Deposit Rejected')).toBeVisible();
  await expect(headline).toHaveText('₹300.00');
  await expect(page.getByText('0 approved, 1 rejected')).toBeVisible();

  await page.keyboard.press('k');
  await expect(headline).toHaveText('₹200.00');
  await expect(page.getByText('This receipt was already used. Not readable')).toBeVisible();
  await page.keyboard.press('j');
  await expect(headline).toHaveText('₹300.00');
  await expect(approve).toBeEnabled();
  await page.keyboard.press('a');
  await page.keyboard.press('Enter');

  await test.step('requires a confirmation before the receipt is approved again', async () => {
    await expect(headline).toHaveText('₹100.00');
    await expect(
      page.getByText('This receipt was already approved with another deposit'),
    ).toBeVisible();
    await expect(approve).toBeEnabled();
    await page.keyboard.press('a');
    await page.keyboard.press('Enter');
    const again = admin.dialog('Approve this receipt again?');
    await expect(again.getByRole('region', { name: 'This request' })).toContainText('₹100.00');
    const other = again.getByRole('region', { name: /^DEP-/ });
    await expect(other).toContainText('₹300.00');
    await expect(other).toContainText('Approved');
    await expect(again.getByRole('img', { name: 'Payment receipt' })).toHaveCount(2);
    await inspect(page, 'two receipts side by side');
    await again.getByRole('button', { name: 'Approve anyway' }).click();
  });
  await expect(page.getByText('All deposit requests have been processed')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/deposits\/desk$/);
  await inspect(page, 'an empty desk');

  const [id = ''] = await requestWithdrawals(wallet, ['150']);
  await admin.visit('/admin/withdrawals/desk');
  await expect(headline).toHaveText('₹150.00');
  await expect(page.getByText('Nothing was ever paid to this bank account')).toBeVisible();
  await page.getByRole('button', { name: 'Copy all' }).click();
  await expect(admin.toast('All details copied to clipboard')).toBeVisible();
  await inspectAgain(page, 'the desk of withdrawals');

  await api.settings.save({ undoSeconds: 1 });
  await expect(page.getByText('Decisions can be undone for 1 second.')).toBeAttached();
  await expect(approve).toBeEnabled();
  await page.keyboard.press('a');
  await expect(page.getByText('Approved: ₹150.00, demo')).toBeAttached();
  await page.close();
  const status = async () => (await api.transactions.get({ id: transactionId.parse(id) })).status;
  await expect.poll(status).toBe('approved');
});

test('decides deposits by keyboard while a colleague reviews others', async ({
  wallet,
  openBrowser,
}) => {
  const amounts = Array.from({ length: 6 }, (_, n) => 101 + n);
  await requestEach(wallet, amounts.map(String));
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  const colleague = await signInToApi(wallet, await addAdmin(wallet, 'asha'));
  const { rows } = await api.review.queue({ type: 'deposit' });
  for (const { id } of rows.slice(0, 1)) await colleague.api.review.claim({ id });

  const admin = new Person(await openBrowser(DEVICES.desktop));
  const { page } = admin;
  await admin.signInByApi(ACCOUNTS.admin, '/admin/deposits/desk');
  await expect(page.getByText('Being reviewed by asha')).toBeVisible();
  for (const amount of amounts.slice(1)) {
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(`₹${amount}.00`);
    await expect(page.getByRole('img', { name: 'Payment receipt' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'History of the user' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Approve Deposit' })).toBeEnabled();
    const isGood = amount % 3 > 0;
    if (!isGood) {
      await page.keyboard.press('r');
      await expect(
        page.getByRole('button', { name: 'The payment has not reached us.' }),
      ).toBeVisible();
    }
    await page.keyboard.press(isGood ? 'a' : '3');
  }
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('₹101.00');
  await expect(page.getByText('asha has this request open.')).toBeVisible();
  await inspect(page, 'a request that a colleague has open');
  const counts = async () => (await api.transactions.counts()).deposit;
  await expect.poll(counts).toEqual({ pending: 1, history: 5 });
});
