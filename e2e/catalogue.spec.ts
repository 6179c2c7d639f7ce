import type { Locator, Page } from '@playwright/test';
import { refuse } from './support/answers.ts';
import { requestDeposit, signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { buildPhoto } from './support/images.ts';
import { Person } from './support/person.ts';
import { expect, expectAccessible, expectNoSideScroll, openTab, test } from './support/test.ts';
import { ACCOUNTS, type Wallet } from './support/wallet.ts';

async function inspect(page: Page, what: string): Promise<void> {
  await expectNoSideScroll(page);
  await expectAccessible(page, what);
}

async function signInAdmin(page: Page, path = '/admin'): Promise<Person> {
  const admin = new Person(page);
  await admin.signInByApi(ACCOUNTS.admin, path);
  return admin;
}

async function addBanners(wallet: Wallet, titles: string[]): Promise<void> {
  const { upload } = await signInToApi(wallet, ACCOUNTS.admin);
  for (const title of titles) {
    await upload('/files/banners', { title, isActive: true }, await buildPhoto());
  }
}

test('sources, banks and site URLs can be added, changed and deleted', {
  tag: ['@section-8', '@section-9'],
}, async ({ wallet, openBrowser }) => {
  const admin = await signInAdmin(await openBrowser(DEVICES.phone));
  await test.step('sources', () => testSources(wallet, admin));
  await test.step('banks', () => testBanks(admin));
  await test.step('site URLs', () => testSiteUrls(admin));
});

test('banners and settings can be changed', {
  tag: ['@section-5', '@section-8'],
}, async ({ wallet, openBrowser }) => {
  const admin = await signInAdmin(await openBrowser(DEVICES.desktop));
  await test.step('banners', () => testBanners(wallet, admin));
  await test.step('settings', () => testSettings(admin));
});

async function testSources(wallet: Wallet, admin: Person): Promise<void> {
  const { page } = admin;
  await admin.go('Sources');
  await page.getByRole('button', { name: 'Add Source' }).click();
  const adding = admin.dialog('Add New Source');
  await adding.getByRole('textbox', { name: 'Name' }).fill('F');
  await adding.getByRole('button', { name: 'Create source' }).click();
  await expect(adding).toContainText('Source name must be at least 2 characters');
  await inspect(page, 'a refused source');
  await page.keyboard.press('Escape');
  const discard = admin.dialog('Discard changes?');
  await expect(discard).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(discard).toBeHidden();
  await adding.getByRole('textbox', { name: 'Name' }).fill('Fair');
  await adding.getByRole('button', { name: 'Create source' }).click();
  await expect(admin.toast('Source created successfully')).toBeVisible();
  await expect(admin.row('Fair')).toContainText('Active');

  await page.getByRole('button', { name: 'Edit Fair' }).click();
  await admin.dialog('Edit Source').getByRole('switch', { name: 'Active' }).press('Space');
  await admin.dialog('Edit Source').getByRole('button', { name: 'Update source' }).click();
  await expect(admin.row('Fair')).toContainText('Inactive');

  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  await api.sources.create({ name: 'From elsewhere', isActive: true });
  await expect(admin.row('From elsewhere')).toBeVisible();

  await page.getByRole('button', { name: 'Delete Fair' }).click();
  const deleting = admin.dialog('Delete Fair');
  await expect(deleting).toContainText('Are you sure you want to delete this source?');
  await deleting.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(admin.toast('Source deleted successfully')).toBeVisible();
  await expect(admin.row('Fair')).toHaveCount(0);
}

async function testBanks(admin: Person): Promise<void> {
  const { page } = admin;
  await admin.go('Banks');
  await page.getByRole('textbox', { name: 'Bank name' }).fill('Aardvark Bank');
  await page.getByRole('textbox', { name: 'Bank code' }).fill('AARD');
  await page.getByRole('button', { name: 'Add Bank' }).click();
  await expect(admin.toast('Bank Added')).toBeVisible();

  await page.getByRole('button', { name: 'Edit Aardvark Bank' }).click();
  const list = page.getByRole('table').or(page.getByRole('list', { name: 'Available Banks' }));
  const name = list.getByRole('textbox', { name: 'Bank name' });
  await expect(name).toBeFocused();
  await inspect(page, 'a bank being edited');
  await name.fill('');
  await page.getByRole('button', { name: 'Save Aardvark Bank' }).click();
  await expect(admin.toast('Invalid Input', 'Bank name and code cannot be empty.')).toBeVisible();
  await name.fill('Abacus Bank');
  await name.press('Enter');
  await expect(admin.toast('Bank Updated')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit Abacus Bank' })).toBeFocused();

  await page.getByRole('button', { name: 'Delete Abacus Bank' }).click();
  const deleting = admin.dialog('Delete Abacus Bank');
  await deleting.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(admin.toast('Bank Deleted')).toBeVisible();
  await expect(admin.row('Abacus Bank')).toHaveCount(0);
}

async function testSiteUrls(admin: Person): Promise<void> {
  const { page } = admin;
  await admin.go('Site URLs');
  await expect(page.getByText('No site URLs found. Add your first site URL.')).toBeVisible();
  await page.getByRole('button', { name: 'Add Site URL' }).click();
  const dialog = admin.dialog('Add Site URL');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Offers');
  // Only web addresses, and none that imitates another host.
  for (const refused of [
    'javascript:alert(1)',
    'data:text/html,x',
    'https://good.example@evil.example/',
  ]) {
    await dialog.getByRole('textbox', { name: 'URL' }).fill(refused);
    await dialog.getByRole('button', { name: 'Create Site URL' }).click();
    await expect(dialog).toContainText('Please enter a valid URL');
  }
  await inspect(page, 'a refused site URL');
  const address = `https://offers.example/${'a'.repeat(40)}`;
  await dialog.getByRole('textbox', { name: 'URL' }).fill(address);
  await dialog.getByRole('textbox', { name: 'Description' }).fill('d'.repeat(60));
  await dialog.getByRole('textbox', { name: 'Display order' }).fill('soon');
  await dialog.getByRole('button', { name: 'Create Site URL' }).click();
  await expect(admin.toast('Site URL created successfully')).toBeVisible();
  const link = page.getByRole('link', { name: `${address.slice(0, 40)}...`, exact: true });
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(page.getByText(`${'d'.repeat(50)}...`)).toBeVisible();

  // A Cyrillic letter that replaces a Latin one becomes visible.
  await page.getByRole('button', { name: 'Add Site URL' }).click();
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Look-alike');
  await dialog.getByRole('textbox', { name: 'URL' }).fill('https://аpple.com/');
  await dialog.getByRole('button', { name: 'Create Site URL' }).click();
  await expect(page.getByRole('link', { name: 'https://xn--pple-43d.com/' })).toBeVisible();

  await page.getByRole('switch', { name: 'Active: Offers' }).press('Space');
  await expect(admin.row('Offers')).toContainText('Inactive');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(admin.row('Offers')).toContainText('Inactive');
  await page.getByRole('button', { name: 'Delete Offers' }).click();
  const deleting = admin.dialog('Delete Offers');
  await deleting.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(admin.toast('Site URL deleted successfully')).toBeVisible();
}

async function testBanners(wallet: Wallet, admin: Person): Promise<void> {
  const { page } = admin;
  await admin.go('Ad Banners');
  await expect(page.getByText('No Ad Banners')).toBeVisible();
  const create = page.getByRole('button', { name: 'Create banner' });
  await expect(create).toBeDisabled();
  await page.getByRole('textbox', { name: 'Banner title' }).fill('Festival');
  const image = page.getByLabel('Banner image');
  await image.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF') });
  await expect(page.getByText('Only JPEG, JPG, PNG, and WebP images are allowed')).toBeVisible();
  await image.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no') });
  await expect(admin.toast('Upload Error', 'Failed to load image')).toBeVisible();
  await expect(create).toBeDisabled();
  await image.setInputFiles(await buildPhoto());
  const sent = page.waitForRequest((request) => request.url().endsWith('/files/banners'));
  await create.click();
  expect((await sent).headers()['content-type'], 'what travels').toBe('image/webp');
  await expect(
    admin.toast('Banner created successfully', 'Image compressed and uploaded successfully'),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Current Ad Banners (1)' })).toBeVisible();

  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  await page.getByRole('button', { name: 'Deactivate: Festival' }).click();
  await expect(page.getByRole('button', { name: 'Activate: Festival', exact: true })).toBeVisible();
  await expect.poll(async () => (await api.banners.list())[0]?.isActive).toBe(false);
  await page.getByRole('button', { name: 'Delete: Festival' }).click();
  const deleting = admin.dialog('Delete Festival');
  await deleting.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(admin.toast('Banner deleted successfully')).toBeVisible();
  await expect(page.getByText('No Ad Banners')).toBeVisible();
}

async function testSettings(admin: Person): Promise<void> {
  const { page } = admin;
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page.getByText(/^PostgreSQL \S+, (?:embedded|external)$/)).toBeVisible();
  const other = await openTab(page);
  await other.goto('/admin/settings/general');
  await expect(other.getByText('USD')).toBeVisible();

  // They look disabled, and show the reason when clicked.
  await page.getByRole('button', { name: 'Set USD as active' }).dispatchEvent('click');
  await expect(
    admin.toast('Currency not supported', 'Only INR (₹) is supported as the active currency.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Remove INR' }).dispatchEvent('click');
  await expect(admin.toast('Cannot remove active currency')).toBeVisible();
  await page.getByRole('button', { name: 'Remove USD' }).click();
  await expect(admin.toast('Currency removed')).toBeVisible();
  await expect(other.getByText('USD')).toHaveCount(0);

  const service = page.getByRole('region', { name: 'Support and processing time' });
  await service.getByLabel('Processing time').fill('soon');
  await service.getByRole('button', { name: 'Update settings' }).click();
  await expect(
    service.getByText('Please enter a number or a range, such as 1-3.', { exact: true }),
  ).toBeVisible();
  await service.getByLabel('Processing time').fill('2');
  await service.getByLabel('Unit').selectOption('Hours');
  await service.getByRole('button', { name: 'Update settings' }).click();
  await expect(admin.toast('Settings updated successfully')).toBeVisible();
  await expect(other.getByRole('textbox', { name: 'Processing time' })).toHaveValue('2');

  const undoIn = (tab: Page) => tab.getByRole('textbox', { name: 'Time to undo (seconds)' });
  await undoIn(other).fill('7');
  await undoIn(page).fill('9');
  const review = page.getByRole('region', { name: 'Review of requests' });
  await review.getByRole('button', { name: 'Update settings' }).click();
  await expect(other.getByText('Another admin changed this meanwhile.')).toBeVisible();
  await expect(undoIn(other)).toHaveValue('7');
  await other.getByRole('button', { name: 'Discard' }).click();
  await expect(undoIn(other)).toHaveValue('9');
  await expect(other.getByText('Another admin changed this meanwhile.')).toHaveCount(0);

  // A message under a resting mouse stays, and may cover the button.
  await page.mouse.move(0, 0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add currency' }).click();
  const dialog = admin.dialog('Add currency');
  await dialog.getByRole('textbox', { name: 'Currency code' }).fill('eur');
  await dialog.getByRole('textbox', { name: 'Symbol' }).fill('€');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Euro');
  await dialog.getByRole('button', { name: 'Add currency' }).click();
  await expect(admin.toast('Currency already exists')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Currency code' }).fill('usd');
  await dialog.getByRole('button', { name: 'Add currency' }).click();
  await expect(admin.toast('Currency added')).toBeVisible();
  await expect(other.getByText('USD')).toBeVisible();
}

/** The drag handle of a banner: for pointers only, without a name. */
function gripOf(row: Locator): Locator {
  return row.locator('[data-grip]');
}

test('reorders banners by touch on a phone, and scrolls the page along', async ({
  wallet,
  openBrowser,
}) => {
  await addBanners(wallet, ['One', 'Two', 'Three']);
  const page = await openBrowser(DEVICES.phone);
  await signInAdmin(page, '/admin/banners');
  const rows = page.getByRole('list', { name: 'Ad Banners' }).getByRole('listitem');
  const expectOrder = (titles: string[]) => expect(rows.getByRole('heading')).toHaveText(titles);
  await expectOrder(['One', 'Two', 'Three']);
  await gripOf(rows.first()).scrollIntoViewIfNeeded();
  const finger = await touch(page, gripOf(rows.first()));
  // At the bottom edge the page scrolls by itself until the last card has passed.
  await finger.moveTo({ y: 800 });
  await expect(rows.last()).toHaveAttribute('data-target', 'below');
  await finger.lift();
  await expectOrder(['Two', 'Three', 'One']);
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  const titles = async () => (await api.banners.list()).map(({ title }) => title);
  await expect.poll(titles).toEqual(['Two', 'Three', 'One']);
});

/** Starts a touch in the middle of an element, with the browser's own touch events. */
async function touch(page: Page, target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error('There is nothing to touch');
  const session = await page.context().newCDPSession(page);
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: (typeof point)[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [point]);
  return {
    async moveTo({ y }: { y: number }) {
      const steps = 8;
      for (let step = 1; step <= steps; step += 1) {
        await send('touchMove', [{ ...point, y: point.y + ((y - point.y) * step) / steps }]);
      }
    },
    lift: () => send('touchEnd', []),
  };
}

test('reorders banners by buttons and by dragging; a failed move is undone with a message', {
  tag: '@section-8',
}, async ({ wallet, openBrowser }) => {
  await addBanners(wallet, ['One', 'Two', 'Three']);
  const page = await openBrowser({ ...DEVICES.desktop, tolerate: [/ERR_FAILED/] });
  const admin = await signInAdmin(page, '/admin/banners');
  const rows = page.getByRole('list', { name: 'Ad Banners' }).getByRole('listitem');
  const expectOrder = (titles: string[]) => expect(rows.getByRole('heading')).toHaveText(titles);
  await expectOrder(['One', 'Two', 'Three']);
  await expect(page.getByRole('button', { name: 'Move Up: One' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Move Down: Three' })).toBeDisabled();

  await page.getByRole('button', { name: 'Move Down: One' }).press('Enter');
  await expectOrder(['Two', 'One', 'Three']);
  await expect(page.getByRole('button', { name: 'Move Down: One' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expectOrder(['Two', 'Three', 'One']);
  await expect(page.getByRole('button', { name: 'Move Up: One' })).toBeFocused();
  await gripOf(rows.nth(2)).dragTo(rows.nth(0), { targetPosition: { x: 40, y: 4 } });
  await expectOrder(['One', 'Two', 'Three']);
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  const titles = async () => (await api.banners.list()).map(({ title }) => title);
  await expect.poll(titles).toEqual(['One', 'Two', 'Three']);

  await page.route('**/rpc/banners/reorder', (route) => route.abort());
  await page.getByRole('button', { name: 'Move Down: One' }).click();
  await expect(admin.toast('Failed to update banner order')).toBeVisible();
  await expectOrder(['One', 'Two', 'Three']);
});

test('the carousel accepts 5 to 60 seconds; the palette finds pages, users and transactions', {
  tag: '@section-9',
}, async ({ wallet, openBrowser }) => {
  await requestDeposit(wallet, '750');
  const page = await openBrowser(DEVICES.desktop);
  const admin = await signInAdmin(page, '/admin/banners');
  const seconds = page.getByRole('textbox', { name: 'Slide duration (seconds)' });
  const update = page.getByRole('button', { name: 'Update settings' });
  await expect(seconds).toHaveValue('10');
  for (const outside of ['4', '61', '']) {
    await seconds.fill(outside);
    await expect(update).toBeDisabled();
  }
  await inspect(page, 'a refused slide duration');
  await seconds.fill('60');
  await update.click();
  await expect(admin.toast('Carousel settings updated successfully')).toBeVisible();

  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: 'Search and commands' });
  await expect(search).toBeFocused();
  await search.fill('banks');
  const banks = page.getByRole('option', { name: 'Banks' });
  await expect(banks).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Bank Management' })).toBeFocused();

  await page.getByRole('button', { name: 'Search and commands' }).click();
  await search.fill('dem');
  await expect(page.getByRole('option', { name: /@demo/ })).toBeVisible();
  await search.fill('DEP-');
  const deposit = page.getByRole('option', { name: /₹750\.00/ });
  await expect(deposit).toBeVisible();
  await deposit.click();
  await expect(page).toHaveURL(/\/admin\/deposits\/desk\?id=/);
  await expect(page.getByRole('heading', { name: '₹750.00' })).toBeVisible();

  await admin.visit('/admin/banks');
  await expect(page.getByRole('heading', { name: 'Bank Management' })).toBeVisible();
  await page.keyboard.press('Shift+?');
  await expect(admin.dialog('Keyboard shortcuts')).toBeVisible();
  await inspect(page, 'the keyboard shortcuts');
});

test('says why the image of a banner cannot be used', {
  tag: ['@section-5', '@section-8'],
}, async ({ openBrowser }) => {
  const page = await openBrowser({ tolerate: [/status of [45]\d\d/, /ERR_FAILED/] });
  const admin = await signInAdmin(page, '/admin/banners');
  const image = page.getByLabel('Banner image');
  await image.setInputFiles(await buildPhoto());
  await image.setInputFiles([]);
  await expect(page.getByText('Please upload an image')).toBeVisible();
  await page.getByRole('textbox', { name: 'Banner title' }).fill('Sale');
  const expectRefusal = async (...texts: string[]) => {
    await image.setInputFiles(await buildPhoto());
    await admin.pressButton('Create banner');
    await expect(admin.toast(...texts)).toBeVisible();
    await admin.closeMessages();
    await page.unrouteAll();
  };
  await refuse(page, 'files/banners', 'INTERNAL');
  await expectRefusal('Failed to create banner');
  await refuse(page, 'files/banners', 'FILE_TYPE');
  await expectRefusal('Upload Error', 'Failed to upload image');
  await page.route('**/files/banners', (route) => route.abort());
  await expectRefusal('Failed to compress and upload image');
  await page.evaluate(() => {
    HTMLCanvasElement.prototype.toBlob = (callback) => callback(null);
  });
  await image.setInputFiles(await buildPhoto());
  await expect(admin.toast('Upload Error', 'Failed to compress image')).toBeVisible();
});
