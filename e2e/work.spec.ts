import { fundDemo, requestDeposit, requestWithdrawals, signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { expect, expectAccessible, expectNoSideScroll, test } from './support/test.ts';
import { ACCOUNTS, type Account, type Wallet } from './support/wallet.ts';

const OTHER = { username: 'meena', password: 'meena-of-e2e' };

async function inspect({ page }: Person, what: string): Promise<void> {
  await expectNoSideScroll(page);
  await expectAccessible(page, what);
}

async function addAdmin(wallet: Wallet): Promise<Account> {
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  await api.users.create({ ...OTHER, role: 'admin' });
  return OTHER;
}

/** Decides the newest pending deposit; a rejection uses the first canned reason. */
async function decide(wallet: Wallet, decision: 'approved' | 'rejected'): Promise<void> {
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  const { rows } = await api.transactions.list({ type: 'deposit', tab: 'pending' });
  const [reason] = await api.settings.reasons();
  const ids = rows.slice(0, 1).map(({ id }) => id);
  const said = decision === 'rejected' && reason ? { reasonId: reason.id } : {};
  await api.review.decide({ ids, decision, requestKey: crypto.randomUUID(), ...said });
}

test('shows pending requests and each reviewer’s work', async ({ wallet, openBrowser }) => {
  const admin = new Person(await openBrowser(DEVICES.desktop));
  const { page } = admin;
  await admin.signInByApi(ACCOUNTS.admin, '/admin');
  const waiting = page.getByRole('region', { name: 'Waiting for a decision' });
  const today = page.getByRole('region', { name: 'Decided today' });
  const reasons = page.getByRole('region', { name: 'Rejections by reason' });
  await expect(waiting.getByText('No requests are waiting.')).toHaveCount(2);
  await expect(today).toContainText('No requests have been decided today.');
  await expect(reasons).toContainText('No requests were rejected in this period.');
  const age = page.getByRole('region', { name: 'Age of pending requests' });
  await expect(age).toContainText('No requests are waiting.');
  await inspect(admin, 'a dashboard without work');

  await requestDeposit(wallet, '300');
  await decide(wallet, 'rejected');
  await fundDemo(wallet, '5000');
  await requestWithdrawals(wallet, ['200', '300']);
  await requestDeposit(wallet, '70');
  await expect(waiting).toContainText('₹70.00');
  await expect(waiting).toContainText('₹500.00');
  await expect(waiting.getByText('Within the target')).toHaveCount(2);
  await expect(today).toContainText('1 approved, 1 rejected');
  await expect(reasons).toContainText('The receipt cannot be read.');
  await inspect(admin, 'a dashboard with work');

  await admin.press(waiting.getByRole('link', { name: 'Target: 24 hours' }));
  const target = page.getByRole('region', { name: 'Target for decisions' });
  await target
    .getByRole('combobox', { name: 'Time limit for decisions' })
    .selectOption('15 minutes');
  await admin.press(target.getByRole('button', { name: 'Update settings' }));
  await expect(admin.toast('Settings updated successfully')).toBeVisible();
  await inspect(admin, 'the target');
  await admin.visit('/admin');
  await expect(waiting.getByRole('link', { name: 'Target: 15 minutes' })).toBeVisible();
});

test('shows a person’s timeline with notes', async ({ wallet, openBrowser }) => {
  await fundDemo(wallet, '5000');
  await requestDeposit(wallet, '300');
  await decide(wallet, 'rejected');
  const demo = await signInToApi(wallet, ACCOUNTS.demo);
  const other = await signInToApi(wallet, await addAdmin(wallet));
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
  await inspect(admin, 'a timeline');

  await admin.press(timeline.getByRole('button', { name: 'Add note' }));
  await expect(timeline.getByText('Please enter a note.')).toBeVisible();
  await timeline.getByRole('textbox', { name: 'Note' }).fill('Called; will send another receipt.');
  await admin.press(timeline.getByRole('button', { name: 'Add note' }));
  const note = entries.filter({ hasText: 'Called; will send another receipt.' });
  await expect(note).toContainText('admin');
  await expect(timeline.getByRole('textbox', { name: 'Note' })).toHaveValue('');
  const userId = demo.userId as Parameters<typeof other.api.timelines.addNote>[0]['userId'];
  const requestKey = crypto.randomUUID();
  await other.api.timelines.addNote({ userId, text: 'Seen.', requestKey });
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
  await inspect(admin, 'an empty timeline');
});

test('views of lists are saved, shared by address, renamed and deleted', async ({
  wallet,
  openBrowser,
}) => {
  await fundDemo(wallet, '5000');
  await requestDeposit(wallet, '300');
  await decide(wallet, 'rejected');
  const admin = new Person(await openBrowser(DEVICES.desktop));
  const { page } = admin;
  await admin.signInByApi(ACCOUNTS.admin, '/admin/transactions?status=rejected');
  await expect(admin.row('₹300.00')).toBeVisible();
  await expect(admin.row('₹5,000.00')).toHaveCount(0);
  await admin.press(page.getByRole('button', { name: 'Save this view' }));
  const dialog = admin.dialog('Save this view');
  await admin.press(dialog.getByRole('button', { name: 'Save' }));
  await expect(dialog.getByText('Please enter a name.')).toBeVisible();
  await inspect(admin, 'a view to be saved');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Refused');
  await admin.press(dialog.getByRole('button', { name: 'Save' }));
  const views = page.getByRole('group', { name: 'Saved views' });
  const view = views.getByRole('button', { name: 'Refused', exact: true });
  await expect(view).toHaveAttribute('aria-pressed', 'true');
  await inspect(admin, 'a saved view');

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
});

test('lists show who is reviewing a request', async ({ wallet, openBrowser }) => {
  await requestDeposit(wallet, '300');
  const other = await signInToApi(wallet, await addAdmin(wallet));
  const admin = new Person(await openBrowser(DEVICES.desktop));
  await admin.signInByApi(ACCOUNTS.admin, '/admin/deposits');
  const row = admin.row('₹300.00');
  await expect(row).toBeVisible();
  const { rows } = await other.api.transactions.list({ type: 'deposit', tab: 'pending' });
  const [request] = rows;
  if (request) await other.api.review.claim({ id: request.id });
  await expect(row).toContainText('Being reviewed by meena');
  await inspect(admin, 'a claimed request');
  await admin.visit('/admin/transactions');
  await expect(row).toContainText('Being reviewed by meena');
});
