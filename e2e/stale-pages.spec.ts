import type { Page } from '@playwright/test';
import { userId } from '#contract/shared/base.ts';
import { addAdmin, requestDeposit, signInToApi, switchOffAccountRules } from './support/api.ts';
import { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';
import { ACCOUNTS, type Account, type Wallet } from './support/wallet.ts';

/** Disconnects the live stream, so that the screen shows old data. */
async function cutStream(page: Page): Promise<Page> {
  await page.route('**/api/events', (route) => route.abort());
  return page;
}
const REFUSED = { tolerate: [/net::ERR_FAILED/, /status of 4\d\d/] };

async function createUser(wallet: Wallet, account: Account) {
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  const { id } = await api.users.create({ ...account, role: 'user' });
  return { id, api };
}

test('reports that a deleted row no longer exists', { tag: '@section-8' }, async ({
  wallet,
  openBrowser,
}) => {
  const page = await cutStream(await openBrowser(REFUSED));
  const admin = new Person(page);
  const asha = await createUser(wallet, { username: 'asha', password: 'long-enough' });
  await admin.signInByApi(ACCOUNTS.admin, '/admin/users');
  await page.getByRole('button', { name: 'Update balance of asha' }).click();
  const balance = admin.dialog('Update User Balance');
  await balance.getByRole('spinbutton', { name: 'New Balance (₹)' }).fill('5');
  await balance.getByRole('textbox', { name: 'Reason', exact: true }).fill('Refund of a fee');
  await asha.api.users.remove({ userId: asha.id });
  await balance.getByRole('button', { name: 'Update Balance' }).click();
  await expect(admin.toast('Error', 'User not found')).toBeVisible();
  await expect(admin.row('@asha')).toHaveCount(0);

  const ravi = await createUser(wallet, { username: 'ravi', password: 'long-enough' });
  await admin.visit(`/admin/users/${ravi.id}`);
  await expect(page.getByRole('heading', { name: 'User Profile' })).toBeVisible();
  await ravi.api.users.remove({ userId: ravi.id });
  await page.getByRole('button', { name: 'Deactivate User' }).click();
  const confirmation = admin.dialog('Deactivate ravi?');
  await confirmation.getByRole('button', { name: 'Deactivate User' }).click();
  await expect(
    page.getByText('The user you are looking for does not exist or has been deleted.'),
  ).toBeVisible();

  await test.step('a request of a deleted user', () => lookAfterDeletion(wallet, admin));

  const source = await ravi.api.sources.create({ name: 'Fair', isActive: true });
  await admin.go('Sources');
  await page.getByRole('button', { name: 'Edit Fair' }).click();
  await ravi.api.sources.remove({ id: source.id });
  const editor = admin.dialog('Edit Source');
  const name = editor.getByRole('textbox', { name: 'Name' });
  await name.fill('Village fair');
  await editor.getByRole('button', { name: 'Update source' }).click();
  const reason = 'The chosen source no longer exists. Please choose another one.';
  await expect(admin.toast(reason).first()).toBeVisible();
  await expect(editor.getByRole('alert')).toHaveText(reason);
  await expect(name).toHaveValue('Village fair');
  await name.fill('Fair');
  await expect(editor.getByRole('alert')).toHaveCount(0);
  await expect(admin.row('Fair')).toHaveCount(0);
});

/** Deletes the owner of a deposit that is on screen, which rejects it, and opens it in a dialog. */
async function lookAfterDeletion(wallet: Wallet, admin: Person): Promise<void> {
  const meera = { username: 'meera', password: 'long-enough' };
  const request = { amount: '₹65.00', user: 'meera' };
  const decided = 'This request was already rejected by admin.';
  for (const [action, told] of [
    ['View receipt', 'Rejected'],
    ['Approve', decided],
    ['Reject', decided],
  ] as const) {
    const { id, api } = await createUser(wallet, meera);
    await requestDeposit(wallet, '65', meera);
    await admin.page.goto('/admin/deposits');
    await expect(admin.requestButton('View receipt', request)).toBeVisible();
    await api.users.remove({ userId: id });
    if (action === 'View receipt') await admin.requestButton(action, request).click();
    else await admin.chooseInRow(action, request);
    const dialog = admin.page.getByRole('dialog');
    await expect(dialog.getByText(told, { exact: true })).toBeVisible();
    const decide = { name: /^(Approve|Reject) Deposit$/, disabled: false };
    await expect(dialog.getByRole('button', decide)).toHaveCount(0);
  }
  await admin.page.keyboard.press('Escape');
}

test('a deletion that was not confirmed closes with its page', async ({ wallet, openBrowser }) => {
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  await api.sources.create({ name: 'Fair', isActive: true });
  const admin = new Person(await openBrowser());
  const { page } = admin;
  await admin.signInByApi(ACCOUNTS.admin, '/admin/banks');
  await admin.go('Sources');
  await admin.press(page.getByRole('button', { name: 'Delete Fair' }));
  await expect(admin.dialog('Delete Fair')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Bank Management' })).toBeVisible();
  await expect(admin.dialog('Delete Fair')).toHaveCount(0);
  await page.goForward();
  await expect(admin.row('Fair')).toBeVisible();
  await expect(admin.dialog('Delete Fair')).toHaveCount(0);
});

test('a demotion takes effect immediately', { tag: '@section-6' }, async ({
  wallet,
  openBrowser,
}) => {
  await switchOffAccountRules(wallet);
  const second = await addAdmin(wallet, 'second');
  const { userId: id } = await signInToApi(wallet, second);
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  const live = new Person(await openBrowser(REFUSED));
  const stale = new Person(await cutStream(await openBrowser(REFUSED)));
  for (const person of [live, stale]) await person.signInByApi(second, '/admin/sources');
  await stale.page.getByRole('button', { name: 'Add Source' }).click();
  const dialog = stale.dialog('Add New Source');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Fair');

  await api.users.setRole({ userId: userId.parse(id), role: 'user' });
  await expect(live.page).toHaveURL(/\/user$/);
  await dialog.getByRole('button', { name: 'Create source' }).click();
  await expect(stale.page.getByText('Admin access required').first()).toBeVisible();
  expect(await api.sources.list()).not.toContainEqual(expect.objectContaining({ name: 'Fair' }));
});
