import type { Request } from '@playwright/test';
import { transactionId } from '#contract/shared/base.ts';
import { fundDemo, requestDeposit, requestWithdrawals, signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { expect, expectAccessible, expectNoSideScroll, test } from './support/test.ts';
import { ACCOUNTS, type Wallet } from './support/wallet.ts';

async function inspect({ page }: Person, what: string): Promise<void> {
  await expectNoSideScroll(page);
  await expectAccessible(page, what);
}

test('shows users, dashboard, transactions and the audit log', {
  tag: ['@section-2.6', '@section-8'],
}, async ({ wallet, openBrowser }) => {
  const admin = new Person(await openBrowser(DEVICES.desktop));
  await admin.signInByApi(ACCOUNTS.admin, '/admin');
  await test.step('users', () => testUserManagement(wallet, admin));
  await fundDemo(wallet, '5000');
  await requestDeposit(wallet, '300');
  await test.step('dashboard', () => testDashboard(wallet, admin));
  await test.step('transactions', () => testTransactions(admin));
  await test.step('audit', () => testAuditLog(admin));
});

test('prefetches a list while the pointer hovers over its menu entry, and shows it without another request', async ({
  openBrowser,
}) => {
  const admin = new Person(await openBrowser(DEVICES.desktop));
  const { page } = admin;
  await admin.signInByApi(ACCOUNTS.admin, '/admin');
  for (const [entry, procedure, shown] of LISTS) {
    const asked: string[] = [];
    const note = (request: Request) => asked.push(new URL(request.url()).pathname);
    page.on('request', note);
    const answered = page.waitForResponse((answer) => answer.url().endsWith(procedure));
    await page.getByRole('navigation').getByRole('link', { name: entry }).hover();
    await (await answered).finished();
    await admin.go(entry);
    await expect(page.getByRole('main')).toContainText(shown);
    expect(asked.filter((path) => path === procedure)).toHaveLength(1);
    page.off('request', note);
  }
});

const LISTS = [
  ['Users', '/rpc/users/list', '@demo'],
  ['Audit', '/rpc/audit/list', 'admin'],
  ['Deposits', '/rpc/transactions/list', 'No pending deposits'],
] as const;

async function testUserManagement(wallet: Wallet, admin: Person): Promise<void> {
  const { page } = admin;
  await admin.go('Users');
  await expect(admin.row('@demo')).toContainText('₹0.00');
  await page.getByRole('main').getByRole('button', { name: 'Create User' }).click();
  const create = admin.dialog('Create User');
  await create.getByRole('textbox', { name: 'Username' }).fill('as');
  await create.getByLabel('Password', { exact: true }).fill('secret1');
  await create.getByRole('button', { name: 'Create User' }).click();
  await expect(create.getByText('Username must be at least 3 characters.')).toBeVisible();
  await inspect(admin, 'create user');
  await create.getByRole('textbox', { name: 'Username' }).fill('asha');
  await create.getByRole('button', { name: 'Create User' }).click();
  await expect(admin.toast('User asha created successfully')).toBeVisible();

  await page.getByRole('button', { name: 'Update balance of asha' }).click();
  const balance = admin.dialog('Update User Balance');
  await balance.getByRole('spinbutton', { name: 'New Balance (₹)' }).fill('1234.5');
  await balance.getByRole('button', { name: 'Update Balance' }).click();
  await expect(balance).toContainText('Please enter a reason. The user sees it in the passbook.');
  await balance.getByRole('textbox', { name: 'Reason' }).fill('Refund');
  await balance.getByRole('button', { name: 'Update Balance' }).click();
  await expect(admin.toast('Balance updated to ₹1,234.50')).toBeVisible();
  await expect(admin.row('@asha')).toContainText('₹1,234.50');
  await test.step('the balance changes while its dialog is open', () =>
    testBalanceDialog(wallet, admin));

  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('ASH');
  await expect(admin.row('@demo')).toHaveCount(0);
  await test.step('a user that is not among the newest', async () => {
    // Events refetch the list: count pages, not calls.
    const pages = new Set<number>();
    await page.route('**/rpc/users/list*', (route) => {
      const asked = route.request().postData() ?? '';
      if (!asked.includes('somebody old')) return route.fallback();
      const number = Number(/older(\d)/.exec(asked)?.[1] ?? 0);
      pages.add(number);
      const none = { rows: [], total: 300, totalIsExact: false, nextCursor: `older${number + 1}` };
      return route.fulfill({ json: { json: none } });
    });
    await search.fill('somebody old');
    await expect(page.getByText('Older entries have not been searched yet.')).toBeVisible();
    await expect.poll(() => pages.size, 'it asks on by itself').toBe(5);
    await expect(page.getByRole('button', { name: 'Load more' })).toBeEnabled();
    expect(pages.size, 'it asks on a few times only').toBe(5);
    // While this search is shown, an event sends its made-up cursors again: the server refuses them.
    await search.fill('asha');
    await expect(admin.row('@asha')).toBeVisible();
    await page.unrouteAll();
  });
  await page.getByRole('link', { name: 'View asha' }).click();
  await test.step('one user', () => testUserPage(admin));
}

async function testBalanceDialog(wallet: Wallet, admin: Person): Promise<void> {
  const { page } = admin;
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  const [asha] = (await api.users.list({ search: 'asha' })).rows;
  if (!asha) throw new Error('There is no asha');
  const set = (newBalance: string, shownBalancePaise: number) =>
    api.users.adjustBalance({
      ...{ userId: asha.id, newBalance, shownBalancePaise, reason: 'Test' },
      requestKey: crypto.randomUUID(),
    });
  await page.getByRole('button', { name: 'Update balance of asha' }).click();
  const dialog = admin.dialog('Update User Balance');
  const typed = dialog.getByRole('spinbutton', { name: 'New Balance (₹)' });
  await typed.fill('1234.5');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Refund');
  await set('50', 1234_50);
  await expect(dialog).toContainText('The balance changed meanwhile. It is ₹50.00 now.');
  await expect(dialog).toContainText('Credits ₹1,184.50');
  await expect(typed).toHaveValue('1234.5');
  await dialog.getByRole('button', { name: 'Update Balance' }).click();
  await expect(admin.row('@asha')).toContainText('₹1,234.50');
  await page.getByRole('button', { name: 'Update balance of asha' }).click();
  await test.step('adjusts the current balance by an amount', async () => {
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Refund');
    await dialog.getByRole('radio', { name: 'Subtract an amount' }).check();
    await dialog.getByRole('spinbutton', { name: 'Amount to subtract (₹)' }).fill('2000');
    await dialog.getByRole('button', { name: 'Update Balance' }).click();
    await expect(dialog).toContainText('Please enter a valid balance');
    await inspect(admin, 'more than there is');
    await dialog.getByRole('radio', { name: 'Add an amount' }).check();
    await dialog.getByRole('spinbutton', { name: 'Amount to add (₹)' }).fill('65.5');
    await expect(dialog.getByRole('status')).toContainText('New balance: ₹1,300.00');
    await set('1200', 1234_50);
    await expect(dialog).toContainText('New balance: ₹1,265.50');
    await dialog.getByRole('radio', { name: 'Subtract an amount' }).check();
    await expect(dialog).toContainText('New balance: ₹1,134.50');
    await dialog.getByRole('radio', { name: 'Add an amount' }).check();
    await dialog.getByRole('spinbutton').fill('34.5');
    await expect(dialog).toContainText('Credits ₹34.50');
    await dialog.getByRole('button', { name: 'Update Balance' }).click();
    await expect(admin.row('@asha')).toContainText('₹1,234.50');
  });
}

async function testUserPage(admin: Person): Promise<void> {
  const { page } = admin;
  await expect(page.getByRole('heading', { name: 'User Profile' })).toBeVisible();
  await page.getByRole('button', { name: 'Deactivate User' }).click();
  const deactivation = admin.dialog('Deactivate asha?');
  await inspect(admin, 'deactivate user');
  await deactivation.getByRole('button', { name: 'Deactivate User' }).click();
  await expect(admin.toast('User deactivated successfully')).toBeVisible();
  await page.getByRole('button', { name: 'Delete User' }).click();
  const removal = admin.dialog('Are you sure?');
  await expect(removal).toContainText('₹1,234.50');
  await expect(removal.getByRole('button', { name: 'Delete User' })).toBeDisabled();
  await removal.getByRole('textbox', { name: 'Type asha to confirm' }).fill('asha');
  await removal.getByRole('button', { name: 'Delete User' }).click();
  await expect(admin.toast('User deleted successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/users$/);
  await expect(admin.row('@asha')).toHaveCount(0);
}

async function testDashboard(wallet: Wallet, admin: Person): Promise<void> {
  const { page } = admin;
  await admin.go('Dashboard');
  await expect(page.getByRole('main').getByText('₹5,000.00').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'System Status' })).toContainText('Connected');
  await expect(page.getByRole('img', { name: /^Deposits of ₹5,000.00/ })).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Period' }).getByText('90 days').click();
  await expect(page.getByRole('img', { name: /in 90 days$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('cell', { name: '₹5,000.00' })).toBeVisible();
  await inspect(admin, 'dashboard with its table');
  const pending = page.getByRole('main').getByText('Pending Transactions').locator('..');
  await expect(pending).toContainText('1');
  await requestDeposit(wallet, '41');
  await expect(pending).toContainText('2');
}

async function testTransactions(admin: Person): Promise<void> {
  const { page } = admin;
  await admin.go('All Transactions');
  await expect(admin.row('₹300.00')).toContainText('Pending');
  await admin.choose(page.getByRole('combobox', { name: 'Status' }), 'Approved');
  await expect(admin.row('₹300.00')).toHaveCount(0);
  await expect(page).toHaveURL(/status=approved/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Export CSV/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^transactions_\d{4}-\d\d-\d\d\.csv$/);
  await expect(admin.toast('Export Complete', 'Exported 1 transaction to CSV')).toBeVisible();
  await page.getByRole('button', { name: 'Details: ₹5,000.00, demo' }).click();
  const details = admin.dialog('Transaction Details');
  await expect(details.getByRole('img', { name: 'Payment receipt' })).toBeVisible();
  await details.getByRole('button', { name: 'Close' }).first().click();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(admin.row('₹300.00')).toBeVisible();
}

async function testAuditLog(admin: Person): Promise<void> {
  const { page } = admin;
  await admin.go('Audit');
  await expect(admin.row('Transaction approved')).toContainText('admin');
  await admin
    .row('Transaction approved')
    .getByRole('button', { name: /^Changes/ })
    .click();
  const record = admin.dialog('Audit record');
  const changed = (...cells: string[]) =>
    expect(record.getByRole('row').filter({ hasText: cells[0] }).locator('th, td')).toHaveText(
      cells,
    );
  await changed('Status', 'Pending', 'Approved');
  await changed('Amount', '—', '₹5,000.00');
  await changed('With notes', '—', 'No');
  await expect(record).toContainText('transaction.approve');
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: 'Search' }).fill('user.delete');
  await expect(admin.row('Transaction approved')).toHaveCount(0);
  await expect(admin.row('User deleted')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await page.getByRole('searchbox', { name: 'Affected user' }).fill('demo');
  await page.getByRole('searchbox', { name: 'Amount from' }).fill('4,000');
  await expect(admin.row('Transaction approved')).toBeVisible();
  await expect(admin.row('User deleted')).toHaveCount(0);
  await inspect(admin, 'a narrowed audit log');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^audit_[\d-]+\.csv$/);
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill('export.create');
  await expect(admin.row('Data exported').first()).toBeVisible();
}

test('deposits are decided one by one next to their receipts', async ({ wallet, openBrowser }) => {
  for (const amount of ['100', '200', '300']) await requestDeposit(wallet, amount);
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
  await page.getByRole('button', { name: 'Compare with ₹300.00, demo' }).click();
  await expect(page.getByRole('img', { name: 'Payment receipt' })).toHaveCount(2);
  await inspect(admin, 'the desk');
  await expect(approve).toBeEnabled();
  await page.keyboard.press('a');
  await expect(page.getByText('Approved: ₹200.00, demo')).toBeVisible();
  await expect(headline).toHaveText('₹300.00');
  await inspect(admin, 'a decision that can be undone');
  await page.keyboard.press('u');
  await expect(headline).toHaveText('₹200.00');
  await api.settings.save({ undoSeconds: 0 });
  await expect(page.getByText('Decisions can be undone')).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Notes' }).fill('Not readable');
  await page.getByRole('button', { name: 'Reject with a reason' }).click();
  await inspect(admin, 'reasons on the desk');
  await page.getByRole('button', { name: 'This receipt was already used.' }).click();
  await expect(admin.toast('Deposit Rejected')).toBeVisible();
  await expect(headline).toHaveText('₹300.00');
  await expect(page.getByText('0 approved, 1 rejected')).toBeVisible();

  await page.keyboard.press('k');
  await expect(headline).toHaveText('₹200.00');
  await expect(page.getByText('This receipt was already used. Not readable')).toBeVisible();
  await page.keyboard.press('j');
  for (const shown of ['₹300.00', '₹100.00']) {
    await expect(headline).toHaveText(shown);
    await expect(approve).toBeEnabled();
    await page.keyboard.press('a');
    await page.keyboard.press('Enter');
  }
  await expect(page.getByText('All deposit requests have been processed')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/deposits\/desk$/);
  await inspect(admin, 'an empty desk');

  const [id = ''] = await requestWithdrawals(wallet, ['150']);
  await admin.visit('/admin/withdrawals/desk');
  await expect(headline).toHaveText('₹150.00');
  await expect(page.getByText('Nothing was ever paid to this bank account')).toBeVisible();
  await page.getByRole('button', { name: 'Copy all' }).click();
  await expect(admin.toast('All details copied to clipboard')).toBeVisible();
  await inspect(admin, 'the desk of withdrawals');

  await api.settings.save({ undoSeconds: 1 });
  await expect(page.getByText('Decisions can be undone for 1 second.')).toBeAttached();
  await expect(approve).toBeEnabled();
  await page.keyboard.press('a');
  await expect(page.getByText('Approved: ₹150.00, demo')).toBeAttached();
  await page.close();
  const status = async () => (await api.transactions.get({ id: transactionId.parse(id) })).status;
  await expect.poll(status).toBe('approved');
});

test('decides ten deposits by keyboard while a colleague reviews others', async ({
  wallet,
  openBrowser,
}) => {
  const amounts = Array.from({ length: 10 }, (_, n) => 101 + n);
  for (const amount of amounts) await requestDeposit(wallet, String(amount));
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  const asha = { username: 'asha', password: 'secret-1' };
  await api.users.create({ ...asha, role: 'admin' });
  const colleague = await signInToApi(wallet, asha);
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
  await inspect(admin, 'a request that a colleague has open');
  const counts = async () => (await api.transactions.counts()).deposit;
  await expect.poll(counts).toEqual({ pending: 1, history: 9 });
});

test('shows the warnings of a pending deposit in the dialog of all transactions', async ({
  wallet,
  openBrowser,
}) => {
  for (const amount of ['100', '200']) await requestDeposit(wallet, amount);
  const admin = new Person(await openBrowser());
  const { page } = admin;
  await admin.signInByApi(ACCOUNTS.admin, '/admin/transactions');
  await page.getByRole('button', { name: 'Details: ₹200.00, demo' }).click();
  await expect(admin.dialog('Transaction Details').getByRole('alert')).toContainText(
    'The same picture was sent with another deposit',
  );
});

/** A response of oRPC: `meta` has a type and a path for each value that JSON lacks, such as a date. */
interface Found {
  json: { rows: object[] };
  meta: (string | number)[][];
}

/** Repeats the first row on a page that is short, of a search that is not at its end. */
function toPartialPage({ json, meta }: Found, count: number): object {
  const numbers = Array.from({ length: count }, (_, number) => number);
  const rows = numbers.map(() => ({ ...json.rows[0], id: crypto.randomUUID() }));
  const pathIn = (path: Found['meta'][number], number: number) =>
    path.map((part, at) => (path[at - 1] === 'rows' ? number : part));
  return {
    json: { rows, total: count, totalIsExact: false, nextCursor: 'older' },
    meta: numbers.flatMap((number) => meta.map((path) => pathIn(path, number))),
  };
}

test('fills the first page of a long search, and explains an export count that is not exact', async ({
  wallet,
  openBrowser,
}) => {
  await requestDeposit(wallet, '300');
  const admin = new Person(await openBrowser());
  const { page } = admin;
  await admin.signInByApi(ACCOUNTS.admin, '/admin/transactions');
  const exportButton = page.getByRole('button', { name: /^Export CSV/ });
  await expect(exportButton).toHaveText('Export CSV (1)');
  const reason = page.getByText('There are too many matches to count. An export has all of them.');
  await expect(reason).toHaveCount(0);

  let found: Promise<Found> | undefined;
  await page.route('**/rpc/transactions/search*', async (route) => {
    const isFirst = !route.request().postData()?.includes('older');
    found ??= route.fetch().then((response) => response.json());
    await route.fulfill({ json: toPartialPage(await found, isFirst ? 20 : 30) });
  });
  await page.getByRole('searchbox').fill('demo');
  await expect(page.getByRole('button', { name: /^Details: / })).toHaveCount(50);
  await expect(exportButton).toHaveText('Export CSV (50+)');
  await expect(reason).toBeVisible();
});

test('decides many deposits in one batch by keyboard', async ({ wallet, openBrowser }) => {
  for (const amount of ['100', '200', '300']) await requestDeposit(wallet, amount);
  const admin = new Person(await openBrowser(DEVICES.desktop));
  const { page } = admin;
  await admin.signInByApi(ACCOUNTS.admin, '/admin/deposits');
  const sameReceipt = 'The same picture was sent with another deposit';
  await expect(admin.row('₹300.00')).toContainText(sameReceipt);

  await test.step('sets compact rows by keyboard, and keeps them', async () => {
    const heightOfRow = async () =>
      (await admin.row('₹300.00').boundingBox())?.height ?? Number.NaN;
    const before = await heightOfRow();
    await page.getByRole('radio', { name: 'Comfortable rows' }).press('ArrowRight');
    await expect.poll(heightOfRow).toBeLessThan(before);
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Compact rows' })).toBeChecked();
    await expect.poll(heightOfRow).toBeLessThan(before);
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
  await expect(receipt.getByRole('button', { name: 'Zoom out' })).toBeVisible();
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
  await page.getByRole('checkbox', { name: 'Select all requests shown' }).check();
  await expectAccessible(page, 'selected deposits');
  await page.getByRole('button', { name: 'Approve selected' }).click();
  const many = admin.dialog('Approve selected');
  await test.step('leaves out requests with warnings until each is ticked', async () => {
    await expect(many).toContainText('0 selected, ₹0.00');
    await expect(many).toContainText('2 requests with warnings');
    await expect(many).toContainText(sameReceipt);
    await expect(many.getByRole('button', { name: 'Approve selected' })).toBeDisabled();
    await many.getByRole('checkbox', { name: /₹100\.00/ }).check();
    await many.getByRole('checkbox', { name: /₹300\.00/ }).check();
    await expectAccessible(page, 'flagged deposits');
  });
  await expect(many).toContainText('2 selected, ₹400.00');
  const other = await signInToApi(wallet, ACCOUNTS.admin);
  const { rows } = await other.api.transactions.list({ type: 'deposit', tab: 'pending' });
  const first = rows.find((row) => row.amountPaise === 100_00);
  if (!first) throw new Error('The deposit of ₹100 does not wait');
  await other.api.review.decide({
    ids: [first.id],
    decision: 'rejected',
    requestKey: crypto.randomUUID(),
  });
  await many.getByRole('button', { name: 'Approve selected' }).click();
  const results = admin.dialog('Results');
  await expect(results).toContainText('This request was already rejected by admin.');
  await expect(results).toContainText('Approved');
  await expectAccessible(page, 'results');
  await results.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('No pending deposits')).toBeVisible();
});
