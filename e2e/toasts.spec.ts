import type { Locator, Page } from '@playwright/test';
import { addQrCode, decideDeposit, requestEach } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { boxOf, expect, test } from './support/test.ts';
import { ACCOUNTS, type Wallet } from './support/wallet.ts';

const DESKTOPS = [
  { width: 1366, height: 768 },
  { width: 1280, height: 800 },
];
const PHONE = { ...DEVICES.phone, viewport: { width: 360, height: 740 } };

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

test('a message covers nothing that is needed on a desktop', async ({ wallet, openBrowser }) => {
  const user = await openForm(wallet, await openBrowser());
  await requestEach(wallet, AMOUNTS);
  for (const size of DESKTOPS) {
    await test.step(`${size.width} x ${size.height}`, async () => {
      await user.page.setViewportSize(size);
      await user.open('/user/deposit', 'Deposit');
      await expectNothingCovered(user, { isFirm: false });
      await expectListKept(wallet, user);
    });
  }
});

test('a message on a phone covers nothing that is needed, and is removed by a swipe and by the next dialog', {
  tag: '@section-9',
}, async ({ wallet, openBrowser }) => {
  const user = await openForm(wallet, await openBrowser(PHONE), PHONE);
  await expectNothingCovered(user, { isFirm: true });
  await test.step('a swipe of 50 px dismisses it', () => swipe(user));
  await test.step('the next dialog removes an error message', async () => {
    const toast = await causeError(user);
    // Messages stay while they are touched.
    await toast.hover();
    await user.page
      .getByRole('button', { name: 'Toggle menu' })
      .evaluate((menu: HTMLElement) => menu.click());
    await expect(user.page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    await expect(toast).toHaveCount(0);
    await user.page.keyboard.press('Escape');
  });
  await requestEach(wallet, AMOUNTS);
  await expectListKept(wallet, user);
});

/** Opens the deposit form with a payment code. */
async function openForm(
  wallet: Wallet,
  page: Page,
  options?: { hasTouch: boolean },
): Promise<Person> {
  await addQrCode(wallet, 'Shop counter');
  const user = new Person(page, options);
  await user.signInByApi(ACCOUNTS.demo, '/user/deposit');
  return user;
}

/** Sends an empty form, and returns the message. */
async function causeError(user: Person): Promise<Locator> {
  await expect(user.page.getByText('Shop counter')).toBeVisible();
  await user.press(user.page.getByRole('button', { name: 'Submit deposit' }));
  const toast = user.toast('Invalid Amount');
  await expect(toast).toBeVisible();
  return toast;
}

async function expectNothingCovered(user: Person, { isFirm }: { isFirm: boolean }): Promise<void> {
  const toast = await causeError(user);
  // Stays while a pointer is over it. A real mouse goes through it, and the toast may move away from a finger.
  await toast.dispatchEvent('mouseover');
  await expect.poll(() => toast.evaluate(findCovered)).toEqual([]);
  const isHit = await toast.evaluate((element) => {
    const { left, top, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + 30, top + height / 2));
  });
  // A mouse clicks through it; a finger swipes it away.
  expect(isHit).toBe(isFirm);
  await toast.getByRole('button', { name: 'Close' }).click();
  await expect(toast).toHaveCount(0);
}

/** Neither in a full list nor in a dialog does a message cover a heading, a title or an amount. */
async function expectListKept(wallet: Wallet, user: Person): Promise<void> {
  const expectKept = async (message: Locator) => {
    await expect(message).toBeVisible();
    await message.dispatchEvent('mouseover');
    await expect.poll(() => message.evaluate(findKeptCovered)).toEqual([]);
  };
  await user.open('/user/passbook', 'Passbook');
  await expect(user.row('₹11.00')).toBeVisible();
  await decideDeposit(wallet, 'approved');
  const approved = user.toast('Deposit Approved');
  await expectKept(approved);
  const reference = approved.getByText(/^DEP-\d+$/);
  expect(await reference.evaluate((element) => element.getClientRects().length)).toBe(1);
  await user.closeMessages();
  await user.press(user.row('₹12.00').getByRole('link', { name: 'Deposit', exact: true }));
  const dialog = user.dialog('Transaction Details');
  await user.press(dialog.getByRole('button', { name: 'Copy reference' }));
  await expectKept(user.toast('Reference copied to clipboard'));
  await user.closeMessages();
  await user.page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

async function swipe(user: Person): Promise<void> {
  const { page } = user;
  const toast = await causeError(user);
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
}
