import type { Locator, Page } from '@playwright/test';
import { userId } from '#contract/shared/base.ts';
import { refuse } from './support/answers.ts';
import { addAdmin, signInToApi, switchOffAccountRules } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { buildPhoto } from './support/images.ts';
import { Person } from './support/person.ts';
import { boxOf, expect, inspectAgain, test } from './support/test.ts';
import { ACCOUNTS, type Wallet } from './support/wallet.ts';

async function openBanners(page: Page): Promise<Person> {
  const admin = new Person(page);
  await admin.signInByApi(ACCOUNTS.admin, '/admin/banners');
  return admin;
}

async function addBanners(wallet: Wallet, titles: string[]): Promise<void> {
  const { upload } = await signInToApi(wallet, ACCOUNTS.admin);
  for (const title of titles) {
    await upload('/files/banners', { title, isActive: true }, await buildPhoto());
  }
}

test('a banner can be added, switched off and deleted, and the carousel set', {
  tag: ['@section-5', '@section-8', '@section-9'],
}, async ({ wallet, openBrowser }) => {
  const tolerate = [/status of [45]\d\d/, /ERR_FAILED/];
  const page = await openBrowser({ ...DEVICES.desktop, tolerate });
  const admin = await openBanners(page);
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
  await admin.chooseInMenu('More: Festival', 'Delete: Festival');
  const deleting = admin.dialog('Delete Festival');
  await deleting.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(admin.toast('Banner deleted successfully')).toBeVisible();
  await expect(page.getByText('No Ad Banners')).toBeVisible();
  await test.step('the carousel accepts 5 to 60 seconds', async () => {
    const seconds = page.getByRole('textbox', { name: 'Slide duration (seconds)' });
    const update = page.getByRole('button', { name: 'Update settings' });
    await expect(seconds).toHaveValue('10');
    for (const outside of ['4', '61', '']) {
      await seconds.fill(outside);
      await expect(update).toBeDisabled();
    }
    await inspectAgain(page, 'a refused slide duration');
    await seconds.fill('60');
    await update.click();
    await expect(admin.toast('Carousel settings updated successfully')).toBeVisible();
  });
  await test.step('says why the image of a banner cannot be used', async () => {
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
});

/** The drag handle of a banner: for pointers only, without a name. */
function gripOf(row: Locator): Locator {
  return row.locator('[data-grip]');
}

/** Starts a touch in the middle of an element, with the browser's own touch events. */
async function touch(page: Page, target: Locator) {
  const box = await boxOf(target);
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

test('reorders banners by buttons, by dragging and by touch; a failed move is undone with a message', {
  tag: '@section-8',
}, async ({ wallet, openBrowser }) => {
  await addBanners(wallet, ['One', 'Two', 'Three']);
  const page = await openBrowser({ ...DEVICES.desktop, tolerate: [/ERR_FAILED/] });
  const admin = await openBanners(page);
  const rows = page.getByRole('list', { name: 'Ad Banners' }).getByRole('listitem');
  const expectOrder = (titles: string[]) => expect(rows.getByRole('heading')).toHaveText(titles);
  await expectOrder(['One', 'Two', 'Three']);
  const more = page.getByRole('button', { name: 'More: One' });
  const item = (name: string) => page.getByRole('menuitem', { name });

  await more.press('Enter');
  await expect(item('Move Up: One')).toBeDisabled();
  await expect(item('Move Down: One')).toBeFocused();
  await page.keyboard.press('Enter');
  await expectOrder(['Two', 'One', 'Three']);
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(item('Move Up: One')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expectOrder(['Two', 'Three', 'One']);
  await expect(more).toBeFocused();
  await gripOf(rows.nth(2)).dragTo(rows.nth(0), { targetPosition: { x: 40, y: 4 } });
  await expectOrder(['One', 'Two', 'Three']);
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  const titles = async () => (await api.banners.list()).map(({ title }) => title);
  await expect.poll(titles).toEqual(['One', 'Two', 'Three']);

  await page.route('**/rpc/banners/reorder', (route) => route.abort());
  await admin.chooseInMenu('More: One', 'Move Down: One');
  await expect(admin.toast('Failed to update banner order')).toBeVisible();
  await expectOrder(['One', 'Two', 'Three']);
  await test.step('by touch on a phone, where the page scrolls along', async () =>
    reorderByTouch(wallet, await openBrowser(DEVICES.phone)));
});

async function reorderByTouch(wallet: Wallet, page: Page): Promise<void> {
  await openBanners(page);
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
}

test('refuses each change of banners by a former administrator with the reason', {
  tag: '@section-6',
}, async ({ wallet, openBrowser }) => {
  await addBanners(wallet, ['One', 'Two']);
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  await switchOffAccountRules(wallet);
  const second = await addAdmin(wallet, 'second');
  const { userId: id } = await signInToApi(wallet, second);
  const page = await openBrowser({ tolerate: [/ERR_FAILED/, /status of 4\d\d/] });
  // Without the live stream, the screen keeps showing the controls.
  await page.route('**/api/events', (route) => route.abort());
  const person = new Person(page);
  await person.signInByApi(second, '/admin');
  const fillInBanner = async () => {
    await page.getByRole('textbox', { name: 'Banner title' }).fill('Three');
    await page.getByLabel('Banner image').setInputFiles(await buildPhoto());
  };
  const press = (name: string) => page.getByRole('button', { name, exact: true }).last().click();
  const choose = (name: string) => person.chooseInMenu('More: One', `${name}: One`);
  const acts: [told: string, act: () => Promise<void>][] = [
    ['You must be logged in as admin to update banners', () => press('Deactivate: One')],
    ['You must be logged in as admin to reorder banners', () => choose('Move Down')],
    ['You must be an admin to create banners', () => press('Create banner')],
    ['You must be logged in as admin to delete banners', () => press('Delete')],
  ];
  for (const [told, act] of acts) {
    await test.step(told, async () => {
      await api.users.setRole({ userId: userId.parse(id), role: 'admin' });
      await page.goto('/admin/banners');
      await expect(page.getByRole('button', { name: 'More: One' })).toBeVisible();
      if (told.includes('create')) await fillInBanner();
      if (told.includes('delete')) await choose('Delete');
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
