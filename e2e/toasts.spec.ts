import type { Locator } from '@playwright/test';
import { addQrCode, decideDeposit, requestDeposit } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { boxOf, expect, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

const SCREENS = [
  { viewport: { width: 1366, height: 768 }, hasTouch: false },
  { viewport: { width: 1280, height: 800 }, hasTouch: false },
  { ...DEVICES.phone, viewport: { width: 360, height: 740 } },
];

/** Fills the screen of a phone. */
const AMOUNTS = ['11', '12', '13', '14', '15', '16', '17', '18'];

/** Runs in the browser: the controls, headings and amounts under an element. */
function findCovered(element: Element): string[] {
  const over = element.getBoundingClientRect();
  const needed = document.querySelectorAll(
    'a, button, input, select, textarea, [role=button], h1, h2, h3, h4, [data-amount]',
  );
  const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  return [...needed]
    .filter((one) => !element.contains(one) && one.checkVisibility())
    .filter((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      // The top bar hides what was scrolled under it.
      const from = one.closest('main') ? Math.max(top, header) : top;
      const isBelowBar = from < bottom;
      const isBeside = left >= over.right || right <= over.left;
      return isBelowBar && !isBeside && from < over.bottom && bottom > over.top;
    })
    .map((one) => one.outerHTML);
}

/** Runs in the browser: what a message never covers on the page, or in the open dialog. */
function findKeptCovered(element: Element): string[] {
  const over = element.getBoundingClientRect();
  const page = document.querySelector('[role=dialog][aria-modal=true]') ?? document;
  const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const footer = document.querySelector('footer')?.getBoundingClientRect().top ?? 0;
  return [...page.querySelectorAll('h1, h2, h3, h4, [data-amount]')]
    .filter((one) => one.checkVisibility())
    .filter((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      // The bars hide what was scrolled under them.
      const isScrolled = one.closest('main') !== null;
      const from = isScrolled ? Math.max(top, header) : top;
      const to = isScrolled && footer > 0 ? Math.min(bottom, footer) : bottom;
      return (
        from < Math.min(to, over.bottom) && to > over.top && left < over.right && right > over.left
      );
    })
    .map((one) => one.outerHTML);
}

for (const look of SCREENS) {
  const { width, height } = look.viewport;
  test(`a message covers nothing that is needed (${width} x ${height})`, async ({
    wallet,
    openBrowser,
  }) => {
    await addQrCode(wallet, 'Shop counter');
    const user = new Person(await openBrowser(look), look);
    const { page } = user;
    await user.signInByApi(ACCOUNTS.demo, '/user/deposit');
    await expect(page.getByText('Shop counter')).toBeVisible();
    await user.press(page.getByRole('button', { name: 'Submit deposit' }));
    const toast = user.toast('Invalid Amount');
    await expect(toast).toBeVisible();
    // Stays while a pointer is over it. A real mouse goes through it, and the toast may move away from a finger.
    await toast.dispatchEvent('mouseover');
    await expect.poll(() => toast.evaluate(findCovered)).toEqual([]);
    const isFirm = await toast.evaluate((element) => {
      const { left, top, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + 30, top + height / 2));
    });
    // A mouse clicks through it; a finger swipes it away.
    expect(isFirm).toBe(look.hasTouch);
    await toast.getByRole('button', { name: 'Close' }).click();
    await expect(toast).toHaveCount(0);

    const expectKept = async (message: Locator) => {
      await expect(message).toBeVisible();
      await message.dispatchEvent('mouseover');
      await expect.poll(() => message.evaluate(findKeptCovered)).toEqual([]);
    };
    await test.step('no heading and no amount of a full list', async () => {
      for (const amount of AMOUNTS) await requestDeposit(wallet, amount);
      await user.visit('/user/passbook');
      await expect(user.row('₹11.00')).toBeVisible();
      await decideDeposit(wallet, 'approved');
      const approved = user.toast('Deposit Approved');
      await expectKept(approved);
      const reference = approved.getByText(/^DEP-\d+$/);
      expect(await reference.evaluate((element) => element.getClientRects().length)).toBe(1);
      await user.closeMessages();
    });
    await test.step('no title and no amount of a dialog', async () => {
      await user.press(user.row('₹12.00').getByRole('link', { name: 'Deposit', exact: true }));
      const dialog = user.dialog('Transaction Details');
      await user.press(dialog.getByRole('button', { name: 'Copy reference' }));
      await expectKept(user.toast('Reference copied to clipboard'));
    });
  });
}

test('a swipe of 50 px dismisses a message', { tag: '@section-9' }, async ({
  wallet,
  openBrowser,
}) => {
  await addQrCode(wallet, 'Shop counter');
  const user = new Person(await openBrowser(DEVICES.phone), DEVICES.phone);
  const { page } = user;
  await user.signInByApi(ACCOUNTS.demo, '/user/deposit');
  await expect(page.getByText('Shop counter')).toBeVisible();
  await user.press(page.getByRole('button', { name: 'Submit deposit' }));
  const toast = user.toast('Invalid Amount');
  await expect(toast).toBeVisible();
  // It stays while it is touched, so the second swipe finds it.
  await toast.hover();
  const sweep = async (byX: number) => {
    const box = await boxOf(toast);
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

test('an error message is removed when the next dialog opens', async ({ wallet, openBrowser }) => {
  await addQrCode(wallet, 'Shop counter');
  const user = new Person(await openBrowser(DEVICES.phone), DEVICES.phone);
  const { page } = user;
  await user.signInByApi(ACCOUNTS.demo, '/user/deposit');
  await expect(page.getByText('Shop counter')).toBeVisible();
  const submit = page.getByRole('button', { name: 'Submit deposit' });
  await user.press(submit);
  const toast = user.toast('Invalid Amount');
  await expect(toast).toBeVisible();
  // Messages stay while they are touched.
  await toast.hover();
  await page
    .getByRole('button', { name: 'Toggle menu' })
    .evaluate((menu: HTMLElement) => menu.click());
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await expect(toast).toHaveCount(0);
});
