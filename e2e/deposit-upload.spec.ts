import type { Route } from '@playwright/test';
import sharp from 'sharp';
import { signInToApi } from './support/api.ts';
import { countDeposits, openDeposit, TOLERATED, UPLOAD } from './support/deposit.ts';
import { DEVICES } from './support/devices.ts';
import type { ImageFile } from './support/images.ts';
import type { Person } from './support/person.ts';
import { expect, expectAccessible, expectNoSideScroll, test } from './support/test.ts';
import { ACCOUNTS, type Wallet } from './support/wallet.ts';

const NOT_RECEIVED = 'The connection was cut, and your request was not received.';

/** Delivers a request to the server and loses the response. */
async function loseResponse(route: Route): Promise<void> {
  await route.fetch();
  await route.abort('connectionreset');
}

test('an upload shows its progress, can be cancelled, and says when it was not received', async ({
  wallet,
  openBrowser,
}) => {
  const page = await openBrowser({ ...DEVICES.phone, ...TOLERATED, controlsClock: true });
  await page.clock.install({ time: wallet.now() });
  const user = await openDeposit(page);
  await page.route(UPLOAD, () => undefined);
  await user.fillDeposit('750', 'Rent');
  await page.getByRole('button', { name: 'Submit deposit' }).tap();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(page.getByText(/^Sent: \d+ kB of \d+ kB \(\d+%\)$/)).toBeVisible();
  await expect(page.getByText('This is taking longer than usual.')).toHaveCount(0);
  await page.clock.fastForward(10_000);
  await expect(page.getByText('This is taking longer than usual.')).toBeVisible();
  await expectNoSideScroll(page);
  await page.clock.resume();
  await expectAccessible(page, 'a deposit that is being sent');
  await page.getByRole('button', { name: 'Cancel' }).tap();
  await expect(page.getByRole('alert')).toContainText('Your request was not received.');
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('750');
  expect(await countDeposits(wallet)).toBe(0);

  await test.step('after a minute without progress', async () => {
    await page.getByRole('button', { name: 'Submit deposit' }).tap();
    await expect(page.getByRole('progressbar')).toBeVisible();
    await page.clock.fastForward(60_000);
    await expect(page.getByRole('alert').filter({ hasText: NOT_RECEIVED })).toBeVisible();
  });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await test.step('after the connection was lost', async () => {
    await page.route(UPLOAD, (route) => route.abort('connectionreset'));
    await page.getByRole('button', { name: 'Submit deposit' }).tap();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expect(page.getByRole('alert').filter({ hasText: NOT_RECEIVED })).toBeVisible();
    expect(await countDeposits(wallet)).toBe(0);
  });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Submit deposit' }).tap();
  await expect(page.getByRole('heading', { name: 'Deposit Request Submitted' })).toBeVisible();
});

/** A photo of 8 MB at least. It has noise, which no format makes small. */
async function buildLargePhoto(): Promise<ImageFile> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width: 3600, height: 2700, channels: 3 as const, background: 'white', noise };
  const buffer = await sharp({ create }).jpeg({ quality: 97 }).toBuffer();
  return { name: 'large.jpg', mimeType: 'image/jpeg', buffer };
}

/** Sends a deposit with a photo. Returns the bytes of the upload, and the stored receipt. */
async function sendPhoto(user: Person, { wallet, photo }: { wallet: Wallet; photo: ImageFile }) {
  const { page } = user;
  await user.fillDeposit('750', 'Rent');
  await page.getByLabel('Payment receipt').setInputFiles(photo);
  await expect(page.getByText(photo.name.replace(/\.\w+$/, '.jpg'))).toBeVisible();
  const sending = page.waitForRequest(UPLOAD);
  await page.getByRole('button', { name: 'Submit deposit' }).tap();
  const headers = await (await sending).allHeaders();
  await expect(page.getByRole('heading', { name: 'Deposit Request Submitted' })).toBeVisible();
  const { api } = await signInToApi(wallet, ACCOUNTS.demo);
  const [row] = (await api.transactions.passbook({})).rows;
  if (!row) throw new Error('There is no deposit');
  const { receiptUrl } = await api.transactions.own({ id: row.id });
  const stored = await page.request.get(receiptUrl ?? '');
  const { width, height } = await sharp(await stored.body()).metadata();
  return {
    type: headers['content-type'],
    bytes: Number(headers['content-length']),
    stored: { width, height },
  };
}

