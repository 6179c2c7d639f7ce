import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { signInToApi } from './support/api.ts';
import type { ImageFile } from './support/images.ts';
import { Person } from './support/person.ts';
import { expect, expectAccessible, expectNoSideScroll, test } from './support/test.ts';
import { ACCOUNTS, type Wallet } from './support/wallet.ts';

const DEVICES = {
  desktop: { viewport: { width: 1280, height: 800 } },
};

/** A photograph larger than a banner may be. */
async function buildPhoto(): Promise<ImageFile> {
  const background = { r: 30, g: 90, b: 170 };
  const photo = sharp({ create: { width: 3000, height: 2000, channels: 3, background } });
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await photo.jpeg().toBuffer() };
}

async function inspect(page: Page, what: string): Promise<void> {
  await expectNoSideScroll(page);
  await expectAccessible(page, what);
}

async function signInAdmin(page: Page): Promise<Person> {
  const admin = new Person(page);
  await admin.signIn(ACCOUNTS.admin);
  return admin;
}

async function addBanners(wallet: Wallet, titles: string[]): Promise<void> {
  const { upload } = await signInToApi(wallet, ACCOUNTS.admin);
  for (const title of titles) {
    await upload('/files/banners', { title, isActive: true }, await buildPhoto());
  }
}

for (const [device, options] of Object.entries(DEVICES)) {
  test(`banks are added, edited in their place and deleted (${device})`, async ({
    openBrowser,
  }) => {
    const page = await openBrowser(options);
    const admin = await signInAdmin(page);
    await admin.go('Banks');
    await page.getByRole('button', { name: 'Add Bank' }).click();
    await expect(
      admin.toast('Missing Information', 'Please provide both bank name and code.'),
    ).toBeVisible();
    await page.getByRole('textbox', { name: 'Bank Name' }).fill('Aardvark Bank');
    await page.getByRole('textbox', { name: 'Bank Code' }).fill('AARD');
    await page.getByRole('button', { name: 'Add Bank' }).click();
    await expect(admin.toast('Bank Added')).toBeVisible();
    await inspect(page, 'banks');

    await page.getByRole('button', { name: 'Edit Aardvark Bank' }).click();
    const list = page.getByRole('table').or(page.getByRole('list', { name: 'Available Banks' }));
    const name = list.getByRole('textbox', { name: 'Bank Name' });
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
  });
}

test('banners are put in order by buttons and by dragging', async ({ wallet, openBrowser }) => {
  await addBanners(wallet, ['One', 'Two', 'Three']);
  const page = await openBrowser(DEVICES.desktop);
  await signInAdmin(page);
  await page.goto('/admin/banners');
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
  await rows.nth(2).dragTo(rows.nth(0));
  await expectOrder(['One', 'Two', 'Three']);
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  const titles = async () => (await api.banners.list()).map(({ title }) => title);
  await expect.poll(titles).toEqual(['One', 'Two', 'Three']);
});
