import { userId } from '#contract/shared/base.ts';
import { addAdmin, decideDeposit, fundDemo, requestDeposit, signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { expect, inspect, inspectAgain, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

test('shows a person’s timeline, notes and requests on the page', async ({
  wallet,
  openBrowser,
}) => {
  await fundDemo(wallet, '5000');
  await requestDeposit(wallet, '300');
  await decideDeposit(wallet, 'rejected');
  const demo = await signInToApi(wallet, ACCOUNTS.demo);
  const other = await signInToApi(wallet, await addAdmin(wallet, 'meena'));
  const admin = new Person(await openBrowser(DEVICES.desktop));
  const { page } = admin;
  await admin.signInByApi(ACCOUNTS.admin, `/admin/users/${demo.userId}?tab=activity`);
  const timeline = page.getByRole('region', { name: 'Timeline' });
  const entries = timeline.getByRole('listitem');
  await expect(entries.filter({ hasText: 'User created' })).toHaveCount(1);
  await expect(entries.filter({ hasText: 'Logged in' }).first()).toBeVisible();
  await expect(entries.filter({ hasText: 'Transaction rejected' })).toContainText(
    'The receipt cannot be read.',
  );
  await inspect(page, 'a timeline');

  const rejection = entries.filter({ hasText: 'Transaction rejected' });
  await admin.press(rejection.getByRole('button', { name: 'Changes: Transaction rejected' }));
  await expect(rejection.getByRole('table')).toBeVisible();

  await page.getByRole('tab', { name: 'Notes' }).click();
  const notes = page.getByRole('region', { name: 'Notes' });
  const written = notes.getByRole('listitem');
  await admin.press(notes.getByRole('button', { name: 'Add note' }));
  await expect(notes.getByText('Please enter a note.')).toBeVisible();
  await notes.getByRole('textbox', { name: 'Note' }).fill('Called; will send another receipt.');
  await admin.press(notes.getByRole('button', { name: 'Add note' }));
  const note = written.filter({ hasText: 'Called; will send another receipt.' });
  await expect(note).toContainText('admin');
  await expect(notes.getByRole('textbox', { name: 'Note' })).toHaveValue('');
  const requestKey = crypto.randomUUID();
  await other.api.timelines.addNote({
    userId: userId.parse(demo.userId),
    text: 'Seen.',
    requestKey,
  });
  await expect(written.filter({ hasText: 'Seen.' })).toContainText('meena');
  await expect(page).toHaveURL(/tab=notes$/);
  await expect(written).toHaveCount(2);
  await expect(written.filter({ hasText: 'Seen.' }).getByRole('button')).toHaveCount(0);
  await page.reload();
  await expect(written).toHaveCount(2);
  await admin.press(note.getByRole('button', { name: 'Delete' }));
  await admin.press(admin.dialog('Delete note').getByRole('button', { name: 'Delete' }));
  await expect(written.filter({ hasText: 'This note was deleted.' })).toHaveCount(1);
  await expect(written.filter({ hasText: 'Note deleted' })).toHaveCount(1);

  await page.getByRole('tab', { name: 'Requests' }).click();
  await admin.press(page.getByRole('button', { name: /^Details: ₹300.00/ }));
  const details = page.getByRole('region', { name: 'Transaction Details' });
  await expect(details).toContainText('The receipt cannot be read.');
  await expect(details.getByRole('heading')).toBeFocused();
  await expect(page).toHaveURL(/tab=requests&request=/);
  await inspectAgain(page, 'the requests of a person');
  await admin.press(details.getByRole('button', { name: 'Close' }));
  await expect(details).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Details: ₹300.00/ })).toBeFocused();

  await page.getByRole('tab', { name: 'Activity' }).click();
  await admin.choose(timeline.getByRole('combobox', { name: 'Show' }), 'Balance adjustments');
  await expect(timeline.getByText('Nothing to show')).toBeVisible();
  await inspectAgain(page, 'an empty timeline');
});

test('a password set by an admin has to be changed after the login', {
  tag: '@section-2.6',
}, async ({ wallet, openBrowser }) => {
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  const account = { username: 'asha', password: 'set-by-admin' };
  const { id } = await api.users.create({ ...account, password: 'first-one', role: 'user' });
  await api.users.setPassword({ userId: id, newPassword: account.password });
  const user = new Person(await openBrowser(DEVICES.phone), { language: 'hi', hasTouch: true });
  const { page, t } = user;
  await user.signIn(account);
  const dialog = user.dialog(t('Choose a new password'));
  await expect(dialog).toBeVisible();
  await inspect(page, 'choosing a new password');
  await user.press(dialog.getByRole('button', { name: t('Cancel') }));

  await user.visit('/user/bank-accounts');
  await expect(
    page.getByText(t('An admin set your password. Please choose a new password first.')),
  ).toBeVisible();
  const form = { accountName: 'Asha Rao', accountNumber: '123456789', bankName: 'SBI' };
  const refused = await page.request.post('/api/v1/bank-accounts', { data: form });
  expect(refused.status()).toBe(403);
  expect(await refused.json()).toMatchObject({ code: 'PASSWORD_CHANGE_REQUIRED' });

  await user.press(page.getByRole('button', { name: t('Change Password') }));
  await dialog.getByLabel(t('Current Password'), { exact: true }).fill(account.password);
  for (const label of ['New Password', 'Confirm New Password']) {
    await dialog.getByLabel(t(label), { exact: true }).fill('chosen-by-asha');
  }
  await user.press(dialog.getByRole('button', { name: t('Update Password') }));
  await expect(user.toast(t('Password updated successfully'))).toBeVisible();
  await expect(page.getByRole('button', { name: t('Change Password') })).toHaveCount(0);
  await expect(page).toHaveURL(/bank-accounts$/);
});
