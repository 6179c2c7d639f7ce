import type { Locator } from '@playwright/test';
import { requestAlike } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { boxOf, expect, expectStill, inspect, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

/** The magnification of a picture, and the place of its centre on the page. */
async function readView(picture: Locator): Promise<{ scale: number; x: number; y: number }> {
  const { x, y, width, height } = await boxOf(picture);
  const own = await picture.evaluate((image) => (image as HTMLElement).offsetWidth);
  return { scale: width / own, x: x + width / 2, y: y + height / 2 };
}

test('a receipt is zoomed by wheel, keys and buttons, and moved by pointer and arrow keys', async ({
  wallet,
  openBrowser,
}) => {
  await requestAlike(wallet, ['100', '200']);
  const admin = new Person(await openBrowser(DEVICES.desktop));
  const { page } = admin;
  await admin.signInByApi(ACCOUNTS.admin, '/admin/deposits/desk');
  const receipt = page.getByRole('region', { name: 'Receipt image' });
  const picture = page.getByRole('img', { name: 'Payment receipt' });
  await expect(picture).toBeVisible();
  const frame = await boxOf(receipt);
  const [x, y] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
  const scale = async () => (await readView(picture)).scale;
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -300);
  await expect.poll(scale).toBeCloseTo(Math.exp(0.6), 1);
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await expect.poll(scale).toBeCloseTo(Math.exp(0.6) * 1.5 ** 2, 1);
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await expect.poll(scale).toBeCloseTo(Math.exp(0.6) * 1.5, 1);

  const before = await readView(picture);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y - 30, { steps: 2 });
  await page.mouse.up();
  await expect.poll(async () => (await readView(picture)).y).toBeCloseTo(before.y - 30, 0);
  await receipt.press('ArrowUp');
  const moved = before.y - 30 + frame.height / 10;
  await expect.poll(async () => (await readView(picture)).y).toBeCloseTo(moved, 0);
  await inspect(page, 'a zoomed receipt');

  await page.getByRole('button', { name: 'Next request' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('₹200.00');
  await expect.poll(scale).toBe(1);
  await picture.dblclick();
  await expect.poll(scale).toBe(2.5);
  await page.keyboard.press('f');
  await expect.poll(scale).toBe(1);
});

test('a receipt opens on the full screen of a phone, where two fingers zoom it', async ({
  wallet,
  openBrowser,
}) => {
  await requestAlike(wallet, ['100', '200']);
  const phone = { ...DEVICES.phone, viewport: { width: 360, height: 740 } };
  const admin = new Person(await openBrowser(phone), phone);
  const { page } = admin;
  await admin.signInByApi(ACCOUNTS.admin, '/admin/deposits/desk');
  const small = await boxOf(page.getByRole('img', { name: 'Payment receipt' }));
  await page.touchscreen.tap(small.x + small.width / 2, small.y + small.height / 2);
  const screen = admin.dialog('Receipt image');
  const picture = screen.getByRole('img', { name: 'Payment receipt' });
  await expect(picture).toBeVisible();
  await expectStill(page);
  const large = await boxOf(picture);
  expect(large.height).toBeGreaterThan(2 * small.height);
  await inspect(page, 'a receipt on the full screen');

  const [x, y] = [large.x + large.width / 2, large.y + large.height / 2];
  const touch = await page.context().newCDPSession(page);
  const fingers = (type: 'touchStart' | 'touchMove', apart: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [
        { id: 0, x: x - apart, y },
        { id: 1, x: x + apart, y },
      ],
    });
  await fingers('touchStart', 40);
  await fingers('touchMove', 80);
  await fingers('touchMove', 120);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect.poll(async () => (await readView(picture)).scale).toBeCloseTo(3, 1);
  await admin.press(screen.getByRole('button', { name: 'Close' }));
  await expect(screen).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('₹100.00');
  await admin.press(page.getByRole('button', { name: 'Rotate' }));
  await admin.press(page.getByRole('button', { name: 'Full screen' }));
  await expect(picture).toHaveCSS('rotate', '90deg');
});
