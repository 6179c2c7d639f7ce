import type { Locator } from '@playwright/test';
import { addIndependentAdmin, requestDeposit, signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { BALANCE_REASON, requestBalance } from './support/other-work.ts';
import { Person } from './support/person.ts';
import { expect, inspect, inspectAgain, test } from './support/test.ts';
import { ACCOUNTS, type Wallet } from './support/wallet.ts';

const WAITING = 'Waiting for a second approval';
const REFUSED = { tolerate: [/status of 409/] };

async function readBalance(wallet: Wallet): Promise<number> {
  const { api } = await signInToApi(wallet, ACCOUNTS.demo);
  return (await api.balances.current()).balancePaise;
}

const requestIn = (person: Person): Locator => person.row('Balance adjusted');

/** The queue and the history are two lists, and one can show the change first. */
async function expectEnded(person: Person, state: string): Promise<void> {
  await expect(person.row('Balance adjusted', state)).toBeVisible();
  await expect(requestIn(person)).toHaveCount(1);
}

/** Opens the only request of the queue. */
async function viewRequest(person: Person): Promise<Locator> {
  await person.press(person.page.getByRole('button', { name: 'View: Balance adjusted' }));
  const dialog = person.dialog('Approval request');
  await expect(dialog).toContainText(BALANCE_REASON);
  return dialog;
}

test('a second administrator confirms an adjustment above the threshold', async ({
  wallet,
  openBrowser,
}) => {
  const meera = await addIndependentAdmin(wallet, 'meera');
  const demo = await signInToApi(wallet, ACCOUNTS.demo);
  const maker = new Person(await openBrowser({ ...DEVICES.desktop, ...REFUSED }));
  const confirmer = new Person(await openBrowser(DEVICES.phone), DEVICES.phone);
  await confirmer.signInByApi(ACCOUNTS.admin, '/admin/approvals');
  await expect(confirmer.page.getByText('Nothing is waiting for a second approval')).toBeVisible();

  await test.step('the dialog closes, and the balance is as before', async () => {
    await maker.signInByApi(meera, '/admin/users');
    await maker.press(maker.page.getByRole('button', { name: 'Update balance of demo' }));
    const dialog = maker.dialog('Update User Balance');
    await dialog.getByRole('spinbutton', { name: 'New Balance (₹)' }).fill('20000');
    await dialog.getByRole('textbox', { name: 'Reason', exact: true }).fill(BALANCE_REASON);
    await maker.press(dialog.getByRole('button', { name: 'Update Balance' }));
    const toast = maker.toast(WAITING);
    await expect(toast).toContainText('Other admins were asked to confirm it.');
    await expect(toast).not.toContainText('Error');
    await expect(dialog).toHaveCount(0);
    await maker.closeMessages();
    expect(await readBalance(wallet)).toBe(0);
  });

  await test.step('the maker sees the request with what was typed, and cannot confirm it', async () => {
    await maker.visit(`/admin/users/${demo.userId}`);
    const notice = maker.page.getByRole('main').getByText(WAITING, { exact: true });
    await expect(notice).toBeVisible();
    await inspect(maker.page, 'a user with a waiting request');
    await maker.open('/admin/approvals', 'Second approvals');
    await expect(requestIn(maker)).toContainText('₹20,000.00');
    const dialog = await viewRequest(maker);
    await expect(dialog).toContainText('₹20,000.00');
    await expect(dialog).toContainText('Another admin has to confirm this request.');
    await expect(dialog.getByRole('button', { name: 'Take back the request' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Confirm', exact: true })).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Reject', exact: true })).toHaveCount(0);
    await inspect(maker.page, 'the own request');
    await maker.press(dialog.getByRole('button', { name: 'Close' }));
    await expect(dialog).toHaveCount(0);
  });

  await test.step('the open queue of the other shows it; confirming carries it out', async () => {
    await expect(requestIn(confirmer)).toContainText('meera');
    await expect(requestIn(confirmer)).toContainText(WAITING);
    await inspectAgain(confirmer.page, 'the queue');
    const dialog = await viewRequest(confirmer);
    await inspectAgain(confirmer.page, 'the request of another');
    await confirmer.press(dialog.getByRole('button', { name: 'Confirm', exact: true }));
    await expect(confirmer.toast('Confirmed and carried out')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    expect(await readBalance(wallet)).toBe(2_000_000);
  });

  await test.step('the maker is notified, and finds the request in the history', async () => {
    const bell = maker.page.getByRole('button', { name: 'Notifications, 1 unread' });
    await maker.press(bell);
    const card = maker.dialog('Notifications').getByRole('article').first();
    await expect(card).toContainText('Approval request confirmed');
    await expect(card).toContainText('Your request was confirmed and carried out.');
    await maker.open('/admin/approvals', 'Second approvals');
    await expectEnded(maker, 'Confirmed');
    await maker.visit(`/admin/users/${demo.userId}`);
    await expect(maker.page.getByRole('main')).toContainText('₹20,000.00');
    await expect(maker.page.getByText(WAITING, { exact: true })).toHaveCount(0);
  });
});

test('a request is rejected with a reason, and another is taken back', async ({
  wallet,
  openBrowser,
}) => {
  const meera = await addIndependentAdmin(wallet, 'meera');
  const maker = new Person(await openBrowser(DEVICES.phone), DEVICES.phone);
  const confirmer = new Person(await openBrowser(DEVICES.desktop));
  await maker.signInByApi(meera, '/admin/approvals');
  await confirmer.signInByApi(ACCOUNTS.admin, '/admin/approvals');

  await test.step('a rejection changes nothing, and the maker reads its reason', async () => {
    await requestBalance(wallet, meera, '20000');
    const dialog = await viewRequest(confirmer);
    await dialog
      .getByRole('textbox', { name: 'Reason for a rejection (optional)' })
      .fill('No payment came in');
    await confirmer.press(dialog.getByRole('button', { name: 'Reject', exact: true }));
    await expect(confirmer.toast('The request was rejected')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expectEnded(confirmer, 'Rejected');
    await expectEnded(maker, 'Rejected');
    const own = await viewRequest(maker);
    await expect(own).toContainText('No payment came in');
    await expect(own.getByRole('button', { name: 'Take back the request' })).toHaveCount(0);
    await inspect(maker.page, 'a rejected request');
    await maker.press(own.getByRole('button', { name: 'Close' }));
    await expect(own).toHaveCount(0);
    expect(await readBalance(wallet)).toBe(0);
  });

  await test.step('the maker takes a request back, and the other has no Confirm button any more', async () => {
    await requestBalance(wallet, meera, '30000');
    const waiting = maker.row('Balance adjusted', WAITING);
    await maker.press(waiting.getByRole('button', { name: 'View: Balance adjusted' }));
    const own = maker.dialog('Approval request');
    const open = confirmer.row('Balance adjusted', WAITING);
    await confirmer.press(open.getByRole('button', { name: 'View: Balance adjusted' }));
    const dialog = confirmer.dialog('Approval request');
    await expect(dialog.getByRole('button', { name: 'Confirm', exact: true })).toBeVisible();
    await maker.press(own.getByRole('button', { name: 'Take back the request' }));
    await expect(maker.toast('The request was taken back')).toBeVisible();
    await expect(maker.row('Balance adjusted', 'Taken back')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Confirm', exact: true })).toHaveCount(0);
    await expect(dialog).toContainText('Taken back');
    expect(await readBalance(wallet)).toBe(0);
  });
});

test('the receipt dialog and the desk show a waiting approval, with Confirm for another', async ({
  wallet,
  openBrowser,
}) => {
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  await api.approvals.saveRule({
    kind: 'deposit',
    thresholdPaise: 1_000_000,
    approvals: 1,
    isActive: true,
  });
  const meera = await addIndependentAdmin(wallet, 'meera');
  await requestDeposit(wallet, '20000');
  const { rows } = await api.transactions.list({ type: 'deposit', tab: 'pending' });
  const ids = rows.map(({ id }) => id);
  const { api: ofMeera } = await signInToApi(wallet, meera);
  const requestKey = crypto.randomUUID();
  const { results } = await ofMeera.review.decide({ ids, decision: 'approved', requestKey });
  expect(results[0]?.refusal?.code).toBe('SECOND_APPROVAL_REQUIRED');
  const maker = new Person(await openBrowser(DEVICES.desktop));
  const confirmer = new Person(await openBrowser(DEVICES.phone), DEVICES.phone);

  await maker.signInByApi(meera, `/admin/deposits/desk?id=${ids[0]}`);
  await expect(maker.page.getByText(WAITING, { exact: true })).toBeVisible();
  await expect(maker.page.getByText('Another admin has to confirm this request.')).toBeVisible();
  await expect(maker.page.getByRole('button', { name: 'Confirm', exact: true })).toHaveCount(0);
  await expect(maker.page.getByRole('button', { name: 'Approve Deposit' })).toHaveCount(0);
  await expect(maker.page.getByRole('button', { name: 'Take back the request' })).toBeVisible();
  await inspect(maker.page, 'the desk with a waiting approval');

  await confirmer.signInByApi(ACCOUNTS.admin, '/admin/deposits');
  const deposit = { amount: '₹20,000.00', user: 'demo' };
  await expect(confirmer.row('demo', WAITING)).toBeVisible();
  await confirmer.press(confirmer.requestButton('View receipt', deposit));
  const dialog = confirmer.dialog('Deposit Receipt');
  await expect(dialog.getByText(WAITING, { exact: true })).toBeVisible();
  await expect(dialog.getByText('Requested by: meera')).toBeVisible();
  await expect(dialog.getByText(/^Expires: /)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await inspect(confirmer.page, 'a receipt with a waiting approval');
  await confirmer.press(dialog.getByRole('button', { name: 'Confirm', exact: true }));
  await expect(confirmer.toast('Confirmed and carried out')).toBeVisible();
  await expect(dialog.getByText(WAITING, { exact: true })).toHaveCount(0);
  await expect(dialog.getByText('Approved', { exact: true })).toBeVisible();
  await expect(maker.page.getByText(WAITING, { exact: true })).toHaveCount(0);
  expect(await readBalance(wallet)).toBe(2_000_000);
});
