import { DAY_BEFORE } from '../server/testing/clock.ts';
import { signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { importPayments, requestDeposits } from './support/statements.ts';
import { expect, inspect, inspectAgain, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

test('an administrator approves all certain matches and one of them, and undoes both in time', async ({
  wallet,
  openBrowser,
}) => {
  const utrs = ['632428601452', '632428607771'];
  const deposits = utrs.map((utr, n) => ({ utr, amount: `${n + 4}10` }));
  await requestDeposits(wallet, deposits);
  const chief = await signInToApi(wallet, ACCOUNTS.admin);
  await chief.api.settings.save({ undoSeconds: 60 });
  await importPayments(
    chief,
    deposits.map(({ utr, amount }) => ({ day: DAY_BEFORE, narration: `UPI/${utr}`, amount, utr })),
  );
  const admin = new Person(await openBrowser());
  const { page } = admin;
  await admin.signInByApi(ACCOUNTS.admin, '/admin/reconciliation');
  const main = page.getByRole('main');
  await expect(main).toContainText('2 matches, ₹920.00');
  await main.getByRole('button', { name: 'Approve all' }).click();
  const together = admin.dialog('Approve all certain matches');
  await expect(together).toContainText('2 deposits with ₹920.00 will be approved.');
  await together.getByRole('button', { name: 'Approve all' }).click();
  const toast = page.getByRole('alert').filter({ hasText: '2 deposits were approved' });
  await expect(main.getByRole('button', { name: 'Undo: ₹410.00, demo' })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Approve all' })).toBeHidden();
  await inspect(page, 'approved matches that can be undone');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(main).toContainText('2 matches, ₹920.00');

  const phone = new Person(await openBrowser(DEVICES.phone), DEVICES.phone);
  await phone.signInByApi(ACCOUNTS.admin, '/admin/reconciliation');
  await phone.page.getByRole('button', { name: 'Approve: ₹410.00, demo' }).click();
  await phone.dialog('Approve Deposit').getByRole('button', { name: 'Approve' }).click();
  const undo = phone.page.getByRole('main').getByRole('button', { name: 'Undo: ₹410.00, demo' });
  await expect(undo).toBeVisible();
  await inspectAgain(phone.page, 'an approved match that can be undone on a phone');
  await undo.click();
  await expect(main).toContainText('2 matches, ₹920.00');
});

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
    { day: DAY_BEFORE, narration: 'CASH DEPOSIT', amount: '500.00' },
    { day: DAY_BEFORE, narration: 'INTEREST', amount: '75.00' },
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
  await phone.chooseInMenu('More: ₹75.00', 'Not for us');
  await phone.dialog('Not for us').getByRole('textbox', { name: 'Reason' }).fill('Interest');
  await inspect(phone.page, 'money that is not for us');
  await phone.press(phone.dialog('Not for us').getByRole('button', { name: 'Save' }));
  await undoOnPhone(phone, 'Undo the match?');
  await phone.chooseInMenu('More: ₹75.00', 'Create a deposit');
  const creation = phone.dialog('Create a deposit');
  await creation.getByRole('searchbox', { name: 'User' }).fill('demo');
  await phone.press(creation.getByRole('radio', { name: 'demo' }));
  await inspect(phone.page, 'a deposit created from received money');
  await phone.press(creation.getByRole('button', { name: 'Create a deposit' }));
  await expect(phone.toast('The deposit was created')).toBeVisible();
  await undoOnPhone(phone, 'Undo the deposit?');
});

/** Undoes what was done with the ₹75.00, in the history, and returns to the money without a request. */
async function undoOnPhone(phone: Person, question: string): Promise<void> {
  const { page } = phone;
  const part = page.getByRole('combobox', { name: 'Reconciliation' });
  await part.selectOption('history');
  await phone.press(page.getByRole('button', { name: 'Undo: ₹75.00' }));
  await phone.press(phone.dialog(question).getByRole('button', { name: 'Undo' }));
  await expect(page.getByRole('button', { name: 'Undo: ₹75.00' })).toBeHidden();
  await part.selectOption('unclaimed');
  await expect(page.getByRole('button', { name: 'More: ₹75.00' })).toBeVisible();
}
