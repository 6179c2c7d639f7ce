import { addQrCode } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

test('a message covers no control, and clicks pass through it', async ({ wallet, openBrowser }) => {
  await addQrCode(wallet, 'Shop counter');
  const user = new Person(await openBrowser({ viewport: { width: 1366, height: 768 } }));
  const { page } = user;
  await user.signInByApi(ACCOUNTS.demo, '/user/deposit');
  await page.getByRole('button', { name: 'Submit deposit' }).click();
  const toast = user.toast('Invalid Amount');
  await expect(toast).toBeVisible();
  const { covered, isFirm } = await toast.evaluate((element) => {
    const over = element.getBoundingClientRect();
    const pressable = document.querySelectorAll(
      'a, button, input, select, textarea, [role=button]',
    );
    const beneath = [...pressable]
      .filter((one) => !element.contains(one) && one.checkVisibility())
      .filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return left < over.right && right > over.left && top < over.bottom && bottom > over.top;
      });
    const hit = document.elementFromPoint(over.left + 30, over.top + over.height / 2);
    return { covered: beneath.map((one) => one.outerHTML), isFirm: element.contains(hit) };
  });
  expect(covered).toEqual([]);
  expect(isFirm).toBe(false);
  await toast.getByRole('button', { name: 'Close' }).click();
  await expect(toast).toHaveCount(0);
});

test('a swipe of 50 px dismisses a message', { tag: '@section-9' }, async ({
  wallet,
  openBrowser,
}) => {
  await addQrCode(wallet, 'Shop counter');
  const user = new Person(await openBrowser(DEVICES.phone), DEVICES.phone);
  const { page } = user;
  await user.signInByApi(ACCOUNTS.demo, '/user/deposit');
  await user.press(page.getByRole('button', { name: 'Submit deposit' }));
  const toast = user.toast('Invalid Amount');
  await expect(toast).toBeVisible();
  // It stays while it is touched, so the second swipe finds it.
  await toast.hover();
  const sweep = async (byX: number) => {
    const box = await toast.boundingBox();
    if (!box) throw new Error('The message is gone');
    const [x, y] = [box.x + 30, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + byX / 2, y);
    await page.mouse.move(x + byX, y);
    // Slower than a flick, which dismisses it from any position.
    await page.mouse.move(x + byX, y + 1);
    await page.mouse.up();
  };
  await sweep(49);
  await expect(toast).toBeVisible();
  await sweep(50);
  await expect(toast).toHaveCount(0);
});

test('an error message covers no heading on a phone, and moves for the next dialog', async ({
  wallet,
  openBrowser,
}) => {
  await addQrCode(wallet, 'Shop counter');
  const user = new Person(await openBrowser(DEVICES.phone), DEVICES.phone);
  const { page } = user;
  await user.signInByApi(ACCOUNTS.demo, '/user/deposit');
  const submit = page.getByRole('button', { name: 'Submit deposit' });
  await user.press(submit);
  const toast = user.toast('Invalid Amount');
  await expect(toast).toBeVisible();
  const heading = page.getByRole('heading', { level: 1 });
  await heading.evaluate((element) => element.ownerDocument.defaultView?.scrollTo({ top: 0 }));
  const [top, bottom] = await Promise.all([
    heading.evaluate((element) => element.getBoundingClientRect().top),
    toast.evaluate((element) => element.getBoundingClientRect().bottom),
  ]);
  expect(bottom).toBeLessThanOrEqual(top);
  // Messages stay while they are touched.
  await toast.hover();
  await page
    .getByRole('button', { name: 'Toggle menu' })
    .evaluate((menu: HTMLElement) => menu.click());
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await expect(toast).toHaveCount(0);
});
