import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { type Caller, signInToApi } from './support/api.ts';
import { DEVICES } from './support/devices.ts';
import { type Look, type Showcase, withShowcase } from './support/showcase.ts';
import { sideBySide } from './support/side-by-side.ts';
import { importPayments, requestDeposits } from './support/statements.ts';
import { ACCOUNTS, type Wallet } from './support/wallet.ts';

const folder = path.resolve(import.meta.dirname, '../docs/images');
const DESKTOP: Look = { viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' };
const PHONE: Look = { ...DEVICES.phone, isMobile: false, serviceWorkers: 'block' };
const QUALITY = 60;
const ADDRESS = '/admin/reconciliation';

/** An invented statement of the evening. */
const FILE = {
  name: 'evening.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`Date,Narration,Reference,Debit,Credit
21/11/2026,UPI-ANANYA INVENTED,621912345644,,500.00
21/11/2026,SMS CHARGES,,17.70,
21/11/2026,NEFT CR-CHITRA INVENTED,SBINN22026112111431836,,"25,000.50"
`),
};

/** A screen of the day. `shows` is a text that only the loaded screen has. */
type Scene = { address: string; shows: string; prepare?: (page: Page) => Promise<void> };

const BEFORE: Record<string, Scene> = {
  'day-import': {
    address: '/admin/statements/import',
    shows: 'Nothing has been imported yet.',
    prepare: async (page) => {
      await page.getByLabel('Bank statement').setInputFiles(FILE);
      await page.getByRole('button', { name: 'Check file' }).click();
    },
  },
  'day-matches': { address: ADDRESS, shows: '₹1,250.00' },
  'day-unclaimed': { address: `${ADDRESS}?tab=unclaimed`, shows: '₹75.00' },
};
const AFTER: Record<string, Scene> = {
  'day-history': { address: `${ADDRESS}?tab=history`, shows: '₹1,250.00' },
  'day-automatic': {
    address: '/admin/settings/requests',
    shows: 'Waiting time (minutes)',
    prepare: (page) =>
      page.getByRole('heading', { name: 'Automatic approvals' }).evaluate((title) => {
        title.scrollIntoView({ block: 'start' });
        window.scrollBy(0, -100);
      }),
  },
  'day-balances': { address: `${ADDRESS}?tab=balances`, shows: 'Current account' },
};

await withShowcase(async ({ wallet, open }) => {
  const admin = await signInToApi(wallet, ACCOUNTS.admin);
  await receiveMoney(wallet, admin);
  await takeAll(open, BEFORE);
  await acceptAll(admin);
  await takeAll(open, AFTER);
});
console.log(`The pictures are in ${folder}`);

/** Invented payments: two that fit, one of another amount and one without a request. */
async function receiveMoney(wallet: Wallet, admin: Caller): Promise<void> {
  await requestDeposits(wallet, [
    { amount: '1250', utr: '621812345611' },
    { amount: '800', utr: '621812345622' },
    { amount: '300', utr: '621812345633' },
  ]);
  const day = wallet.now().toISOString().slice(0, 10);
  await importPayments(admin, [
    { day, narration: 'UPI-DEMO INVENTED', utr: '621812345611', amount: '1250.00' },
    { day, narration: 'UPI-DEMO INVENTED', utr: '621812345622', amount: '800.00' },
    { day, narration: 'UPI-DEMO INVENTED', utr: '621812345633', amount: '350.00' },
    { day, narration: 'INTEREST', amount: '75.00' },
  ]);
  while ((await admin.api.reconciliation.summary()).certain.count < 2) {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function acceptAll({ api }: Caller): Promise<void> {
  const { rows } = await api.reconciliation.matches({
    state: 'proposed',
    grade: 'certain',
    limit: 20,
  });
  await api.reconciliation.accept({
    ids: rows.map(({ id }) => id),
    requestKey: crypto.randomUUID(),
  });
}

async function takeAll(open: Showcase['open'], scenes: Record<string, Scene>): Promise<void> {
  for (const [name, scene] of Object.entries(scenes)) {
    const taken = [await take(open, DESKTOP, scene), await take(open, PHONE, scene)];
    await writeFile(path.join(folder, `${name}.webp`), await sideBySide(taken, QUALITY));
  }
}

async function take(
  open: Showcase['open'],
  look: Look,
  { address, shows, prepare }: Scene,
): Promise<Buffer> {
  const { page } = await open(look, 'admin');
  await page.waitForFunction(() => localStorage.getItem('support-contact') !== null);
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await prepare?.(page);
  await page.getByRole('main').getByText(shows).first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot();
  await page.context().close();
  return picture;
}
