import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { expect, expectAccessible, expectNoSideScroll, test } from './support/test.ts';

// As `npm start` on a local machine, where the accounts have well-known passwords.
test.use({ isEmbedded: true, environment: { ADMIN_PASSWORD: '', DEMO_PASSWORD: '' } });

test('warns administrators about well-known passwords until they are changed', async ({
  wallet,
  openBrowser,
}) => {
  await expect
    .poll(() => wallet.printed)
    .toContainEqual(expect.stringContaining('account admin, password admin123'));
  const admin = new Person(await openBrowser());
  const { page } = admin;
  await admin.signIn({ username: 'admin', password: 'admin123' });
  const warning = page.getByRole('region', { name: 'Default passwords in use' });
  await expect(warning.getByRole('link')).toHaveCount(2);
  await expect(warning.getByRole('button')).toHaveCount(0);
  await expectAccessible(page, 'warning');

  await test.step('on a phone', async () => {
    const phone = new Person(await openBrowser(DEVICES.phone));
    await phone.signInByApi({ username: 'admin', password: 'admin123' }, '/admin/deposits');
    await phone.page.getByRole('link', { name: 'Change the password of demo' }).tap();
    await expectNoSideScroll(phone.page);
    await changePassword(phone, 'demo');
    await expect(phone.page.getByRole('link', { name: /^Change the password of/ })).toHaveCount(1);
  });

  await page.reload();
  await warning.getByRole('link', { name: 'Change the password of admin' }).click();
  const own = page.getByRole('region', { name: 'Change Admin Password' });
  await own.getByLabel('Current Password', { exact: true }).fill('admin123');
  await own.getByLabel('New Password', { exact: true }).fill('known-to-one');
  await own.getByLabel('Confirm New Password', { exact: true }).fill('known-to-one');
  await admin.press(own.getByRole('button', { name: 'Update Password' }));
  await expect(admin.toast('Admin password updated successfully')).toBeVisible();
  await expect(warning).toHaveCount(0);
});

async function changePassword(admin: Person, username: string): Promise<void> {
  await expect(admin.page.getByText(`@${username}`)).toBeVisible();
  await admin.press(admin.page.getByRole('button', { name: 'Change Password' }));
  const dialog = admin.dialog('Change Password');
  await dialog.getByLabel('New Password', { exact: true }).fill('known-to-one');
  await dialog.getByLabel('Confirm New Password', { exact: true }).fill('known-to-one');
  await admin.press(dialog.getByRole('button', { name: 'Update Password' }));
  await expect(admin.toast('Password updated successfully')).toBeVisible();
}
