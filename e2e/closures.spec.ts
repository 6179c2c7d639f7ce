import { signInToApi } from './support/api.ts';
import { Person } from './support/person.ts';
import { expect, expectAccessible, expectNoSideScroll, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

const LEELA = { username: 'leela', password: 'leela-secret' };
const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

test('a user requests the closure of the account, an administrator rejects it, and deletes the account later', async ({
  wallet,
  openBrowser,
}) => {
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  await api.users.create(LEELA);
  const user = new Person(await openBrowser({ ...PHONE, tolerate: [/status of 401/] }), {
    hasTouch: true,
  });
  const admin = new Person(await openBrowser());
  await user.signInByApi(LEELA, '/user/profile');
  await ask(user, 'I move abroad');
  await expectAccessible(user.page, 'profile with a closure request');
  await expectNoSideScroll(user.page);

  const { page } = admin;
  await admin.signInByApi(ACCOUNTS.admin, '/admin/users');
  const requests = page.getByRole('switch', { name: 'Closure requests' });
  await requests.focus();
  await requests.press('Space');
  await expect(page.getByRole('main')).toContainText('I move abroad');
  await expectAccessible(page, 'closure requests');
  await page.getByRole('button', { name: 'More: leela' }).click();
  await page.getByRole('menuitem', { name: 'Reject: leela' }).click();
  const dialog = admin.dialog('Reject the closure request');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog).toContainText('Please enter a reason.');
  await dialog.getByLabel('Reason').fill('A payment is being checked');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByRole('main')).toContainText('No closure requests');
  await expect(user.page.getByRole('main')).toContainText('A payment is being checked');

  await ask(user, '');
  await page.getByRole('link', { name: 'View: leela' }).click();
  await expect(page.getByRole('main')).toContainText('leela asked to close the account on');
  await expectAccessible(page, 'user with a closure request');
  await page.getByRole('button', { name: 'Delete User' }).click();
  const deletion = admin.dialog('Are you sure?');
  await deletion.getByLabel('Type leela to confirm').fill('leela');
  await deletion.getByRole('button', { name: 'Delete User' }).click();
  await expect(admin.toast('User deleted successfully')).toBeVisible();
  await expect(user.page).toHaveURL(/\/login/);
});

async function ask(user: Person, reason: string): Promise<void> {
  await user.press(user.page.getByRole('button', { name: 'Close my account' }));
  const dialog = user.dialog('Close my account');
  await dialog.getByLabel('Reason (optional)').fill(reason);
  await user.press(dialog.getByRole('button', { name: 'Request closure' }));
  await expect(user.page.getByText('You asked to close your account on')).toBeVisible();
}
