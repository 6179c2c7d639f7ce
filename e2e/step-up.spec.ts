import { addAdmin } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { expireConfirmations } from './support/history.ts';
import { Person } from './support/person.ts';
import { expect, inspect, test } from './support/test.ts';

/** The browser logs refused calls. */
const REFUSED = { tolerate: [/status of 403/] };

test('confirms the identity before a balance is changed and a file is exported', async ({
  wallet,
  openBrowser,
}) => {
  const account = await addAdmin(wallet, 'meena');
  const { phone } = DEVICES;
  const admin = new Person(await openBrowser({ ...phone, ...REFUSED }), phone);
  const { page } = admin;
  await admin.signInByApi(account, '/admin/users');
  await expireConfirmations(wallet);
  await admin.press(page.getByRole('button', { name: 'Update balance of demo' }));
  const form = admin.dialog('Update User Balance');
  await form.getByLabel('New Balance (₹)').fill('12.5');
  await form.getByLabel('Reason', { exact: true }).fill('Refund of a fee');
  await admin.press(form.getByRole('button', { name: 'Update Balance' }));
  const dialog = admin.dialog('Confirm that it is you');
  const password = dialog.getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await inspect(page, 'the confirmation of identity');

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(form.getByText('Please confirm that it is you')).toBeVisible();
  await expect(form.getByLabel('New Balance (₹)')).toHaveValue('12.5');
  await expect(form.getByRole('button', { name: 'Update Balance' })).toBeFocused();

  await page.keyboard.press('Enter');
  await password.fill(account.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(form).toBeHidden();
  await expect(page.getByText('Balance updated to ₹12.50')).toBeVisible();

  await expireConfirmations(wallet);
  await admin.visit('/admin/audit');
  await admin.press(page.getByRole('button', { name: 'Export JSON' }));
  await password.fill(account.password);
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toMatch(/^audit_[\d-]+\.json$/);
});
