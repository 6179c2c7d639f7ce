import { signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { buildReceipt } from './support/images.ts';
import { Person } from './support/person.ts';
import { expect, expectAccessible, expectNoSideScroll, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

test('a user sends documents, and an administrator grants the level after looking at them', async ({
  wallet,
  openBrowser,
}) => {
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  const none = { depositTransactionPaise: null, depositDayPaise: null, depositMonthPaise: null };
  await api.verificationLimits.save({
    ...none,
    level: 'none',
    withdrawalTransactionPaise: null,
    withdrawalMonthPaise: null,
    withdrawalDayPaise: 10_000,
  });
  const admin = new Person(await openBrowser());
  const user = new Person(await openBrowser(DEVICES.phone), DEVICES.phone);
  await user.signInByApi(ACCOUNTS.demo, '/user/withdraw');
  await user.page.getByRole('link', { name: 'Verify your account for higher limits' }).click();
  const card = user.page.getByRole('region', { name: 'Verify your account' });
  await card.getByRole('button', { name: 'Add a document' }).click();
  const dialog = user.dialog('Add a document');
  await dialog.getByLabel('Number on the document').fill('ABCDE1234F');
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(dialog).toContainText('Please check the PAN: 5 letters, 4 digits and 1 letter.');
  await expect(dialog).toContainText('Please choose an image of the document.');
  await dialog.getByLabel('Number on the document').fill('ABCPK1234F');
  await dialog.locator('input[type=file]').setInputFiles(await buildReceipt());
  await expectAccessible(user.page, 'adding a document');
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await expect(card).toContainText('Number ending in 234F');
  await user.choose(card.getByRole('combobox', { name: 'Verification level' }), 'Full');
  await expectNoSideScroll(user.page);
  await card.getByRole('button', { name: 'Send for verification' }).click();
  await expect(card).toContainText('Your documents are being checked. You will be notified.');
  await expectAccessible(user.page, 'documents that are being checked');

  await admin.signInByApi(ACCOUNTS.admin, '/admin/verifications');
  await expect(admin.page.getByRole('link', { name: 'Verifications' })).toContainText('1');
  await expectAccessible(admin.page, 'the queue of verifications');
  await admin.page.getByRole('link', { name: 'View demo' }).click();
  const document = admin.page.getByRole('link', { name: 'PAN card' });
  await expect(document).toBeVisible();
  await expectAccessible(admin.page, 'the documents of a user');
  await admin.page.getByRole('button', { name: 'Grant level' }).click();
  await admin.dialog('Grant level').getByRole('button', { name: 'Grant level' }).click();
  await expect(admin.page.getByRole('region', { name: 'demo' })).toContainText('Approved');

  await expect(card).toBeHidden();
  await expect(user.page.getByRole('region', { name: 'Verification', exact: true })).toContainText(
    'Full',
  );
});
