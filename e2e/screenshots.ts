import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { LANGUAGES } from '#contract/shared/enums.ts';
import { signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { type Look, type Showcase, withShowcase } from './support/showcase.ts';
import { ACCOUNTS } from './support/wallet.ts';

const folder = path.resolve(import.meta.dirname, '../screenshots');

const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = { ...DEVICES.phone, isMobile: false, deviceScaleFactor: 2 };
/** Each screen is captured with every one of these. */
const LOOKS: Record<string, Look> = {
  desktop: DESKTOP,
  'desktop-dark': { ...DESKTOP, colorScheme: 'dark' },
  phone: PHONE,
  'phone-dark': { ...PHONE, colorScheme: 'dark' },
  ...Object.fromEntries(
    LANGUAGES.filter((language) => language !== 'en').map((language) => [
      `phone-${language}`,
      { ...PHONE, language },
    ]),
  ),
};
const SCREENS = {
  nobody: ['/login', '/nowhere'],
  demo: [
    '/user',
    '/user/dashboard',
    '/user/deposit',
    '/user/withdraw',
    '/user/withdraw?tab=history',
    '/user/bank-accounts',
    '/user/passbook',
    '/user/notifications',
    '/user/profile',
    '/user/support',
  ],
  admin: [
    '/admin',
    '/admin/users',
    '/admin/users/create',
    '/admin/users/{demo}',
    '/admin/deposits',
    '/admin/deposits/desk',
    '/admin/withdrawals',
    '/admin/withdrawals/desk',
    '/admin/reconciliation',
    '/admin/reconciliation?tab=unclaimed',
    '/admin/reconciliation?tab=waiting',
    '/admin/reconciliation?tab=history',
    '/admin/transactions',
    '/admin/sources',
    '/admin/qr-codes',
    '/admin/banners',
    '/admin/banks',
    '/admin/site-urls',
    '/admin/statements',
    '/admin/statements/import',
    '/admin/audit',
    '/admin/settings/general',
    '/admin/settings/webhooks',
    '/admin/settings/api',
  ],
} satisfies Record<string, string[]>;

/**
 * `npm run screenshots -- passbook` captures only screens whose address contains the word,
 * `npm run screenshots -- phone-ta` only that look; both words together combine the filters.
 */
const words = process.argv.slice(2);
const wantedLooks = words.filter((word) => word in LOOKS);
const wanted = words.filter((word) => !(word in LOOKS));

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
/** The user whose details page is captured. */
let demoId = '';
await withShowcase(async ({ wallet, open }) => {
  ({ userId: demoId } = await signInToApi(wallet, ACCOUNTS.demo));
  for (const look of Object.keys(LOOKS)) {
    if (wantedLooks.length === 0 || wantedLooks.includes(look)) await take(open, look);
  }
});
console.log(`The screenshots are in ${folder}`);

async function take(open: Showcase['open'], look: string): Promise<void> {
  for (const [who, screens] of Object.entries(SCREENS)) {
    const { page } = await open(LOOKS[look] ?? {}, who);
    const chosen = screens.filter(
      (screen) => wanted.length === 0 || wanted.some((word) => screen.includes(word)),
    );
    for (const screen of chosen) await shoot(page, screen, look);
    await page.context().close();
  }
}

async function shoot(page: Page, screen: string, look: string): Promise<void> {
  await page.goto(screen.replace('{demo}', demoId));
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('load');
  await page.evaluate(() => document.fonts.ready);
  // The event stream keeps the network busy, so wait until no skeleton is left, except
  // in hidden tabs, which load nothing.
  const isLoaded = () =>
    ![...document.querySelectorAll('.mantine-Skeleton-root')].some((one) => one.checkVisibility());
  await page.waitForFunction(isLoaded, null, { polling: 100 });
  const name = screen.slice(1).replaceAll(/[/?={}]/g, '-');
  await page.screenshot({ path: path.join(folder, `${name}-${look}.png`), fullPage: true });
}
