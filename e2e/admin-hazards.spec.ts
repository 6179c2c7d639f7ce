import type { Locator, Page } from '@playwright/test';
import { userId } from '#contract/base.ts';
import { requestDeposit, signInToApi } from './support/api.ts';
import { buildQrImage } from './support/images.ts';
import { Person } from './support/person.ts';
import { DEVICES, expect, expectAccessible, expectNoSideScroll, test } from './support/test.ts';
import { ACCOUNTS, type Wallet } from './support/wallet.ts';

const OTHER = { username: 'second', password: 'second-of-e2e' };

/** Cut off from the live stream, a screen goes on showing things as they were. */
async function cutStream(page: Page): Promise<Page> {
  await page.route('**/rpc/events/**', (route) => route.abort());
  return page;
}
const REFUSED = { tolerate: [/net::ERR_FAILED/, /status of 4\d\d/] };

async function createUser(wallet: Wallet, username: string, role: 'user' | 'admin' = 'user') {
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  const { id } = await api.users.create({ username, password: OTHER.password, role });
  return { id, api };
}

test('what is gone is said to be gone', async ({ wallet, openBrowser }) => {
  const page = await cutStream(await openBrowser(REFUSED));
  const admin = new Person(page);
  await admin.signIn(ACCOUNTS.admin);
  const asha = await createUser(wallet, 'asha');
  await admin.go('Users');
  await page.getByRole('button', { name: 'Update balance of asha' }).click();
  const balance = admin.dialog('Update User Balance');
  await balance.getByRole('spinbutton', { name: 'New Balance (₹)' }).fill('5');
  await asha.api.users.remove({ userId: asha.id });
  await balance.getByRole('button', { name: 'Update Balance' }).click();
  await expect(admin.toast('Error', 'User not found')).toBeVisible();
  await expect(admin.row('@asha')).toHaveCount(0);

  const ravi = await createUser(wallet, 'ravi');
  await page.goto(`/admin/users/${ravi.id}`);
  await expect(page.getByRole('heading', { name: 'User Profile' })).toBeVisible();
  await ravi.api.users.remove({ userId: ravi.id });
  await page.getByRole('button', { name: 'Deactivate User' }).click();
  await expect(
    page.getByText('The user you are looking for does not exist or has been deleted.'),
  ).toBeVisible();

  const source = await ravi.api.sources.create({ name: 'Fair', isActive: true });
  await admin.go('Sources');
  await page.getByRole('button', { name: 'Edit Fair' }).click();
  await ravi.api.sources.remove({ id: source.id });
  await admin.dialog('Edit Source').getByRole('button', { name: 'Update Source' }).click();
  await expect(admin.toast('The chosen source no longer exists.')).toBeVisible();
  await expect(admin.row('Fair')).toHaveCount(0);
});

test('of two administrators, each sees what the other decided, and by whom', async ({
  wallet,
  openBrowser,
}) => {
  for (const amount of ['750', '800']) await requestDeposit(wallet, amount);
  await createUser(wallet, OTHER.username, 'admin');
  const [one, other] = [new Person(await openBrowser()), new Person(await openBrowser())];
  await one.signIn(ACCOUNTS.admin);
  await other.signIn(OTHER);
  for (const admin of [one, other]) await admin.go('Pending Deposits');
  await expect(one.row('₹750.00')).toBeVisible();
  await other.requestButton('Reject', { amount: '₹750.00', user: 'demo' }).click();
  const dialog = other.dialog('Reject Deposit');
  await dialog.getByRole('button', { name: 'Reject Deposit' }).click();
  await expect(one.row('₹750.00', 'Rejected', 'by second')).toBeVisible();
  await expect(other.toast('Deposit Rejected')).toBeVisible();
  await expect(one.row('₹750.00')).toHaveCount(0);
  await expect(one.row('₹800.00')).toBeVisible();
  const badge = one.page.getByRole('link', { name: /Pending Deposits/ });
  await expect(badge).toContainText('1 pending');
});

test('a role just taken away ends what it allowed', async ({ wallet, openBrowser }) => {
  const { id, api } = await createUser(wallet, OTHER.username, 'admin');
  const live = new Person(await openBrowser(REFUSED));
  const stale = new Person(await cutStream(await openBrowser(REFUSED)));
  for (const person of [live, stale]) await person.signIn(OTHER);
  await stale.go('Sources');
  await stale.page.getByRole('button', { name: 'Add Source' }).click();
  const dialog = stale.dialog('Add New Source');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Fair');

  await api.users.setRole({ userId: userId.parse(id), role: 'user' });
  await expect(live.page).toHaveURL(/\/user$/);
  await dialog.getByRole('button', { name: 'Create Source' }).click();
  await expect(stale.page.getByText('Admin access required').first()).toBeVisible();
  expect(await api.sources.list()).not.toContainEqual(expect.objectContaining({ name: 'Fair' }));
});

for (const [device, options] of Object.entries(DEVICES)) {
  test(`hostile names and files change nothing (${device})`, async ({ wallet, openBrowser }) => {
    const page = await openBrowser({ ...options, ...REFUSED });
    const admin = new Person(page);
    await admin.signIn(ACCOUNTS.admin);
    await test.step('names', () => typeHostileNames(wallet, admin));
    await test.step('files', () => uploadHostileFiles(admin));
  });
}

async function typeHostileNames(wallet: Wallet, admin: Person): Promise<void> {
  const { page } = admin;
  await page.goto('/admin/users/create');
  const username = page.getByRole('textbox', { name: 'Username' });
  await page.getByLabel('Password', { exact: true }).fill(OTHER.password);
  await typeOver(username, 'x'.repeat(10_000));
  await expect(username).toHaveValue('x'.repeat(64));
  await typeOver(username, 'ad\u202Enim');
  await page.getByRole('button', { name: 'Create User' }).click();
  await expect(
    page.getByText('A username cannot contain control or invisible characters.').first(),
  ).toBeVisible();
  for (const taken of ['=HYPERLINK(1)', 'ಆಶಾ 👩🏽‍💻', '<b>bold</b>', 'w'.repeat(64)]) {
    await page.goto('/admin/users/create');
    await page.getByLabel('Password', { exact: true }).fill(OTHER.password);
    await username.fill(taken);
    await page.getByRole('button', { name: 'Create User' }).click();
    await expect(admin.row(`@${taken}`)).toBeVisible();
  }
  await expectNoSideScroll(page);
  await expectAccessible(page, 'users with hostile names');
  const formula = { username: '=HYPERLINK(1)', password: OTHER.password };
  await requestDeposit(wallet, '20', formula);
  await admin.go('All Transactions');
  await expect(admin.row('=HYPERLINK(1)')).toBeVisible();
  const csv = await page.evaluate(async () => (await fetch('/files/transactions.csv')).text());
  expect(csv).toContain(`,'=HYPERLINK(1),`);
}

/** As pasting does, past what the keyboard would be stopped at. */
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
  // What calls itself an image is looked at by the server.
  await image.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: html });
  await dialog.getByRole('button', { name: 'Create QR Code' }).click();
  await expect(
    admin.toast('Failed to upload QR code image: Please select an image file'),
  ).toBeVisible();
  await expectAccessible(page, 'a refused QR code image');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('No QR Codes')).toBeVisible();
}
