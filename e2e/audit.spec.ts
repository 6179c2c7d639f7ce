import { fundDemo, signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { expect, inspect, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

test('shows what a record changed, and searches records', { tag: '@section-8' }, async ({
  wallet,
  openBrowser,
}) => {
  const admin = new Person(await openBrowser(DEVICES.desktop));
  await fundDemo(wallet, '5000');
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  const { id: userId } = await api.users.create({ username: 'asha', password: 'quiet-lamp-1' });
  await api.users.remove({ userId });
  const { page } = admin;
  await admin.signInByApi(ACCOUNTS.admin, '/admin/audit');
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
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('searchbox', { name: 'Affected user' }).fill('demo');
  await page.getByRole('searchbox', { name: 'Amount from' }).fill('4,000');
  await expect(admin.row('User deleted')).toHaveCount(0);
  await expect(admin.row('Transaction approved')).toBeVisible();
  await inspect(page, 'a narrowed audit log');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^audit_[\d-]+\.csv$/);
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill('export.create');
  await expect(admin.row('Data exported').first()).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('user.delete');
  await expect(admin.row('Transaction approved')).toHaveCount(0);
  await expect(admin.row('User deleted')).toBeVisible();
});
