import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { refuse } from './support/answers.ts';
import { tokenTables } from './support/design-tokens.ts';
import { DEVICES } from './support/devices.ts';
import { type Look, type Showcase, withShowcase } from './support/showcase.ts';
import { sideBySide } from './support/side-by-side.ts';
import { type Placed, stacked } from './support/stacked.ts';

const docs = path.resolve(import.meta.dirname, '../docs');
/** Otherwise the service worker would serve files that a picture needs to be missing. */
const UNKEPT: Look = { serviceWorkers: 'block' };
const PHONE: Look = { ...DEVICES.phone, ...UNKEPT, isMobile: false };
const DESKTOP: Look = { ...UNKEPT, viewport: { width: 1280, height: 800 } };
const SCHEMES = ['light', 'dark'] as const;
const QUALITY = 72;

/** The content of a picture: a screen, or a part of it, in light and dark. */
type Shot = {
  look?: Look;
  who?: string;
  path: string;
  /** Runs before the screen is opened. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Runs once the screen is open. */
  prepareShown?: (page: Page) => Promise<unknown>;
  /** Visible once the screen has loaded. */
  shows: (page: Page) => Locator;
  part?: (page: Page) => Locator;
};

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name });
const FAILED = heading(/^(?:Something went wrong|The service is unavailable|You are offline)$/);

/** Pictures of a wallet with some weeks of history. */
const PICTURES: Record<string, Shot[]> = {
  'design-user': [
    { path: '/user', shows: (page) => page.getByText('View all') },
    { path: '/user/passbook', shows: (page) => page.getByText(/^Showing/) },
  ],
  'design-desk': [
    {
      look: DESKTOP,
      who: 'admin',
      path: '/admin/deposits/desk',
      // The newest: its receipt was copied.
      prepareShown: (page) =>
        page.getByRole('navigation', { name: 'Queue' }).getByRole('button').last().click(),
      shows: heading('Bank statement'),
    },
  ],
  'design-states': [
    {
      path: '/user/notifications',
      shows: (page) => page.getByRole('main').getByRole('article').first(),
    },
    { path: '/user/withdraw?tab=history', shows: (page) => page.getByText('Pending').first() },
  ],
  'design-failures': [
    {
      path: '/user/support',
      prepare: (page) => page.route('**/assets/user.support.index-*', (route) => route.abort()),
      shows: FAILED,
    },
    {
      path: '/user',
      prepare: (page) => refuse(page, 'rpc/sessions/current', 'UNAVAILABLE'),
      shows: FAILED,
    },
  ],
};

/** Pictures of a new wallet. */
const EMPTY_PICTURES: Record<string, Shot[]> = {
  'design-empty': [
    { path: '/user/passbook', shows: (page) => page.getByText('No transactions found') },
    { path: '/user/bank-accounts', shows: (page) => page.getByText('No bank accounts yet') },
  ],
};

/** The picture of the README, from the back to the front. */
const OVERVIEW: (Omit<Placed, 'picture'> & { shot: Shot; colorScheme: 'light' | 'dark' })[] = [
  {
    shot: { look: DESKTOP, path: '/user', shows: (page) => page.getByText('View all') },
    colorScheme: 'light',
    left: 50,
    top: 45,
    width: 1080,
  },
  {
    shot: {
      look: DESKTOP,
      who: 'admin',
      path: '/admin',
      shows: heading('Deposits and withdrawals per day'),
    },
    colorScheme: 'light',
    left: 470,
    top: 270,
    width: 1080,
  },
  {
    shot: { path: '/user', shows: (page) => page.getByText('View all') },
    colorScheme: 'dark',
    left: 90,
    top: 290,
    width: 305,
  },
];

await withShowcase(
  async (showcase) => {
    await takeAll(showcase, PICTURES);
    await takeOverview(showcase);
    await writeTables(showcase);
  },
  { hasQueue: true },
);
await withShowcase((showcase) => takeAll(showcase, EMPTY_PICTURES), { isFilled: false });
console.log('docs/design.md has the tokens and the pictures of now');

async function takeAll({ open }: Showcase, pictures: Record<string, Shot[]>): Promise<void> {
  for (const [name, shots] of Object.entries(pictures)) {
    const taken: Buffer[] = [];
    for (const shot of shots) {
      for (const colorScheme of SCHEMES) {
        const { page } = await open({ ...(shot.look ?? PHONE), colorScheme }, shot.who ?? 'demo');
        taken.push(await take(page, shot));
        await page.context().close();
      }
    }
    await writeFile(path.join(docs, 'images', `${name}.webp`), await sideBySide(taken, QUALITY));
  }
}

async function takeOverview({ open }: Showcase): Promise<void> {
  const placed: Placed[] = [];
  for (const { shot, colorScheme, ...place } of OVERVIEW) {
    const { page } = await open({ ...(shot.look ?? PHONE), colorScheme }, shot.who ?? 'demo');
    placed.push({ picture: await take(page, shot), ...place });
    await page.context().close();
  }
  const file = path.join(docs, 'images', 'overview.webp');
  await writeFile(file, await stacked(placed, { width: 1600, height: 1000, quality: 80 }));
}

async function take(page: Page, shot: Shot): Promise<Buffer> {
  const { path: address, prepare, prepareShown, shows, part } = shot;
  // The browser stores the support contact on its first visit.
  await page.waitForFunction(() => localStorage.getItem('support-contact') !== null);
  await prepare?.(page);
  await page.goto(address);
  await prepareShown?.(page);
  await shows(page).first().waitFor();
  // The page may reload itself meanwhile, when the service is available again.
  await page.waitForFunction(() => document.fonts.status === 'loaded');
  const isLoaded = () =>
    ![...document.querySelectorAll('.mantine-Skeleton-root')].some((one) => one.checkVisibility());
  await page.waitForFunction(isLoaded, null, { polling: 100 });
  return part ? part(page).screenshot() : page.screenshot();
}

/** Replaces the token tables of the page with the browser's current values. */
async function writeTables({ open }: Showcase): Promise<void> {
  const { page } = await open(DESKTOP, 'nobody');
  await page.goto('/login');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const file = path.join(docs, 'design.md');
  const text = await readFile(file, 'utf8');
  const tables = await tokenTables(page);
  const place = /(?<=<!-- tokens -->\n)[\s\S]*(?=<!-- end of tokens -->)/;
  if (!place.test(text)) throw new Error('docs/design.md has no place for the tokens');
  await writeFile(file, text.replace(place, `\n${tables}\n`));
  await page.context().close();
}
