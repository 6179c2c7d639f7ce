import type { Locator } from '@playwright/test';
import { requestDeposit } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { expect, expectAccessibleAgain, expectNoSideScroll, test } from './support/test.ts';
import { ACCOUNTS, type Wallet } from './support/wallet.ts';

const PASSWORD = 'long-enough';

test('hostile names are refused, or shown as they are', {
  tag: ['@section-5', '@section-8'],
}, async ({ wallet, openBrowser }) => {
  const page = await openBrowser({ ...DEVICES.phone, tolerate: [/status of 4\d\d/] });
  const admin = new Person(page);
  await admin.signInByApi(ACCOUNTS.admin, '/admin');
  await test.step('names', () => typeHostileNames(wallet, admin));
  await test.step('names of admin entities', () => keepHostileNames(admin));
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
  const invisible = 'A username cannot contain control or invisible characters.';
  await expect(page.getByText(invisible).first()).toBeVisible();
  await closeToast(admin, invisible);
  for (const taken of ['=HYPERLINK(1)', 'ಆಶಾ 👩🏽‍💻', '<b>bold</b>', 'w'.repeat(64)]) {
    await admin.visit('/admin/users/create');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await username.fill(taken);
    await page.getByRole('button', { name: 'Create User' }).click();
    await expect(admin.row(`@${taken}`)).toBeVisible();
    await closeToast(admin, taken);
  }
  await expectNoSideScroll(page);
  await expectAccessibleAgain(page, 'users with hostile names');
  const formula = { username: '=HYPERLINK(1)', password: PASSWORD };
  await requestDeposit(wallet, '20', formula);
  await admin.go('All Transactions');
  await expect(admin.row('=HYPERLINK(1)')).toBeVisible();
  const csv = await page.evaluate(async () => (await fetch('/files/transactions.csv')).text());
  expect(csv).toContain(`,'=HYPERLINK(1),`);
}

/** Several toasts cover the form's button on a phone, and stay while the pointer is over them. */
async function closeToast(person: Person, text: string): Promise<void> {
  await person.toast(text).getByRole('button', { name: 'Close' }).click();
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
