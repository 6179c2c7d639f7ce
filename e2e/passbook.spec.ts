import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { DAY_BEFORE, START } from '../server/testing/clock.ts';
import { requestDeposit } from './support/api.ts';
import { inEnglish } from './support/clock.ts';
import { addHistory } from './support/history.ts';
import { Person } from './support/person.ts';
import { expect, expectAccessibleAgain, expectNoSideScroll, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

const DEVICES = {
  desktop: { viewport: { width: 1440, height: 900 }, hasTouch: false },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};
const LENGTH = 1200;
const daysBefore = (days: number) => new Date(START.getTime() - days * 24 * 60 * 60_000);
/** The day of the newest row, and the heading above it. */
const LAST_DAY = inEnglish(daysBefore(1), 'long');
const LAST_MONTH = LAST_DAY.replace(/^\d+ /, '');
const WHOLE = 'Showing 1,200 transactions';
const WITH_ONE_MORE = 'Showing 1,201 transactions';
/** The balance after all of it: 600 deposits of ₹20, 600 withdrawals of ₹10 less the 12 rejected. */
const BALANCE = '₹6,120.00';
/** The number of visible rows on the largest of these screens, including the overscan. */
const MOST_IN_PAGE = 60;

/** The passbook rows, in a table or as cards. */
function rowsOf(page: Page) {
  return page.getByRole('row').or(page.getByRole('list', { name: 'Passbook' }).locator('> li'));
}

function countOf(page: Page) {
  return page.getByText(/^Showing .* transactions?$/);
}

/** Scrolls to a row, most of a window at a time, while more rows are fetched. */
async function scrollDownTo(page: Page, text: string): Promise<void> {
  const scroll = () =>
    page.evaluate(async (wanted) => {
      const find = () =>
        [...document.querySelectorAll('main tr, main li')].find((row) =>
          row.textContent?.includes(wanted),
        );
      while (!find()) {
        window.scrollBy(0, window.innerHeight * 0.8);
        // One frame in which the rows appear, and one in which they are measured.
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      }
      find()?.scrollIntoView({ block: 'center' });
    }, text);
  // The last fetched row reaches the middle only once more rows exist.
  await expect(async () => {
    await scroll();
    await expect(page.getByText(text)).toBeInViewport({ timeout: 500 });
  }).toPass();
}

// The history has no ledger entries and receipts, which a scheduled verification would report.
test.use({ environment: { VERIFY_EVERY: 'off' } });

test('shows a passbook of years', { tag: ['@section-8', '@section-9'] }, async ({
  wallet,
  openBrowser,
}) => {
  await addHistory(wallet, LENGTH);
  const user = new Person(await openBrowser({ ...DEVICES.desktop, controlsClock: true }));
  const { page } = user;
  // Real time, which can be accelerated.
  await page.clock.install({ time: wallet.now() });
  await user.signInByApi(ACCOUNTS.demo, '/user/passbook');
  const count = countOf(page);
  await expect(count).toHaveText(WHOLE);
  const newest = user.row('OLD-0000001');
  await expect(newest).toContainText('+₹20.00');
  await expect(newest).toContainText(BALANCE);
  await expect(newest).toContainText('11:30 pm');
  await expect(page.getByText(LAST_MONTH, { exact: true })).toBeVisible();
  await expect(page).toHaveTitle('Passbook · the product wallet');

  await test.step('scrolls to the end with few rows in the DOM', async () => {
    await expectNoSideScroll(page);
    await expectAccessibleAgain(page, 'passbook');
    await scrollDownTo(page, 'OLD-0000200');
    expect(await rowsOf(page).count()).toBeLessThan(MOST_IN_PAGE);
    await expect(user.row('OLD-0000200')).toContainText('Rejected');
    // It is followed by 100 deposits and 98 approved withdrawals.
    await expect(user.row('OLD-0000201')).toContainText('₹5,100.00');
    await expectAccessibleAgain(page, 'passbook in its depth');
  });

  await test.step('restores the scroll position after leaving', async () => {
    const place = await page.evaluate(() => window.scrollY);
    await user.go('Deposit');
    await expect(page.getByRole('heading', { name: 'Deposit', exact: true })).toBeVisible();
    await page.clock.fastForward('30:00');
    await page.goBack();
    await expect(page.getByText('OLD-0000200')).toBeInViewport();
    const restored = await page.evaluate(() => window.scrollY);
    expect(Math.abs(restored - place)).toBeLessThan(200);
    await page.goForward();
    await expect(page.getByRole('heading', { name: 'Deposit', exact: true })).toBeInViewport();
    await page.goBack();
    await expect(page.getByText('OLD-0000200')).toBeInViewport();
  });

  await test.step('restores it after a reload, when rows are fetched again', async () => {
    await user.go('Deposit');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Deposit', exact: true })).toBeVisible();
    await page.goBack();
    await expect(page.getByText('OLD-0000200')).toBeInViewport();
    await page.reload();
    await expect(page.getByText('OLD-0000200')).toBeInViewport();
  });

  await test.step('refetches only the queries that an event concerns', async () => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/rpc/transactions/passbook')) asked.push(request.url());
    });
    await requestDeposit(wallet, '7');
    await expect(count).toHaveText(WITH_ONE_MORE);
    expect(asked).toHaveLength(1);
  });

  await test.step('uses the screen’s full width between phone and desktop', async () => {
    await page.evaluate(() => window.scrollTo(0, 0));
    for (const width of [768, 900, 1024, 1152]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.getByText('Approved').first()).toBeVisible();
      await expectNoSideScroll(page);
      // Nothing inside scrolls sideways either.
      const moved = await page.locator('main *').evaluateAll((all) =>
        all
          .filter((one) => one.scrollWidth > one.clientWidth + 1)
          .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowX))
          .map((one) => one.className),
      );
      expect(moved, `at ${width} px`).toEqual([]);
    }
    await page.setViewportSize(DEVICES.desktop.viewport);
  });

  await test.step('filters', () => testFilters(user, WITH_ONE_MORE));

  await test.step('exports the filtered rows', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      user.press(page.getByRole('button', { name: 'Export' })),
    ]);
    expect(download.suggestedFilename()).toMatch(/^passbook-\d{4}-\d\d-\d\d\.csv$/);
    const csv = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(csv).toEqual([
      '\uFEFFDate,Transaction ID,Type,Amount,Status,Payment Method,Notes,Balance,UTR / reference number',
      `${DAY_BEFORE} 23:30:00,OLD-0000001,deposit,20.00,approved,UPI,N/A,6120.00,`,
      `${DAY_BEFORE} 17:30:00,OLD-0000002,withdrawal,10.00,approved,UPI,N/A,6100.00,`,
      `${DAY_BEFORE} 11:30:00,OLD-0000003,deposit,20.00,approved,UPI,N/A,6110.00,`,
      `${DAY_BEFORE} 05:30:00,OLD-0000004,withdrawal,10.00,approved,UPI,N/A,6090.00,`,
    ]);
    await expect(user.toast('Export Complete')).toBeVisible();
  });
});

