import type { Locator, Page } from '@playwright/test';
import { LANGUAGES } from '#contract/shared/enums.ts';
import { addHistory } from './support/history.ts';
import { Person } from './support/person.ts';
import { settled } from './support/screens.ts';
import { expect, expectNoSideScroll, test } from './support/test.ts';
import { ACCOUNTS } from './support/wallet.ts';

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
const LAPTOP = { viewport: { width: 1366, height: 768 } };
/** Reference numbers of the history. */
const REFERENCE = /OLD-\d{7}/;

// The history has no ledger entries and receipts, which a scheduled verification would report.
test.use({ environment: { VERIFY_EVERY: 'off' } });

/** The number of transactions that are completely visible without scrolling. */
async function countVisible(page: Page, rows: Locator): Promise<number> {
  const bar = page.getByRole('navigation').filter({ visible: true }).last();
  const { height } = page.viewportSize() ?? { height: 0 };
  const end = (await bar.boundingBox())?.y ?? 0;
  const bottom = end > height / 2 ? end : height;
  return rows.evaluateAll(
    (all, edge) => all.filter((row) => row.getBoundingClientRect().bottom <= edge).length,
    bottom,
  );
}

test('shows six transactions on the first screen of a phone in every language', async ({
  wallet,
  openBrowser,
}) => {
  await addHistory(wallet, 40);
  let user = new Person(await openBrowser(PHONE), PHONE);
  const { page } = user;
  await user.signInByApi(ACCOUNTS.demo, '/user/passbook');
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: REFERENCE });
  for (const language of LANGUAGES) {
    if (language !== LANGUAGES[0]) user = await user.changeLanguage(language);
    const name = user.t('Passbook');
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
    await settled(page);
    await expect(rows.nth(6)).toBeAttached();
    expect(await countVisible(page, rows), language).toBeGreaterThanOrEqual(6);
    await expectNoSideScroll(page);
  }
});

test('shows ten transactions on the first screen of a laptop', async ({ wallet, openBrowser }) => {
  await addHistory(wallet, 40);
  const user = new Person(await openBrowser(LAPTOP));
  await user.signInByApi(ACCOUNTS.demo, '/user/passbook');
  const rows = user.page.getByRole('row').filter({ hasText: REFERENCE });
  await expect(rows.nth(10)).toBeAttached();
  expect(await countVisible(user.page, rows)).toBeGreaterThanOrEqual(10);
});
