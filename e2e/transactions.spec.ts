import type { Page } from '@playwright/test';
import { decideDeposit, fundDemo, requestAlike, requestDeposit } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { expect, inspect, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

test('filters and exports transactions, and keeps views of lists', {
  tag: ['@section-2.6', '@section-8'],
}, async ({ wallet, openBrowser }) => {
  await fundDemo(wallet, '5000');
  await requestDeposit(wallet, '300');
  const admin = new Person(await openBrowser(DEVICES.desktop));
  await admin.signInByApi(ACCOUNTS.admin, '/admin/transactions');
  await test.step('filters and exports', () => filterAndExport(admin));
  await test.step('the dialog of a pending deposit shows its warnings', async () => {
    await requestAlike(wallet, ['100', '200']);
    await admin.press(admin.page.getByRole('button', { name: 'Details: ₹200.00, demo' }));
    const dialog = admin.dialog('Transaction Details');
    await expect(dialog.getByRole('alert')).toContainText(
      'The same picture was sent with another deposit',
    );
    await admin.page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });
  await test.step('views are saved, shared by address, renamed and deleted', async () => {
    await decideDeposit(wallet, 'rejected', { amountPaise: 300_00 });
    await admin.visit('/admin/transactions?status=rejected');
    await keepViews(admin);
  });
  await test.step('fills the first page of a long search, and explains a count that is not exact', async () => {
    await admin.visit('/admin/transactions?status=rejected');
    await searchLong(admin.page);
  });
});

async function filterAndExport(admin: Person): Promise<void> {
  const { page } = admin;
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

async function keepViews(admin: Person): Promise<void> {
  const { page } = admin;
  await expect(admin.row('₹300.00')).toBeVisible();
  await expect(admin.row('₹5,000.00')).toHaveCount(0);
  await admin.press(page.getByRole('button', { name: 'Save this view' }));
  const dialog = admin.dialog('Save this view');
  await admin.press(dialog.getByRole('button', { name: 'Save' }));
  await expect(dialog.getByText('Please enter a name.')).toBeVisible();
  await inspect(page, 'a view to be saved');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Refused');
  await admin.press(dialog.getByRole('button', { name: 'Save' }));
  const views = page.getByRole('group', { name: 'Saved views' });
  const view = views.getByRole('button', { name: 'Refused', exact: true });
  await expect(view).toHaveAttribute('aria-pressed', 'true');
  await inspect(page, 'a saved view');

  await admin.press(page.getByRole('button', { name: 'Clear Filters' }));
  await expect(admin.row('₹5,000.00')).toBeVisible();
  await admin.press(view);
  await expect(page).toHaveURL(/status=rejected/);
  await expect(admin.row('₹5,000.00')).toHaveCount(0);
  await admin.press(views.getByRole('button', { name: 'Edit Refused' }));
  await admin.fillIn({ Name: 'Rejected ones' }, 'Save');
  const renamed = views.getByRole('button', { name: 'Rejected ones', exact: true });
  await expect(renamed).toBeVisible();
  await admin.press(views.getByRole('button', { name: 'Delete Rejected ones' }));
  await admin.press(admin.dialog('Delete Rejected ones').getByRole('button', { name: 'Delete' }));
  await expect(renamed).toHaveCount(0);

  await admin.visit('/admin/deposits');
  await admin.press(page.getByRole('tab', { name: /Deposit History/ }));
  await expect(page).toHaveURL(/tab=history/);
  await page.reload();
  await expect(page.getByRole('tab', { name: /Deposit History/, selected: true })).toBeVisible();
}

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

async function searchLong(page: Page): Promise<void> {
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
}
