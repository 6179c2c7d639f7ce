import type { Page } from '@playwright/test';
import {
  addAdmin,
  decideDeposit,
  requestAlike,
  requestDeposit,
  requestEach,
  signInToApi,
} from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import type { ImageFile } from './support/images.ts';
import { Person } from './support/person.ts';
import { boxOf, expect, expectAccessible, inspectAgain, openTab, test } from './support/test.ts';
import { ACCOUNTS, type Account, type Wallet } from './support/wallet.ts';

const DEPOSIT = { amount: '₹750.00', user: 'demo' };

test('shows the slower of two administrators the result of the faster one', {
  tag: '@section-4',
}, async ({ wallet, openBrowser }) => {
  await requestDeposit(wallet, '750');
  const quick = new Person(await openBrowser());
  // Its live stream is blocked, so that it shows the old state of the request.
  const slowPage = await openBrowser({ tolerate: [/net::ERR_FAILED/, /status of 409/] });
  await slowPage.route('**/api/events', (route) => route.abort());
  const slow = new Person(slowPage);
  for (const admin of [quick, slow]) {
    await admin.signInByApi(ACCOUNTS.admin, '/admin/deposits');
    await admin.chooseInRow('Approve', DEPOSIT);
    await expect(admin.dialog('Approve Deposit')).toBeVisible();
  }
  const decide = (admin: Person) =>
    admin.dialog('Approve Deposit').getByRole('button', { name: 'Approve Deposit' }).click();

  await decide(quick);
  await expect(quick.toast('Deposit Approved')).toBeVisible();
  await decide(slow);

  await expect(slow.toast('Failed to approve transaction')).toBeVisible();
  const dialog = slow.dialog('Approve Deposit');
  const refusal = dialog.getByRole('alert').filter({ hasText: 'already approved' });
  await expect(refusal).toHaveText('This request was already approved by admin.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(slow.page.getByText('No pending deposits')).toBeVisible();
  const { api } = await signInToApi(wallet, ACCOUNTS.demo);
  expect(await api.balances.current()).toMatchObject({ balancePaise: 750_00 });
});

test('shows each of two administrators the decisions of the other, with the name', {
  tag: ['@section-4', '@section-6', '@section-8'],
}, async ({ wallet, openBrowser }) => {
  const image = await requestAlike(wallet, ['750', '800', '900']);
  const second = await addAdmin(wallet, 'second');
  const open = async () => new Person(await openBrowser({ tolerate: [/status of 409/] }));
  const [one, other] = [await open(), await open()];
  await one.signInByApi(ACCOUNTS.admin, '/admin/deposits');
  await other.signInByApi(second, '/admin/deposits');
  await expect(one.row('₹750.00')).toBeVisible();
  const highlights = await watchHighlights(one.page);
  await other.chooseInRow('Reject', { amount: '₹750.00', user: 'demo' });
  const dialog = other.dialog('Reject Deposit');
  await dialog.getByRole('button', { name: 'Reject Deposit' }).click();
  await expect.poll(highlights).toContainEqual(expect.stringMatching(/₹750.00.*Rejected.*second/));
  await expect(other.toast('Deposit Rejected')).toBeVisible();
  await expect(one.row('₹750.00')).toHaveCount(0);
  await expect(one.row('₹800.00')).toBeVisible();
  const badge = one.page.getByRole('link', { name: /Pending Deposits/ });
  await expect(badge).toContainText('2 pending');
  await test.step('rows keep their place under the pointer', () =>
    holdStill(wallet, { one, second, highlights, image }));
  await test.step('in an open dialog', () => decideUnderTheirEyes(wallet, one, second));
  await test.step('credits a deposit once when both approve it concurrently', () =>
    approveTogether(wallet, [one, other]));
});

async function approveTogether(wallet: Wallet, admins: Person[]): Promise<void> {
  const { api } = await signInToApi(wallet, ACCOUNTS.demo);
  const balance = async () => (await api.balances.current()).balancePaise;
  const before = await balance();
  await requestDeposit(wallet, '650');
  for (const admin of admins) {
    await admin.page.reload();
    await admin.chooseInRow('Approve', { amount: '₹650.00', user: 'demo' });
    await expect(admin.dialog('Approve Deposit')).toBeVisible();
  }
  // Dispatch both clicks simultaneously: a click that waits for its button would be second.
  await Promise.all(
    admins.map((admin) =>
      admin
        .dialog('Approve Deposit')
        .getByRole('button', { name: 'Approve Deposit' })
        .dispatchEvent('click'),
    ),
  );
  for (const admin of admins) {
    const outcome = admin
      .toast('Deposit Approved')
      .or(admin.dialog('Approve Deposit').getByRole('alert'));
    await expect(outcome.first()).toBeVisible();
  }
  // The warnings in the dialog are an alert too, which is there before the outcome.
  await expect.poll(balance).toBe(before + 650_00);
  for (const admin of admins) await expect(admin.row('₹650.00')).toHaveCount(0);
  expect(await balance()).toBe(before + 650_00);
}

/**
 * Collects the texts of highlighted rows. A highlight lasts two seconds: on a busy machine a test
 * that polls may miss it. Returns a function that reads the collected texts.
 */
async function watchHighlights(page: Page): Promise<() => Promise<string[]>> {
  const seen = await page.evaluateHandle(() => {
    const texts: string[] = [];
    const collect = () => {
      for (const row of document.querySelectorAll('[data-highlighted]'))
        texts.push(row.textContent ?? '');
    };
    const changes = { subtree: true, childList: true, characterData: true, attributes: true };
    new MutationObserver(collect).observe(document.body, changes);
    return texts;
  });
  return () => seen.jsonValue();
}

/** Matches the box of an element that did not move: heights of rows have fractions of a pixel. */
function near(box: Awaited<ReturnType<typeof boxOf>>): unknown {
  const sides = Object.entries(box).map(([side, pixels]) => [side, expect.closeTo(pixels, 0)]);
  return Object.fromEntries(sides);
}

/** A request is inserted above the hovered one, which another administrator decides. */
async function holdStill(
  wallet: Wallet,
  {
    one,
    second,
    highlights,
    image,
  }: {
    one: Person;
    second: Account;
    highlights: () => Promise<string[]>;
    image: ImageFile;
  },
): Promise<void> {
  const target = one.requestButton('View receipt', { amount: '₹800.00', user: 'demo' });
  await target.hover();
  const before = await boxOf(target);
  await requestDeposit(wallet, '950', ACCOUNTS.demo, image);
  const line = one.page.getByRole('button', { name: '1 new request' });
  await expect(line).toBeVisible();
  await expect(one.row('₹950.00')).toHaveCount(0);
  expect(await boxOf(target)).toEqual(near(before));
  await line.click();
  await expect(one.row('₹950.00')).toBeVisible();

  await target.hover();
  const there = await boxOf(target);
  await decideDeposit(wallet, 'rejected', { amountPaise: 950_00, by: second });
  await expect.poll(highlights).toContainEqual(expect.stringMatching(/₹950.00.*Rejected.*second/));
  expect(await boxOf(target)).toEqual(near(there));
  await expect(one.row('₹950.00')).toHaveCount(0);
  expect(await boxOf(target)).toEqual(near(there));
  await one.page.mouse.move(0, 0);
  await expect.poll(() => boxOf(target)).toEqual(near(before));
}

/** The second administrator decides the requests that the first has open: as a receipt, and in a dialog. */
async function decideUnderTheirEyes(wallet: Wallet, one: Person, second: Account): Promise<void> {
  await one.requestButton('View receipt', { amount: '₹800.00', user: 'demo' }).click();
  const receipt = one.dialog('Deposit Receipt');
  await expect(receipt.getByRole('button', { name: 'Approve Deposit' })).toBeVisible();
  await decideDeposit(wallet, 'approved', { amountPaise: 800_00, by: second });
  await expect(receipt).toContainText('Approved');
  await expect(receipt).toContainText('by second');
  await expect(receipt.getByRole('button', { name: 'Approve Deposit' })).toHaveCount(0);
  await one.page.keyboard.press('Escape');

  await one.chooseInRow('Reject', { amount: '₹900.00', user: 'demo' });
  const rejection = one.dialog('Reject Deposit');
  await rejection.getByRole('textbox', { name: 'Notes' }).fill('Too late');
  await decideDeposit(wallet, 'approved', { amountPaise: 900_00, by: second });
  await expect(rejection.getByRole('alert')).toHaveText(
    'This request was already approved by second.',
  );
  await expect(rejection.getByRole('button', { name: 'Reject Deposit' })).toBeDisabled();
  await expect(rejection.getByRole('textbox', { name: 'Notes' })).toHaveValue('Too late');
}

test('shows a decision of one tab in the other, and ends both sessions together', async ({
  wallet,
  openBrowser,
}) => {
  await requestEach(wallet, ['750', '800']);
  const admin = new Person(await openBrowser({ tolerate: [/status of 401/] }));
  await admin.signInByApi(ACCOUNTS.admin, '/admin/deposits');
  const other = new Person(await openTab(admin.page));
  await other.page.goto('/admin/deposits');
  await other.chooseInRow('Approve', { amount: '₹750.00', user: 'demo' });
  const stale = other.dialog('Approve Deposit');
  await expect(stale).toBeVisible();
  await admin.chooseInRow('Approve', { amount: '₹750.00', user: 'demo' });
  const dialog = admin.dialog('Approve Deposit');
  await dialog.getByRole('button', { name: 'Approve Deposit' }).click();
  await expect(admin.toast('Deposit Approved')).toBeVisible();
  await expect(stale.getByRole('alert')).toHaveText('This request was already approved by admin.');
  await expect(stale.getByRole('button', { name: 'Approve Deposit' })).toBeDisabled();
  const { api } = await signInToApi(wallet, ACCOUNTS.demo);
  expect(await api.balances.current()).toMatchObject({ balancePaise: 750_00 });

  await admin.page.getByRole('button', { name: 'Account menu' }).click();
  await admin.page.getByRole('menuitem', { name: 'Logout' }).click();
  for (const { page } of [admin, other]) await expect(page).toHaveURL(/\/login/);
});

test('decides many deposits in one batch by keyboard', async ({ wallet, openBrowser }) => {
  await requestAlike(wallet, ['100', '200', '300']);
  const admin = new Person(await openBrowser(DEVICES.desktop));
  const { page } = admin;
  await admin.signInByApi(ACCOUNTS.admin, '/admin/deposits');
  const sameReceipt = 'The same picture was sent with another deposit';
  await expect(admin.row('₹300.00')).toContainText(sameReceipt);

  await test.step('sets comfortable rows and the columns by keyboard, for every device', async () => {
    const heightOfRow = async () => (await boxOf(admin.row('₹300.00'))).height;
    const before = await heightOfRow();
    const isSaved = () => page.waitForResponse('**/rpc/profiles/setListLayout');
    const density = isSaved();
    await page.getByRole('radio', { name: 'Compact rows' }).press('ArrowLeft');
    await expect.poll(heightOfRow).toBeGreaterThan(before);
    await density;
    const columns = isSaved();
    await page.getByRole('button', { name: 'Columns' }).press('Enter');
    await page.getByRole('checkbox', { name: 'Payment Method' }).press('Space');
    await columns;
    await expectAccessible(page, 'the columns of a list');
    await page.keyboard.press('Escape');
    const device = new Person(await openBrowser(DEVICES.desktop));
    await device.signInByApi(ACCOUNTS.admin, '/admin/deposits');
    for (const shown of [page, device.page]) {
      await expect(shown.getByRole('radio', { name: 'Comfortable rows' })).toBeChecked();
      await expect(shown.getByRole('columnheader', { name: 'Status' })).toBeVisible();
      await expect(shown.getByRole('columnheader', { name: 'Payment Method' })).toHaveCount(0);
    }
  });

  await page.keyboard.press('?');
  await expect(admin.dialog('Keyboard shortcuts')).toContainText('Rotate the receipt');
  await expectAccessible(page, 'keyboard shortcuts');
  await page.keyboard.press('Escape');
  await expect(admin.dialog('Keyboard shortcuts')).toBeHidden();
  await page.keyboard.press('j');
  await page.keyboard.press('o');
  const receipt = admin.dialog('Deposit Receipt');
  await expect(receipt).toContainText('₹300.00');
  await expect(receipt.getByRole('alert')).toContainText(sameReceipt);
  const image = receipt.getByRole('img', { name: 'Payment receipt' });
  await page.keyboard.press('t');
  await expect(image).toHaveAttribute('data-turn', '1');
  await page.keyboard.press('z');
  await expect(receipt.locator('[data-zoomed]')).toBeVisible();
  await page.keyboard.press('j');
  await expect(receipt).toContainText('₹200.00');
  await page.keyboard.press('k');
  await expect(receipt).toContainText('₹300.00');
  await page.keyboard.press('j');
  await expect(receipt).toContainText('₹200.00');
  await page.keyboard.press('a');
  await expect(admin.dialog('Approve Deposit')).toContainText('₹200.00');
  await expect(admin.dialog('Approve Deposit').getByRole('alert')).toContainText(sameReceipt);
  await page.keyboard.press('Enter');
  await expect(admin.toast('Deposit Approved')).toBeVisible();

  await expect(admin.row('₹200.00')).toHaveCount(0);
  const approvedReceipt = 'This receipt was already approved with another deposit';
  for (const amount of ['₹100.00', '₹300.00'])
    await expect(admin.row(amount)).toContainText(approvedReceipt);
  await page.getByRole('checkbox', { name: 'Select all requests shown' }).check();
  await expectAccessible(page, 'selected deposits');
  await page.getByRole('button', { name: 'Approve selected' }).click();
  const many = admin.dialog('Approve selected');
  await test.step('leaves out requests that have to be looked at', async () => {
    await expect(many).toContainText('0 requests without warnings, ₹0.00');
    await expect(many).toContainText('2 requests stopped');
    await expect(many).toContainText(approvedReceipt);
    await expect(many.getByRole('button', { name: 'Approve selected' })).toBeDisabled();
    await expect(many.getByRole('row')).toHaveCount(2);
    await expectAccessible(page, 'stopped deposits');
    await many.getByRole('button', { name: 'Cancel' }).click();
  });
  await page.getByRole('button', { name: 'Reject selected' }).click();
  const rejected = admin.dialog('Reject selected');
  await expect(rejected).toContainText('2 selected, ₹400.00');
  await decideDeposit(wallet, 'rejected', { amountPaise: 100_00 });
  await rejected.getByRole('button', { name: 'Reject selected' }).click();
  const results = admin.dialog('Results');
  await expect(results).toContainText('This request was already rejected by admin.');
  await expect(results).toContainText('Rejected');
  await expectAccessible(page, 'results');
  await results.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('No pending deposits')).toBeVisible();
});

