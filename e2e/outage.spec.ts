import { refuseConnections } from '../server/testing/databases.ts';
import { addQrCode, fundDemo } from './support/api.ts';
import { buildReceipt } from './support/images.ts';
import { Person } from './support/person.ts';
import { expect, expectAccessible, test, watchReloads } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

const WAITS = 'The service is unavailable for a moment. This page will continue automatically.';

test('pages show a database outage, and continue after it', async ({ wallet, openBrowser }) => {
  await addQrCode(wallet, 'Shop counter');
  await fundDemo(wallet, '900');
  const user = new Person(await openBrowser({ tolerate: [/status of 503/] }));
  const { page } = user;
  await user.signInByApi(ACCOUNTS.demo, '/user');
  await user.go('Deposit');
  await expect(page.getByRole('img', { name: /Payment QR code/ })).toBeVisible();
  const wasNotReloaded = await watchReloads(page);
  const outage = await refuseConnections(wallet.databaseUrl);

  await test.step('a form keeps what was typed', async () => {
    await page.getByRole('textbox', { name: 'Amount' }).fill('750');
    await page.getByLabel('Payment receipt').setInputFiles(await buildReceipt());
    await page.getByRole('button', { name: 'Submit deposit' }).click();
    const refusal = 'The service is unavailable for a moment. Nothing was lost;';
    await expect(user.toast(refusal)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('750');
    await expect(page.getByRole('button', { name: 'Submit deposit' })).toBeEnabled();
  });

  await test.step('another screen waits', async () => {
    await user.go('Passbook');
    await user.press(page.getByRole('button', { name: 'Discard', exact: true }));
    await expect(page.getByRole('status').filter({ hasText: WAITS })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Passbook' })).toBeVisible();
    await expectAccessible(page, 'a screen that waits for the service');
    await wasNotReloaded();
  });

  await test.step('an application that starts during the outage waits', async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: 'The service is unavailable' })).toBeVisible();
    await expect(page.getByText('Your money is safe.')).toBeVisible();
    await expect(page.locator('a[href^="tel:"]')).toBeVisible();
    await expectAccessible(page, 'an application that waits for the service');
  });

  await outage.allow();
  await expect(user.row('₹900.00')).toContainText('Approved');
  await expect(page.getByText(WAITS)).toBeHidden();
  await user.go('Deposit');
  await user.submitDeposit('750');
});
