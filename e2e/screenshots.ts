import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { TransactionType } from '#contract/transactions/rules.ts';
import { signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { type Look, type Showcase, withShowcase } from './support/showcase.ts';
import { ACCOUNTS } from './support/wallet.ts';

const folder = path.resolve(import.meta.dirname, '../screenshots');

const SIZES = {
  '360x740': { ...DEVICES.phone, isMobile: false, viewport: { width: 360, height: 740 } },
  '390x844': { ...DEVICES.phone, isMobile: false },
  '1280x800': { viewport: { width: 1280, height: 800 } },
  '1440x900': { viewport: { width: 1440, height: 900 } },
  '1920x1080': { viewport: { width: 1920, height: 1080 } },
} satisfies Record<string, Look>;
const SCHEMES = ['light', 'dark'] as const;
/** English, and the languages with the longest words and the highest letters. */
const SHOWN_LANGUAGES = ['en', 'ta', 'te'] as const;
/** Each screen is captured with every one of these, such as 360x740-dark-ta. */
const LOOKS: Record<string, Look> = Object.fromEntries(
  Object.entries(SIZES).flatMap(([size, look]) =>
    SCHEMES.flatMap((colorScheme) =>
      SHOWN_LANGUAGES.map((language) => [
        `${size}-${colorScheme}-${language}`,
        { ...look, colorScheme, language },
      ]),
    ),
  ),
);
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
    '/user/passbook?from=2026-10-01&to=2026-10-31',
    '/user/passbook?details={rejected}',
    '/user/deposit?again={rejected}',
    '/user/notifications',
    '/user/profile',
    '/user/security',
    '/user/support',
    '/user/support?about={rejected}',
  ],
  admin: [
    '/admin',
    '/admin/users',
    '/admin/users/create',
    '/admin/users/{demo}',
    '/admin/users/{demo}?tab=requests',
    '/admin/users/{demo}?tab=activity',
    '/admin/deposits',
    '/admin/deposits/desk?id={copied}',
    '/admin/withdrawals',
    '/admin/withdrawals/desk?id={unusual}',
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
    '/admin/verifications',
    '/admin/messages',
    '/admin/approvals',
    '/admin/audit',
    '/admin/settings/general',
    '/admin/settings/brand',
    '/admin/settings/limits',
    '/admin/settings/requests',
    '/admin/settings/reasons',
    '/admin/settings/security',
    '/admin/settings/webhooks',
    '/admin/settings/api',
  ],
} satisfies Record<string, string[]>;

/**
 * `npm run screenshots -- passbook` captures only screens whose address contains the word,
 * `npm run screenshots -- 360x740-dark-ta` only that look, `-- dark` all dark ones; several words combine the filters.
 */
const words = process.argv.slice(2);
const isOfLook = (word: string) =>
  Object.keys(LOOKS).some((look) => `-${look}-`.includes(`-${word}-`));
const wantedLooks = words.filter(isOfLook);
const wanted = words.filter((word) => !isOfLook(word));

// A part is added to the others.
if (words.length === 0) await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
/** The ids in addresses. */
const ids = { demo: '', rejected: '', copied: '', unusual: '' };
await withShowcase(takeAll, { hasQueue: true });
console.log(`The screenshots are in ${folder}`);

async function takeAll({ wallet, open }: Showcase): Promise<void> {
  const { userId, api } = await signInToApi(wallet, ACCOUNTS.demo);
  const { rows } = await api.transactions.passbook({ status: 'rejected' });
  const admin = await signInToApi(wallet, ACCOUNTS.admin);
  const newest = async (type: TransactionType) =>
    (await admin.api.transactions.list({ type, tab: 'pending' })).rows[0]?.id;
  Object.assign(ids, {
    ...{ demo: userId, rejected: rows[0]?.id },
    ...{ copied: await newest('deposit'), unusual: await newest('withdrawal') },
  });
  for (const look of Object.keys(LOOKS)) {
    if (wantedLooks.every((word) => `-${look}-`.includes(`-${word}-`))) await take(open, look);
  }
}

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
  const address = Object.entries(ids).reduce(
    (path, [name, id]) => path.replace(`{${name}}`, id),
    screen,
  );
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('load');
  await page.evaluate(() => document.fonts.ready);
  // The event stream keeps the network busy, so wait until no skeleton and no loader is left, except
  // in hidden tabs, which load nothing.
  const isLoaded = () =>
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy') &&
    ![...document.querySelectorAll('.mantine-Skeleton-root, .mantine-Loader-root')].some((one) =>
      one.checkVisibility(),
    );
  await page.waitForFunction(isLoaded, null, { polling: 100 });
  const name = screen.slice(1).replaceAll(/[/?={}&]/g, '-');
  await page.screenshot({ path: path.join(folder, `${name}-${look}.png`), fullPage: true });
}
