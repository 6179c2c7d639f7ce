import { userId } from '#contract/shared/base.ts';
import { addAdmin, decideDeposit, fundDemo, requestDeposit, signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { expect, inspect, test } from './support/test.ts';
import { ACCOUNTS, type Wallet } from './support/wallet.ts';

test('users are found, created and adjusted, and one is deleted', {
  tag: ['@section-2.6', '@section-8'],
}, async ({ wallet, openBrowser }) => {
  const admin = new Person(await openBrowser(DEVICES.desktop));
  const { page } = admin;
  await admin.signInByApi(ACCOUNTS.admin, '/admin/users');
  await expect(admin.row('@demo')).toContainText('₹0.00');
  await page.getByRole('main').getByRole('button', { name: 'Create User' }).click();
  const create = admin.dialog('Create User');
  await create.getByRole('textbox', { name: 'Username' }).fill('as');
  await create.getByLabel('Password', { exact: true }).fill('secret1');
  await create.getByRole('button', { name: 'Create User' }).click();
  await expect(create.getByText('Username must be at least 3 characters.')).toBeVisible();
  await inspect(page, 'create user');
  await create.getByRole('textbox', { name: 'Username' }).fill('asha');
  await create.getByRole('button', { name: 'Create User' }).click();
  await expect(admin.toast('User asha created successfully')).toBeVisible();

  await page.getByRole('button', { name: 'Update balance of asha' }).click();
  const balance = admin.dialog('Update User Balance');
  await balance.getByRole('spinbutton', { name: 'New Balance (₹)' }).fill('1234.5');
  await balance.getByRole('button', { name: 'Update Balance' }).click();
  await expect(balance).toContainText('Please enter a reason. The user sees it in the passbook.');
  await balance.getByRole('textbox', { name: 'Reason', exact: true }).fill('Refund of a fee');
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
});

async function testBalanceDialog(wallet: Wallet, admin: Person): Promise<void> {
  const { page } = admin;
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  const [asha] = (await api.users.list({ search: 'asha' })).rows;
  if (!asha) throw new Error('There is no asha');
  const set = (newBalance: string, shownBalancePaise: number) =>
    api.users.adjustBalance({
      ...{ userId: asha.id, newBalance, shownBalancePaise, reason: 'Correction of a fee' },
      requestKey: crypto.randomUUID(),
    });
  await page.getByRole('button', { name: 'Update balance of asha' }).click();
  const dialog = admin.dialog('Update User Balance');
  const typed = dialog.getByRole('spinbutton', { name: 'New Balance (₹)' });
  await typed.fill('1234.5');
  await dialog.getByRole('textbox', { name: 'Reason', exact: true }).fill('Refund of a fee');
  await set('50', 1234_50);
  await expect(dialog).toContainText('The balance changed meanwhile. It is ₹50.00 now.');
  await expect(dialog).toContainText('Credits ₹1,184.50');
  await expect(typed).toHaveValue('1234.5');
  await dialog.getByRole('button', { name: 'Update Balance' }).click();
  await expect(admin.row('@asha')).toContainText('₹1,234.50');
  await page.getByRole('button', { name: 'Update balance of asha' }).click();
  await test.step('adjusts the current balance by an amount', async () => {
    await dialog.getByRole('textbox', { name: 'Reason', exact: true }).fill('Refund of a fee');
    await dialog.getByRole('radio', { name: 'Subtract an amount' }).check();
    await dialog.getByRole('spinbutton', { name: 'Amount to subtract (₹)' }).fill('2000');
    await dialog.getByRole('button', { name: 'Update Balance' }).click();
    await expect(dialog).toContainText('Please enter a valid balance');
    await inspect(page, 'more than there is');
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
  await inspect(page, 'deactivate user');
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

test('shows a person’s timeline with notes', async ({ wallet, openBrowser }) => {
  await fundDemo(wallet, '5000');
  await requestDeposit(wallet, '300');
  await decideDeposit(wallet, 'rejected');
  const demo = await signInToApi(wallet, ACCOUNTS.demo);
  const other = await signInToApi(wallet, await addAdmin(wallet, 'meena'));
  const admin = new Person(await openBrowser(DEVICES.desktop));
  const { page } = admin;
  await admin.signInByApi(ACCOUNTS.admin, `/admin/users/${demo.userId}`);
  const timeline = page.getByRole('region', { name: 'Timeline' });
  const entries = timeline.getByRole('listitem');
  await expect(entries.filter({ hasText: 'User created' })).toHaveCount(1);
  await expect(entries.filter({ hasText: 'Logged in' }).first()).toBeVisible();
  await expect(entries.filter({ hasText: 'Transaction rejected' })).toContainText(
    'The receipt cannot be read.',
  );
  await inspect(page, 'a timeline');

  await admin.press(timeline.getByRole('button', { name: 'Add note' }));
  await expect(timeline.getByText('Please enter a note.')).toBeVisible();
  await timeline.getByRole('textbox', { name: 'Note' }).fill('Called; will send another receipt.');
  await admin.press(timeline.getByRole('button', { name: 'Add note' }));
  const note = entries.filter({ hasText: 'Called; will send another receipt.' });
  await expect(note).toContainText('admin');
  await expect(timeline.getByRole('textbox', { name: 'Note' })).toHaveValue('');
  const requestKey = crypto.randomUUID();
  await other.api.timelines.addNote({
    userId: userId.parse(demo.userId),
    text: 'Seen.',
    requestKey,
  });
  await expect(entries.filter({ hasText: 'Seen.' })).toContainText('meena');

  await admin.choose(timeline.getByRole('combobox', { name: 'Show' }), 'Notes');
  await expect(page).toHaveURL(/kind=notes/);
  await expect(entries).toHaveCount(2);
  await expect(entries.filter({ hasText: 'Seen.' }).getByRole('button')).toHaveCount(0);
  await page.reload();
  await expect(entries).toHaveCount(2);
  await admin.press(note.getByRole('button', { name: 'Delete' }));
  await admin.press(admin.dialog('Delete note').getByRole('button', { name: 'Delete' }));
  await expect(entries.filter({ hasText: 'This note was deleted.' })).toHaveCount(1);
  await expect(entries.filter({ hasText: 'Note deleted' })).toHaveCount(1);
  await admin.choose(timeline.getByRole('combobox', { name: 'Show' }), 'Balance adjustments');
  await expect(timeline.getByText('Nothing to show')).toBeVisible();
  await inspect(page, 'an empty timeline');
});
