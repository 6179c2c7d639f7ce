import type { Page } from '@playwright/test';
import { fundDemo, requestAlike, requestWithdrawals, signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { Person } from './support/person.ts';
import { MEASURED } from './support/short.ts';
import { expect, test } from './support/test.ts';
import { ACCOUNTS, type Wallet } from './support/wallet.ts';

const LISTS = [
  { path: '/admin/deposits', heading: 'Deposits Management', total: 37 },
  { path: '/admin/withdrawals', heading: 'Withdrawals Management', total: 13 },
  { path: '/admin/transactions', heading: 'Transactions', total: 50 },
  { path: '/admin/users', heading: 'User Management', total: 14 },
] as const;
const DESKTOP = { screen: DEVICES.desktop.viewport, rows: 12 };
const PHONE = { screen: { width: 360, height: 740 }, rows: 4 };
/** The largest number of elements of a page with a list of 50 rows. */
const MAX_ELEMENTS = 1500;

test('lists show twelve rows on a small desktop screen and four on a phone in every language', async ({
  wallet,
  openBrowser,
}) => {
  await addRows(wallet);
  const page = await openBrowser({ viewport: DESKTOP.screen });
  let admin = new Person(page);
  await admin.signInByApi(ACCOUNTS.admin, '/admin/deposits');
  let languages = MEASURED;
  for (const list of LISTS) {
    await admin.open(list.path, admin.t(list.heading));
    for (const language of languages) {
      if (language !== admin.language) admin = await admin.changeLanguage(language);
      await measure(admin, list);
    }
    // The next list begins in the language in which this one ended.
    languages = languages.toReversed();
  }
});

async function measure(admin: Person, { path, heading, total }: (typeof LISTS)[number]) {
  const { page, language, t } = admin;
  await expect(page.getByRole('heading', { level: 1, name: t(heading) })).toBeVisible();
  for (const { screen, rows } of [PHONE, DESKTOP]) {
    await page.setViewportSize(screen);
    const list = `${language} ${path} at ${screen.width}`;
    await expect(rowsOf(page), list).toHaveCount(total);
    await expect.poll(() => countSeen(page), list).toBeGreaterThanOrEqual(rows);
    await expect.poll(() => page.locator('*').count(), list).toBeLessThanOrEqual(MAX_ELEMENTS);
  }
}

const rowsOf = (page: Page) => page.locator('main [data-key]');

async function addRows(wallet: Wallet): Promise<void> {
  const amounts = Array.from({ length: 37 }, (_, at) => String(100 + at));
  await fundDemo(wallet, '5000');
  await requestAlike(wallet, amounts);
  await requestWithdrawals(wallet, amounts.slice(0, 13));
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  for (let at = 1; at <= 12; at += 1)
    await api.users.create({ username: `lakshmi.menon.${at}`, password: 'long-enough' });
}

/** How many rows of a list are on the screen without scrolling. */
async function countSeen(page: Page): Promise<number> {
  return rowsOf(page).evaluateAll((rows) => {
    const isSeen = (row: Element) => row.getBoundingClientRect().bottom <= window.innerHeight;
    return rows.filter(isSeen).length;
  });
}
