import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { TransactionType } from '#contract/transactions/rules.ts';
import { signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { addOtherWork } from './support/other-work.ts';
import type { Person } from './support/person.ts';
import { lookAround, SCREENS as OPENING, type Screen, visit } from './support/screens.ts';
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
  nobody: ['/login', '/single-sign-on', '/reset-password', '/nowhere'],
  demo: [
    '/user',
    '/user/dashboard',
    '/user/deposit',
    '/user/withdraw',
    '/user/withdraw?tab=history',
    '/user/bank-accounts',
    '/user/passbook',
    // Fixed: any month shows the filter.
    '/user/passbook?from=2026-10-01&to=2026-10-31',
    '/user/passbook?details={rejected}',
    '/user/deposit?again={rejected}',
    '/user/notifications',
    '/user/profile',
    '/user/security',
    '/user/support',
    '/user/support?about={rejected}',
    '/user/support/{conversation}',
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
    '/admin/statements?tab=accounts',
    '/admin/verifications',
    '/admin/verifications/{demo}/{verification}',
    '/admin/messages',
    '/admin/messages/{demo}/{conversation}',
    '/admin/approvals',
    '/admin/audit',
    '/admin/settings/general',
    '/admin/settings/approvals',
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
 * `npm run screenshots -- passbook` captures only screens whose address contains the word, `-- 360x740-dark-ta` only that look,
 * `-- dark` all dark ones, `-- dark ta` the Tamil ones of these; of several whole looks, each is captured.
 * `-- opened` captures instead what opens on the screens, such as dialogs and menus.
 */
const OPENED = 'opened';
const words = process.argv.slice(2);
const isOfLook = (word: string) =>
  Object.keys(LOOKS).some((look) => `-${look}-`.includes(`-${word}-`));
const wholeLooks = words.filter((word) => word in LOOKS);
const partsOfLooks = words.filter((word) => isOfLook(word) && !(word in LOOKS));
const isWantedLook = (look: string) =>
  (wholeLooks.length === 0 || wholeLooks.includes(look)) &&
  partsOfLooks.every((word) => `-${look}-`.includes(`-${word}-`));
const wanted = words.filter((word) => !isOfLook(word) && word !== OPENED);

// A part is added to the others.
if (words.length === 0) await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
/** The ids in addresses. */
const ids = { demo: '', rejected: '', copied: '', unusual: '', conversation: '', verification: '' };
await withShowcase(takeAll, { hasQueue: true });
console.log(`The screenshots are in ${folder}`);

async function takeAll({ wallet, open }: Showcase): Promise<void> {
  const { userId, api } = await signInToApi(wallet, ACCOUNTS.demo);
  const { rows } = await api.transactions.passbook({ status: 'rejected' });
  const admin = await signInToApi(wallet, ACCOUNTS.admin);
  const newest = async (type: TransactionType) =>
    (await admin.api.transactions.list({ type, tab: 'pending' })).rows[0]?.id;
  Object.assign(ids, {
    demo: userId,
    rejected: rows[0]?.id,
    copied: await newest('deposit'),
    unusual: await newest('withdrawal'),
    ...(await addOtherWork(wallet)),
  });
  for (const look of Object.keys(LOOKS)) {
    if (isWantedLook(look)) await take(open, look);
  }
}

async function take(open: Showcase['open'], look: string): Promise<void> {
  for (const [who, screens] of Object.entries(SCREENS)) {
    const person = await open(LOOKS[look] ?? {}, who);
    if (!words.includes(OPENED))
      for (const screen of screens.filter(isWantedScreen)) await shoot(person.page, screen, look);
    else if (who === 'demo' || who === 'admin')
      for (const screen of OPENING[who]) await shootOpened(person, screen, look);
    await person.page.context().close();
  }
}

function isWantedScreen(screen: string): boolean {
  return wanted.length === 0 || wanted.some((word) => screen.includes(word));
}

/** Captures the window with each dialog or menu that opens on a screen. */
async function shootOpened(person: Person, screen: Screen, look: string): Promise<void> {
  if (!screen.opens || !isWantedScreen(screen.path)) return;
  const opening = { ...screen, path: screen.path.replace('{asha}', ids.demo) };
  await visit(person, opening);
  await lookAround(person, opening, async (_layer, name) => {
    if (name !== opening.path) await person.page.screenshot({ path: fileOf(name, look) });
  });
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
  await page.screenshot({ path: fileOf(screen, look), fullPage: true });
}

function fileOf(name: string, look: string): string {
  return path.join(folder, `${name.slice(1).replaceAll(/[/?={}&, ]+/g, '-')}-${look}.png`);
}
