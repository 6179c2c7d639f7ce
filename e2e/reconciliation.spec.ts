import { signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { importPayments, requestDeposits } from './support/statements.ts';
import { expect, inspect, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

const day = '2026-11-20';

test('an administrator divides a payment between two deposits, and undoes a part of it', async ({
  wallet,
  openBrowser,
}) => {
  await requestDeposits(wallet, [{ amount: '300' }, { amount: '200' }]);
  const admin = new Person(await openBrowser());
  const { page } = admin;
  await admin.signInByApi(ACCOUNTS.admin, '/admin/reconciliation');
  await expect(page.getByText('No matches')).toBeVisible();
  await importPayments(await signInToApi(wallet, ACCOUNTS.admin), [
    { day, narration: 'CASH DEPOSIT', amount: '500.00' },
    { day, narration: 'INTEREST', amount: '75.00' },
  ]);

  const main = page.getByRole('main');
  await page.getByRole('tab', { name: /^Money without a request/ }).click();
  await main.getByRole('button', { name: 'Match: ₹500.00' }).click();
  const dialog = admin.dialog('Match by hand');
  await dialog.getByRole('checkbox', { name: '₹300.00, demo' }).check();
  await dialog.getByRole('checkbox', { name: '₹200.00, demo' }).check();
  await expect(dialog).toContainText('₹0.00 remain');
  await inspect(page, 'a payment divided between two deposits');
  await dialog.getByRole('button', { name: 'Match and approve' }).click();
  await expect(dialog).toBeHidden();
  await expect(main.getByRole('button', { name: 'Match: ₹500.00' })).toBeHidden();
  await expect(main.getByRole('button', { name: 'Match: ₹75.00' })).toBeVisible();

  await page.getByRole('tab', { name: 'History' }).click();
  await expect(main.getByRole('button', { name: 'Undo: ₹300.00' })).toBeVisible();
  await inspect(page, 'accepted matches');
  await main.getByRole('button', { name: 'Undo: ₹200.00' }).click();
  const question = admin.dialog('Undo the match?');
  await expect(question).toContainText('The deposit stays approved and credited.');
  await question.getByRole('button', { name: 'Undo' }).click();
  await expect(main.getByRole('button', { name: 'Undo: ₹200.00' })).toBeHidden();

  const phone = new Person(await openBrowser(DEVICES.phone), DEVICES.phone);
  await phone.signInByApi(ACCOUNTS.admin, '/admin/reconciliation?tab=unclaimed');
  await expect(phone.page.getByRole('button', { name: 'Match: ₹200.00' })).toBeVisible();
  await inspect(phone.page, 'money without a request on a phone');
});