test('filters a passbook of years in a sheet on a phone', async ({ wallet, openBrowser }) => {
  await addHistory(wallet, LENGTH);
  await requestDeposit(wallet, '7');
  const user = new Person(await openBrowser(DEVICES.phone), DEVICES.phone);
  await user.signInByApi(ACCOUNTS.demo, '/user/passbook');
  await expect(countOf(user.page)).toHaveText(WITH_ONE_MORE);
  await scrollDownTo(user.page, 'OLD-0000200');
  expect(await rowsOf(user.page).count()).toBeLessThan(MOST_IN_PAGE);
  await testFilters(user, WITH_ONE_MORE);
});

/** Filters by status, type and days; the running balance stays that of all rows. */
async function testFilters(user: Person, all: string): Promise<void> {
  const { page } = user;
  const count = countOf(page);
  const isPhone = await page.getByRole('button', { name: /^Filters/ }).isVisible();
  await page.evaluate(() => window.scrollTo(0, 0));
  await narrow(user, async () => {
    await user.choose(page.getByRole('combobox', { name: 'Status' }), 'Rejected');
  });
  await expect(count).toHaveText('Showing 12 transactions');
  await expect(user.row('OLD-0000200')).toContainText('₹5,100.00');
  await narrow(user, async () => {
    await user.choose(page.getByRole('combobox', { name: 'Type' }), 'Deposit');
    if (isPhone) await expectAccessibleAgain(page, 'the sheet of filters');
  });
  await expect(page.getByText('No transactions found')).toBeVisible();
  await user.press(page.getByRole('button', { name: 'Clear', exact: true }));
  await expect(count).toHaveText(all);
  await page.getByRole('searchbox').fill('old-0000777');
  await expect(count).toHaveText('Showing 1 transaction');
  await expect(page).toHaveURL(/search=old-0000777/);
  await user.press(page.getByRole('button', { name: 'Clear', exact: true }));
  await narrow(user, async () => {
    await pickDay(user, 'To Date', LAST_DAY);
    await pickDay(user, 'From Date', LAST_DAY);
  });
  // 05:30, 11:30, 17:30 and 23:30 in India.
  await expect(count).toHaveText('Showing 4 transactions');
  await expectAccessibleAgain(page, 'passbook, narrowed');
  await expectNoSideScroll(page);
}