const HEIC: ImageFile = {
  name: 'IMG_1.HEIC',
  mimeType: 'image/heic',
  buffer: Buffer.from('00000018667479706865696300000000', 'hex'),
};

/** Runs in the browser. Replaces the HEIC decoder, which Safari has and Chromium has not, by a real bitmap. */
function decodeHeic(): void {
  const decode = window.createImageBitmap.bind(window);
  window.createImageBitmap = (source: ImageBitmapSource) => {
    if (!(source instanceof File) || source.type !== 'image/heic') return decode(source);
    const photo = new OffscreenCanvas(3024, 4032);
    photo.getContext('2d')?.fillRect(0, 0, 1512, 4032);
    return decode(photo);
  };
}

test('a deposit whose sending is disturbed is found on the server once', async ({
  wallet,
  openBrowser,
}) => {
  const page = await openBrowser({ ...DEVICES.phone, ...TOLERATED });
  const user = await openDeposit(page);
  const another = async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await user.press(page.getByRole('button', { name: 'Make another deposit' }));
  };
  await test.step('its response is lost', async () => {
    await page.route(UPLOAD, loseResponse);
    await user.submitDeposit('750', 'Rent');
    await expect(page.getByText('₹750.00')).toBeVisible();
    expect(await countDeposits(wallet)).toBe(1);
  });
  await another();
  await test.step('the check waits for the connection and then says what was received', async () => {
    await page.route(UPLOAD, async (route) => {
      await route.fetch();
      await page.context().setOffline(true);
      await route.abort('connectionreset');
    });
    await user.fillDeposit('750', 'Rent');
    await page.getByRole('button', { name: 'Submit deposit' }).tap();
    await expect(page.getByText('Checking whether your request was received')).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByRole('heading', { name: 'Deposit Request Submitted' })).toBeVisible();
    expect(await countDeposits(wallet)).toBe(2);
  });
  await another();
  await test.step('the page is reloaded meanwhile', async () => {
    let wasReceived: () => void = () => undefined;
    const received = new Promise<void>((resolve) => {
      wasReceived = resolve;
    });
    await page.route(UPLOAD, async (route) => {
      await route.fetch();
      wasReceived();
    });
    await user.fillDeposit('750', 'Rent');
    await page.getByRole('button', { name: 'Submit deposit' }).tap();
    await received;
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Deposit Request Submitted' })).toBeVisible();
    await expect(page).toHaveURL(/\/user\/deposit\?sent=/);
    expect(await countDeposits(wallet)).toBe(3);
  });
});

test('photos of cameras are made smaller, and those that the browser cannot read are explained', async ({
  wallet,
  openBrowser,
}) => {
  const page = await openBrowser({ ...DEVICES.phone, ...TOLERATED });
  const user = await openDeposit(page);
  await test.step('a HEIC photo that the browser cannot read; the form stays', async () => {
    await user.fillDeposit('750', 'Rent');
    await page.getByLabel('Payment receipt').setInputFiles(HEIC);
    await expect(
      page.getByText(
        'This browser cannot read HEIC photos. Choose a JPEG, PNG or WebP image, or take a screenshot of the photo and choose that.',
      ),
    ).toBeVisible();
    await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('750');
    await expect(page.getByLabel('Notes (optional)')).toHaveValue('Rent');
    await expect(page.getByRole('button', { name: 'Submit deposit' })).toBeEnabled();
  });
  await test.step('a photo of 8 MB is made smaller and stays readable', async () => {
    const photo = await buildLargePhoto();
    expect(photo.buffer.byteLength).toBeGreaterThan(8 * 1024 * 1024);
    const { bytes, stored } = await sendPhoto(user, { wallet, photo });
    expect(bytes).toBeLessThanOrEqual(5 * 1024 * 1024);
    expect(stored.width).toBeGreaterThanOrEqual(2000);
  });
  await test.step('a HEIC photo that the browser can read is sent as a JPEG', async () => {
    await page.addInitScript(decodeHeic);
    await page.goto('/user/deposit');
    const { type, bytes, stored } = await sendPhoto(user, { wallet, photo: HEIC });
    expect(type).toBe('image/jpeg');
    expect(bytes).toBeGreaterThan(HEIC.buffer.byteLength);
    expect(stored.height).toBeGreaterThan(2000);
    expect((stored.width ?? 0) / (stored.height ?? 1)).toBeCloseTo(3 / 4, 2);
  });
});
