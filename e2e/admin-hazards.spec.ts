import type { Locator, Page } from '@playwright/test';
import type { Decision } from '#contract/review/schema.ts';
import { userId } from '#contract/shared/base.ts';
import { requestDeposit, signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { buildPhoto, buildQrImage } from './support/images.ts';
import { Person } from './support/person.ts';
import { expect, expectAccessible, expectNoSideScroll, openTab, test } from './support/test.ts';
import { ACCOUNTS, type Wallet } from './support/wallet.ts';

const OTHER = { username: 'second', password: 'second-of-e2e' };

/** Disconnects the live stream, so that the screen shows old data. */
async function cutStream(page: Page): Promise<Page> {
  await page.route('**/api/events', (route) => route.abort());
  return page;
}
const REFUSED = { tolerate: [/net::ERR_FAILED/, /status of 4\d\d/] };

async function createUser(wallet: Wallet, username: string, role: 'user' | 'admin' = 'user') {
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  const { id } = await api.users.create({ username, password: OTHER.password, role });
  return { id, api };
}

test('reports that a deleted row no longer exists', { tag: '@section-8' }, async ({
  wallet,
  openBrowser,
}) => {
  const page = await cutStream(await openBrowser(REFUSED));
  const admin = new Person(page);
  const asha = await createUser(wallet, 'asha');
  await admin.signInByApi(ACCOUNTS.admin, '/admin/users');
  await page.getByRole('button', { name: 'Update balance of asha' }).click();
  const balance = admin.dialog('Update User Balance');
  await balance.getByRole('spinbutton', { name: 'New Balance (₹)' }).fill('5');
  await balance.getByRole('textbox', { name: 'Reason' }).fill('Refund');
  await asha.api.users.remove({ userId: asha.id });
  await balance.getByRole('button', { name: 'Update Balance' }).click();
  await expect(admin.toast('Error', 'User not found')).toBeVisible();
  await expect(admin.row('@asha')).toHaveCount(0);

  const ravi = await createUser(wallet, 'ravi');
  await admin.visit(`/admin/users/${ravi.id}`);
  await expect(page.getByRole('heading', { name: 'User Profile' })).toBeVisible();
  await ravi.api.users.remove({ userId: ravi.id });
  await page.getByRole('button', { name: 'Deactivate User' }).click();
  const confirmation = admin.dialog('Deactivate ravi?');
  await confirmation.getByRole('button', { name: 'Deactivate User' }).click();
  await expect(
    page.getByText('The user you are looking for does not exist or has been deleted.'),
  ).toBeVisible();

  await test.step('a request of a deleted user', () => lookAfterDeletion(wallet, admin));

  const source = await ravi.api.sources.create({ name: 'Fair', isActive: true });
  await admin.go('Sources');
  await page.getByRole('button', { name: 'Edit Fair' }).click();
  await ravi.api.sources.remove({ id: source.id });
  const editor = admin.dialog('Edit Source');
  const name = editor.getByRole('textbox', { name: 'Name' });
  await name.fill('Village fair');
  await editor.getByRole('button', { name: 'Update source' }).click();
  const reason = 'The chosen source no longer exists. Please choose another one.';
  await expect(admin.toast(reason).first()).toBeVisible();
  await expect(editor.getByRole('alert')).toHaveText(reason);
  await expect(name).toHaveValue('Village fair');
  await name.fill('Fair');
  await expect(editor.getByRole('alert')).toHaveCount(0);
  await expect(admin.row('Fair')).toHaveCount(0);
});

test('a deletion that was not confirmed closes with its page', async ({ wallet, openBrowser }) => {
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  await api.sources.create({ name: 'Fair', isActive: true });
  const admin = new Person(await openBrowser());
  const { page } = admin;
  await admin.signInByApi(ACCOUNTS.admin, '/admin/banks');
  await admin.go('Sources');
  await page.getByRole('button', { name: 'Delete Fair' }).click();
  await expect(admin.dialog('Delete Fair')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Bank Management' })).toBeVisible();
  await expect(admin.dialog('Delete Fair')).toHaveCount(0);
  await page.goForward();
  await expect(admin.row('Fair')).toBeVisible();
  await expect(admin.dialog('Delete Fair')).toHaveCount(0);
});

/** Deletes the owner of a deposit that is on screen and open in a dialog. */
async function lookAfterDeletion(wallet: Wallet, admin: Person): Promise<void> {
  const meera = { username: 'meera', password: OTHER.password };
  const request = { amount: '₹65.00', user: 'meera' };
  for (const [action, told] of [
    ['View receipt', 'Cannot view receipt: invalid deposit data'],
    ['Approve', 'Cannot approve deposit: invalid deposit data'],
    ['Reject', 'Cannot reject deposit: invalid deposit data'],
  ] as const) {
    const { id, api } = await createUser(wallet, meera.username);
    await requestDeposit(wallet, '65', meera);
    await admin.page.goto('/admin/deposits');
    await expect(admin.requestButton(action, request)).toBeVisible();
    await api.users.remove({ userId: id });
    await admin.requestButton(action, request).click();
    await expect(admin.page.getByRole('dialog').getByText(told)).toBeVisible();
  }
  await admin.page.keyboard.press('Escape');
}

test('shows each of two administrators the decisions of the other, with the name', {
  tag: ['@section-4', '@section-6', '@section-8'],
}, async ({ wallet, openBrowser }) => {
  for (const amount of ['750', '800', '900']) await requestDeposit(wallet, amount);
  await createUser(wallet, OTHER.username, 'admin');
  const [one, other] = [new Person(await openBrowser()), new Person(await openBrowser())];
  await one.signInByApi(ACCOUNTS.admin, '/admin/deposits');
  await other.signInByApi(OTHER, '/admin/deposits');
  await expect(one.row('₹750.00')).toBeVisible();
  const highlights = await watchHighlights(one.page);
  await other.requestButton('Reject', { amount: '₹750.00', user: 'demo' }).click();
  const dialog = other.dialog('Reject Deposit');
  await dialog.getByRole('button', { name: 'Reject Deposit' }).click();
  await expect
    .poll(highlights)
    .toContainEqual(expect.stringMatching(/₹750.00.*Rejected.*by second/));
  await expect(other.toast('Deposit Rejected')).toBeVisible();
  await expect(one.row('₹750.00')).toHaveCount(0);
  await expect(one.row('₹800.00')).toBeVisible();
  const badge = one.page.getByRole('link', { name: /Pending Deposits/ });
  await expect(badge).toContainText('2 pending');
  await test.step('rows keep their place under the pointer', () =>
    holdStill(wallet, one, highlights));
  await test.step('in an open dialog', () => decideUnderTheirEyes(wallet, one));
});

/**
 * Collects the texts of highlighted rows. A highlight lasts two seconds: on a busy machine a test
 * that polls may miss it. Returns a function that reads the collected texts.
 */
async function watchHighlights(page: Page): Promise<() => Promise<string[]>> {
  const seen = await page.evaluateHandle(() => {
    const texts: string[] = [];
    const collect = () => {
      for (const row of document.querySelectorAll('[data-highlighted]'))
        texts.push(row.textContent ?? '');
    };
    const changes = { subtree: true, childList: true, characterData: true, attributes: true };
    new MutationObserver(collect).observe(document.body, changes);
    return texts;
  });
  return () => seen.jsonValue();
}

/** The second administrator's decisions on pending deposits, by amount. */
async function otherDecides(wallet: Wallet, decision: Decision, amountPaise: number) {
  const { api } = await signInToApi(wallet, OTHER);
  const { rows } = await api.transactions.list({ type: 'deposit', tab: 'pending' });
  const row = rows.find((found) => found.amountPaise === amountPaise);
  if (!row) throw new Error(`No deposit of ${amountPaise} paise waits`);
  await api.review.decide({ ids: [row.id], decision, requestKey: crypto.randomUUID() });
}

/** A request is inserted above the hovered one, which another administrator decides. */
async function holdStill(
  wallet: Wallet,
  one: Person,
  highlights: () => Promise<string[]>,
): Promise<void> {
  const target = one.requestButton('Approve', { amount: '₹800.00', user: 'demo' });
  await target.hover();
  const before = await target.boundingBox();
  await requestDeposit(wallet, '950');
  const line = one.page.getByRole('button', { name: '1 new request' });
  await expect(line).toBeVisible();
  await expect(one.row('₹950.00')).toHaveCount(0);
  expect(await target.boundingBox()).toEqual(before);
  await line.click();
  await expect(one.row('₹950.00')).toBeVisible();

  await target.hover();
  const there = await target.boundingBox();
  await otherDecides(wallet, 'rejected', 950_00);
  await expect
    .poll(highlights)
    .toContainEqual(expect.stringMatching(/₹950.00.*Rejected.*by second/));
  expect(await target.boundingBox()).toEqual(there);
  await expect(one.row('₹950.00')).toHaveCount(0);
  expect(await target.boundingBox()).toEqual(there);
  await one.page.mouse.move(0, 0);
  await expect.poll(() => target.boundingBox()).toEqual(before);
}

/** The second administrator decides the requests that the first has open: as a receipt, and in a dialog. */
async function decideUnderTheirEyes(wallet: Wallet, one: Person): Promise<void> {
  await one.requestButton('View receipt', { amount: '₹800.00', user: 'demo' }).click();
  const receipt = one.dialog('Deposit Receipt');
  await expect(receipt.getByRole('button', { name: 'Approve Deposit' })).toBeVisible();
  await otherDecides(wallet, 'approved', 800_00);
  await expect(receipt).toContainText('Approved');
  await expect(receipt).toContainText('by second');
  await expect(receipt.getByRole('button', { name: 'Approve Deposit' })).toHaveCount(0);
  await one.page.keyboard.press('Escape');

  await one.requestButton('Reject', { amount: '₹900.00', user: 'demo' }).click();
  const rejection = one.dialog('Reject Deposit');
  await rejection.getByRole('textbox', { name: 'Notes' }).fill('Too late');
  await otherDecides(wallet, 'approved', 900_00);
  await expect(rejection.getByRole('alert')).toHaveText(
    'This request was already approved by second.',
  );
  await expect(rejection.getByRole('button', { name: 'Reject Deposit' })).toBeDisabled();
  await expect(rejection.getByRole('textbox', { name: 'Notes' })).toHaveValue('Too late');
}

test('shows a decision of one tab in the other, and ends both sessions together', async ({
  wallet,
  openBrowser,
}) => {
  for (const amount of ['750', '800']) await requestDeposit(wallet, amount);
  const admin = new Person(await openBrowser({ tolerate: [/status of 401/] }));
  await admin.signInByApi(ACCOUNTS.admin, '/admin/deposits');
  const other = new Person(await openTab(admin.page));
  await other.page.goto('/admin/deposits');
  await other.requestButton('Approve', { amount: '₹750.00', user: 'demo' }).click();
  const stale = other.dialog('Approve Deposit');
  await expect(stale).toBeVisible();
  await admin.requestButton('Approve', { amount: '₹750.00', user: 'demo' }).click();
  const dialog = admin.dialog('Approve Deposit');
  await dialog.getByRole('button', { name: 'Approve Deposit' }).click();
  await expect(admin.toast('Deposit Approved')).toBeVisible();
  await expect(stale.getByRole('alert')).toHaveText('This request was already approved by admin.');
  await expect(stale.getByRole('button', { name: 'Approve Deposit' })).toBeDisabled();
  const { api } = await signInToApi(wallet, ACCOUNTS.demo);
  expect(await api.balances.current()).toMatchObject({ balancePaise: 750_00 });

  await admin.page.getByRole('button', { name: 'Account menu' }).click();
  await admin.page.getByRole('menuitem', { name: 'Logout' }).click();
  for (const { page } of [admin, other]) await expect(page).toHaveURL(/\/login/);
});

/** Lets the first administrator change the account of the second: there is no third one to confirm it. */
async function switchOffAccountRules(wallet: Wallet): Promise<void> {
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  for (const kind of ['administrator', 'newAdministrator'] as const) {
    await api.approvals.saveRule({ kind, thresholdPaise: null, approvals: 1, isActive: false });
  }
}

test('a demotion takes effect immediately', { tag: '@section-6' }, async ({
  wallet,
  openBrowser,
}) => {
  await switchOffAccountRules(wallet);
  const { id, api } = await createUser(wallet, OTHER.username, 'admin');
  const live = new Person(await openBrowser(REFUSED));
  const stale = new Person(await cutStream(await openBrowser(REFUSED)));
  for (const person of [live, stale]) await person.signInByApi(OTHER, '/admin/sources');
  await stale.page.getByRole('button', { name: 'Add Source' }).click();
  const dialog = stale.dialog('Add New Source');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Fair');

  await api.users.setRole({ userId: userId.parse(id), role: 'user' });
  await expect(live.page).toHaveURL(/\/user$/);
  await dialog.getByRole('button', { name: 'Create source' }).click();
  await expect(stale.page.getByText('Admin access required').first()).toBeVisible();
  expect(await api.sources.list()).not.toContainEqual(expect.objectContaining({ name: 'Fair' }));
});

test('refuses each change of banners by a former administrator with the reason', {
  tag: '@section-6',
}, async ({ wallet, openBrowser }) => {
  const { upload } = await signInToApi(wallet, ACCOUNTS.admin);
  for (const title of ['One', 'Two']) {
    await upload('/files/banners', { title, isActive: true }, await buildPhoto());
  }
  await switchOffAccountRules(wallet);
  const { id, api } = await createUser(wallet, OTHER.username, 'admin');
  const person = new Person(await cutStream(await openBrowser(REFUSED)));
  const { page } = person;
  await person.signInByApi(OTHER, '/admin');
  const fillInBanner = async () => {
    await page.getByRole('textbox', { name: 'Banner title' }).fill('Three');
    await page.getByLabel('Banner image').setInputFiles(await buildPhoto());
  };
  const press = (name: string) => page.getByRole('button', { name, exact: true }).last().click();
  const acts: [told: string, act: () => Promise<void>][] = [
    ['You must be logged in as admin to update banners', () => press('Deactivate: One')],
    ['You must be logged in as admin to reorder banners', () => press('Move Down: One')],
    ['You must be an admin to create banners', () => press('Create banner')],
    ['You must be logged in as admin to delete banners', () => press('Delete')],
  ];
  for (const [told, act] of acts) {
    await test.step(told, async () => {
      await api.users.setRole({ userId: userId.parse(id), role: 'admin' });
      await page.goto('/admin/banners');
      await expect(page.getByRole('button', { name: 'Delete: One' })).toBeVisible();
      if (told.includes('create')) await fillInBanner();
      if (told.includes('delete')) await press('Delete: One');
      await api.users.setRole({ userId: userId.parse(id), role: 'user' });
      await act();
      await expect(person.toast(told)).toBeVisible();
    });
  }
  await api.users.setRole({ userId: userId.parse(id), role: 'admin' });
  await page.goto('/admin/banners');
  await fillInBanner();
  await page.context().clearCookies();
  await press('Create banner');
  await expect(person.toast('You must be logged in to create banners')).toBeVisible();
  expect((await api.banners.list()).map(({ title }) => title)).toEqual(['One', 'Two']);
});

test('hostile names and files change nothing', {
  tag: ['@section-5', '@section-8'],
}, async ({ wallet, openBrowser }) => {
  const page = await openBrowser({ ...DEVICES.phone, ...REFUSED });
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
  await page.getByLabel('Password', { exact: true }).fill(OTHER.password);
  await typeOver(username, 'x'.repeat(10_000));
  await expect(username).toHaveValue('x'.repeat(64));
  await typeOver(username, 'ad\u202Enim');
  await page.getByRole('button', { name: 'Create User' }).click();
  await expect(
    page.getByText('A username cannot contain control or invisible characters.').first(),
  ).toBeVisible();
  for (const taken of ['=HYPERLINK(1)', 'ಆಶಾ 👩🏽‍💻', '<b>bold</b>', 'w'.repeat(64)]) {
    await admin.visit('/admin/users/create');
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