/** Sets filters; on a phone they are in a sheet. */
async function narrow(user: Person, set: () => Promise<void>): Promise<void> {
  const sheet = user.dialog('Filters');
  const open = user.page.getByRole('button', { name: /^Filters/ });
  const isPhone = await open.isVisible();
  if (isPhone) await user.press(open);
  await set();
  if (!isPhone) return;
  await user.press(sheet.getByRole('button', { name: 'Show transactions' }));
  await expect(sheet).toHaveCount(0);
}

async function pickDay(user: Person, field: string, day: string): Promise<void> {
  await user.press(user.page.getByRole('button', { name: field }));
  const choice = user.page.getByRole('button', { name: day, exact: true });
  const previous = user.page.getByRole('button', { name: 'Previous month' });
  await expect(previous).toBeVisible();
  // On the first day of a month, the calendar may not show the day before.
  if ((await choice.count()) === 0) await user.press(previous);
  await user.press(choice);
}

test.describe('printing the passbook', () => {
  const ROWS = 229;
  const PERIOD = `${inEnglish(daysBefore(58))} – ${inEnglish(START)}`;

  /** Opens the passbook in the dark scheme and disables `window.print`, so that the sheet stays. */
  async function openAtNight(page: Page, path: string): Promise<Person> {
    await page.addInitScript(() => {
      window.print = () => window.dispatchEvent(new Event('beforeprint'));
    });
    await page.emulateMedia({ colorScheme: 'dark' });
    const user = new Person(page);
    await user.signInByApi(ACCOUNTS.demo, path);
    await expect(page.getByText(/^Showing .* transactions?$/)).toBeVisible();
    return user;
  }

  test('prints all filtered rows with name and period, in light colours and without the frame', async ({
    wallet,
    openBrowser,
  }) => {
    await addHistory(wallet, ROWS);
    const page = await openBrowser(DEVICES.phone);
    await openAtNight(page, '/user/passbook?type=deposit');
    await page.getByRole('button', { name: /^Filters/ }).click();
    const filters = page.getByRole('dialog', { name: 'Filters' });
    await filters.getByRole('button', { name: 'Print or save as PDF' }).click();
    await expect(page.locator('table')).toBeAttached();
    await page.emulateMedia({ media: 'print' });
    const sheet = page.getByRole('region', { name: 'Passbook' });
    await expect(sheet).toContainText('Showing 115 transactions');
    await expect(sheet.locator('tbody tr')).toHaveCount(115);
    await expect(sheet).toContainText('demo');
    await expect(sheet).toContainText(PERIOD);
    await expect(sheet.getByRole('row', { name: 'OLD-0000229' })).toBeVisible();
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    const colours = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body);
      return { backgroundColor, color };
    });
    expect(colours).toEqual({ backgroundColor: 'rgba(0, 0, 0, 0)', color: 'rgb(26, 34, 51)' });

    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await expect(page.locator('table')).toHaveCount(0);

    await page.goto('/user/passbook');
    await expect(countOf(page)).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await test.step('the fetched rows from the browser’s menu, and says so', async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
      await expect(sheet).toContainText(/Only the newest \d+ of 229 transactions are printed/);
      await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    });
    await test.step('all rows with its shortcut', async () => {
      await page.emulateMedia({ media: 'screen' });
      await expect(page.locator('table')).toHaveCount(0);
      await page.keyboard.press('Control+p');
      await page.emulateMedia({ media: 'print' });
      await expect(sheet.locator('tbody tr')).toHaveCount(ROWS);
    });
  });
});
