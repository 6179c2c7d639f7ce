import { fundDemo, requestDeposit, requestWithdrawals, signInToApi } from './support/api.ts';
import { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

const DEPOSIT = { amount: '₹500.00', user: 'demo' };
const REASON = 'The receipt shows another amount';

test('shows a rejection with its reason to the user', { tag: '@section-4' }, async ({
  wallet,
  openBrowser,
}) => {
  const admin = new Person(await openBrowser());
  const user = new Person(await openBrowser());
  await user.signInByApi(ACCOUNTS.demo, '/user/passbook');
  await requestDeposit(wallet, '500');
  await expect(user.row(DEPOSIT.amount)).toContainText('Pending');

  await test.step('the admin rejects with a reason; the user gets the event', async () => {
    await admin.signInByApi(ACCOUNTS.admin, '/admin/deposits');
    await admin.requestButton('Reject', DEPOSIT).click();
    const decision = admin.dialog('Reject Deposit');
    const notes = decision.getByRole('textbox', { name: 'Notes' });
    await notes.fill(REASON);
    await notes.press('Escape');
    await admin.dialog('Discard changes?').getByRole('button', { name: 'Cancel' }).click();
    await expect(notes).toHaveValue(REASON);
    await Promise.all([
      expect(admin.toast('Deposit Rejected')).toBeVisible(),
      expect(user.toast(REASON)).toBeVisible(),
      decision.getByRole('button', { name: 'Reject Deposit' }).click(),
    ]);
    await admin.page.getByRole('tab', { name: 'Deposit History' }).click();
    await expect(admin.row(DEPOSIT.amount)).toContainText('Rejected');
  });

  await test.step("the user's passbook shows it", async () => {
    await expect(user.row(DEPOSIT.amount)).toContainText('Rejected');
    await expect(user.row(DEPOSIT.amount)).toContainText('₹0.00');
  });

  await test.step('the notification panel shows it as unread, with the reason', async () => {
    await user.page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
    const panel = user.dialog('Notifications');
    const card = panel.getByRole('article');
    await expect(card).toContainText('Rejected');
    await expect(card).toContainText(`Rejection Reason:${REASON}`);
    await expect(card.getByText(REASON)).toHaveCount(1);
    await card.getByRole('link', { name: /^Deposit Rejected/ }).click();
    const details = user.dialog('Transaction Details');
    await expect(details).toContainText(DEPOSIT.amount);
    await expect(details).toContainText('Rejected by an administrator');
    await expect(details).toContainText(REASON);
    await expect(details.getByRole('img', { name: 'Payment receipt' })).toBeVisible();
    await details.getByRole('button', { name: 'Close' }).click();
    await expect(details).toHaveCount(0);
    await expect(
      user.page.getByRole('button', { name: 'Notifications', exact: true }),
    ).toBeVisible();
  });

  await test.step('the notifications page shows it until it is cleared', async () => {
    await user.page.goto('/user/notifications');
    const main = user.page.getByRole('main');
    await expect(main.getByRole('article')).toContainText(`Rejection Reason:${REASON}`);
    await main.getByRole('tab', { name: 'System' }).click();
    await expect(main.getByText('No system notifications to show.')).toBeVisible();
    await main.getByRole('tab', { name: 'Transactions' }).click();
    await expect(main.getByRole('article')).toHaveCount(1);
    await main.getByRole('button', { name: 'Clear all' }).click();
    await expect(main.getByText('No notifications found')).toBeVisible();
  });
});

test('shows the reason of a rejected withdrawal in its history, and its timeline in the details', async ({
  wallet,
  openBrowser,
}) => {
  await fundDemo(wallet, '900');
  const reason = 'The account is closed';
  const ids = await requestWithdrawals(wallet, ['150']);
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  await api.review.decide({
    ids,
    decision: 'rejected',
    notes: reason,
    requestKey: crypto.randomUUID(),
  });
  const user = new Person(await openBrowser());
  await user.signInByApi(ACCOUNTS.demo, '/user/withdraw?tab=history');
  const row = user.row('₹150.00');
  await expect(row).toContainText('Rejected');
  await expect(row).toContainText(`Rejection Reason: ${reason}`);
  await row.getByRole('button', { name: /^Details: / }).click();
  const details = user.dialog('Transaction Details');
  await expect(details).toContainText('Rejected by an administrator');
  await expect(details).toContainText(reason);
});
