import type { Locator } from '@playwright/test';
import { requestDeposit } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { buildQrImage } from './support/images.ts';
import { Person } from './support/person.ts';
import { expect, expectAccessible, expectNoSideScroll, test } from './support/test.ts';
import { ACCOUNTS, type Wallet } from './support/wallet.ts';

const PASSWORD = 'long-enough';

test('hostile names and files change nothing', {
  tag: ['@section-5', '@section-8'],
}, async ({ wallet, openBrowser }) => {
  const page = await openBrowser({ ...DEVICES.phone, tolerate: [/status of 4\d\d/] });
  const admin = new Person(page);
  await admin.signInByApi(ACCOUNTS.admin, '/admin');
  await test.step('names', () => typeHostileNames(wallet, admin));
  await test.step('names of admin entities', () => keepHostileNames(admin));
  await test.step('files', () => uploadHostileFiles(admin));
});

async function typeHostileNames(wallet: Wallet, admin: Person): Promise<void> {
  const { page } = admin;
  await admin.visit('/admin/users/create');
  const username = page.getByRole('textbox', { name: 'Username' });
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await typeOver(username, 'x'.repeat(10_000));
  await expect(username).toHaveValue('x'.repeat(64));
  await typeOver(username, 'ad\u202Enim');
  await page.getByRole('button', { name: 'Create User' }).click();
  await expect(
    page.getByText('A username cannot contain control or invisible characters.').first(),
  ).toBeVisible();
  for (const taken of ['=HYPERLINK(1)', 'ಆಶಾ 👩🏽‍💻', '<b>bold</b>', 'w'.repeat(64)]) {
    await admin.visit('/admin/users/create');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await username.fill(taken);
    await page.getByRole('button', { name: 'Create User' }).click();
    await expect(admin.row(`@${taken}`)).toBeVisible();
  }
  await expectNoSideScroll(page);
  await expectAccessible(page, 'users with hostile names');
  const formula = { username: '=HYPERLINK(1)', password: PASSWORD };
  await requestDeposit(wallet, '20', formula);
  await admin.go('All Transactions');
  await expect(admin.row('=HYPERLINK(1)')).toBeVisible();
  const csv = await page.evaluate(async () => (await fetch('/files/transactions.csv')).text());
  expect(csv).toContain(`,'=HYPERLINK(1),`);
}

async function keepHostileNames(admin: Person): Promise<void> {
  const { page } = admin;
  await admin.go('Sources');
  for (const [typed, kept] of [
    ['x'.repeat(10_000), 'x'.repeat(120)],
    ['Fa\u202Eri', 'Fari'],
    ['=1+1 👩🏽‍💻', '=1+1 👩🏽‍💻'],
  ] as const) {
    await page.getByRole('button', { name: 'Add Source' }).click();
    const dialog = admin.dialog('Add New Source');
    await typeOver(dialog.getByRole('textbox', { name: 'Name' }), typed);
    await dialog.getByRole('button', { name: 'Create source' }).click();
    await expect(page.getByRole('button', { name: `Edit ${kept}`, exact: true })).toBeVisible();
  }
  await expectNoSideScroll(page);
}

/** Sets the value as pasting does, beyond the keyboard's maximum length. */
async function typeOver(field: Locator, text: string): Promise<void> {
  await field.clear();
  await field.pressSequentially(text.slice(0, 1));
  await field.evaluate((element, pasted) => {
    if (!(element instanceof HTMLInputElement)) throw new Error('Not a field');
    element.select();
    document.execCommand('insertText', false, pasted);
  }, text);
}

async function uploadHostileFiles(admin: Person): Promise<void> {
  const { page } = admin;
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  await admin.go('QR Codes');
  await page.getByRole('button', { name: 'Add QR Code' }).click();
  const dialog = admin.dialog('Add New QR Code');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Till');
  const image = dialog.getByLabel('QR Code Image');
  await image.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: html });
  await expect(dialog).toContainText('Please select an image file');
  const { buffer } = await buildQrImage();
  const heavy = Buffer.concat([buffer, Buffer.alloc(5 * 1024 * 1024)]);
  await image.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: heavy });
  await expect(dialog).toContainText('File size must be less than 5MB');
  // The server checks the content of files that are declared as images.
  await image.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: html });
  // Tapped: a mouse over the toasts of the step before would keep them above the dialog's buttons.
  await dialog.getByRole('button', { name: 'Create QR code' }).tap();
  await expect(
    admin.toast('Failed to upload QR code image: Please select an image file'),
  ).toBeVisible();
  await expectAccessible(page, 'a refused QR code image');
  await dialog.getByRole('button', { name: 'Cancel' }).tap();
  await expect(page.getByText('No QR Codes')).toBeVisible();
}
