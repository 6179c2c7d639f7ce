import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { LANGUAGES, type Language } from '#contract/rules.ts';
import { buildWhatIsStale } from '../scripts/build.ts';
import { findChromium } from '../scripts/chromium.ts';
import { createDatabase } from '../server/testing/databases.ts';
import { startTestPostgres } from '../server/testing/postgres.ts';
import { signInToApi } from './support/api.ts';
import { setClock, USUAL_NOW } from './support/clock.ts';
import { DEVICES } from './support/devices.ts';
import { addWeeks } from './support/history.ts';
import { Person } from './support/person.ts';
import { fillWallet } from './support/shop.ts';
import { ACCOUNTS, Wallet } from './support/wallet.ts';

const projectDir = path.resolve(import.meta.dirname, '..');
const folder = path.join(projectDir, 'screenshots');

const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = { ...DEVICES.phone, isMobile: false, deviceScaleFactor: 2 };
/** Each screen is taken in every one of these. */
const LOOKS: Record<string, BrowserContextOptions & { language?: Language }> = {
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
    '/admin/withdrawals',
    '/admin/transactions',
    '/admin/sources',
    '/admin/qr-codes',
    '/admin/banners',
    '/admin/banks',
    '/admin/site-urls',
    '/admin/audit',
    '/admin/settings/general',
  ],
} satisfies Record<string, string[]>;

/**
 * `npm run screenshots -- passbook` takes only the screens whose address holds the word,
 * `npm run screenshots -- phone-ta` only that look, and both words together what both say.
 */
const words = process.argv.slice(2);
const wantedLooks = words.filter((word) => word in LOOKS);
const wanted = words.filter((word) => !(word in LOOKS));

await buildWhatIsStale(projectDir);
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const postgres = await startTestPostgres({ engine: 'embedded' });
const wallet = await Wallet.start({
  environment: { DATABASE_URL: await createDatabase(postgres.connectionString) },
  now: USUAL_NOW,
});
/** Whose details are shown. */
let demoId = '';
try {
  await fillWallet(wallet);
  await addWeeks(wallet);
  ({ userId: demoId } = await signInToApi(wallet, ACCOUNTS.demo));
  const browser = await chromium.launch({ executablePath: await findChromium() });
  for (const [look, options] of Object.entries(LOOKS)) {
    if (wantedLooks.length === 0 || wantedLooks.includes(look)) await take(browser, look, options);
  }
  await browser.close();
} finally {
  await wallet.stop();
  await postgres.stop();
}
console.log(`The screenshots are in ${folder}`);

async function take(
  browser: Browser,
  look: string,
  { language, ...options }: BrowserContextOptions & { language?: Language },
): Promise<void> {
  for (const [who, screens] of Object.entries(SCREENS)) {
    const context = await browser.newContext({
      ...options,
      locale: 'en-IN',
      baseURL: wallet.baseUrl,
    });
    context.setDefaultTimeout(120_000);
    await context.addInitScript({ content: setClock(wallet.clockOffsetMs) });
    const page = await context.newPage();
    if (language) {
      await page.addInitScript(
        (code) => localStorage.setItem('preferred_language', code),
        language,
      );
    }
    if (who === 'admin' || who === 'demo') {
      await new Person(page, { language }).arrive(ACCOUNTS[who], '/user');
    }
    const chosen = screens.filter(
      (screen) => wanted.length === 0 || wanted.some((word) => screen.includes(word)),
    );
    for (const screen of chosen) await shoot(page, screen, look);
    await context.close();
  }
}

async function shoot(page: Page, screen: string, look: string): Promise<void> {
  await page.goto(screen.replace('{demo}', demoId));
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('load');
  await page.evaluate(() => document.fonts.ready);
  // The event stream keeps the network busy: the skeletons' end is what says that all is there, but for
  // those of a tab that is out of sight and has nothing fetched.
  const isLoaded = () =>
    ![...document.querySelectorAll('.mantine-Skeleton-root')].some((one) => one.checkVisibility());
  await page.waitForFunction(isLoaded, null, { polling: 100 });
  const name = screen.slice(1).replaceAll(/[/?={}]/g, '-');
  await page.screenshot({ path: path.join(folder, `${name}-${look}.png`), fullPage: true });
}