test('the dialog of a deposit requires a confirmation to approve it without its receipt, and lists show who is reviewing it', async ({
  wallet,
  openBrowser,
}) => {
  await requestDeposit(wallet, '750');
  const meena = await signInToApi(wallet, await addAdmin(wallet, 'meena'));
  const page = await openBrowser({ ...DEVICES.desktop, tolerate: [/net::ERR_FAILED/] });
  await page.route('**/files/receipts/**', (route) => route.abort());
  const admin = new Person(page);
  await admin.signInByApi(ACCOUNTS.admin, '/admin/deposits');
  await admin.requestButton('View receipt', { amount: '₹750.00', user: 'demo' }).click();
  const receipt = admin.dialog('Deposit Receipt');
  await expect(receipt.getByText('Failed to load receipt image')).toBeVisible();
  await receipt.getByRole('button', { name: 'Approve Deposit' }).click();
  const question = admin.dialog('Approve without the receipt?');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(receipt).toBeVisible();
  await receipt.getByRole('button', { name: 'Approve Deposit' }).click();
  await question.getByRole('button', { name: 'Approve anyway' }).click();
  await expect(admin.dialog('Approve Deposit')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(admin.dialog('Approve Deposit')).toHaveCount(0);

  const { rows } = await meena.api.transactions.list({ type: 'deposit', tab: 'pending' });
  for (const { id } of rows) await meena.api.review.claim({ id });
  await expect(admin.row('₹750.00')).toContainText('Being reviewed by meena');
  await inspectAgain(page, 'a claimed request');
  await admin.visit('/admin/transactions');
  await expect(admin.row('₹750.00')).toContainText('Being reviewed by meena');
});
