import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { buildWhatIsStale } from '../scripts/build.ts';
import { findChromium } from '../scripts/chromium.ts';
import { type Caller, signInToApi } from './support/api.ts';
import { buildReceipt, type ImageFile } from './support/images.ts';
import { ACCOUNTS, Wallet } from './support/wallet.ts';

const projectDir = path.resolve(import.meta.dirname, '..');
const folder = path.join(projectDir, 'screenshots');

const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true };
/** Each screen is taken in every one of these. */
const LOOKS: Record<string, BrowserContextOptions & { language?: string }> = {
  desktop: DESKTOP,
  'desktop-dark': { ...DESKTOP, colorScheme: 'dark' },
  phone: PHONE,
  'phone-dark': { ...PHONE, colorScheme: 'dark' },
  'phone-hindi': { ...PHONE, language: 'hi' },
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

/** `npm run screenshots -- passbook` takes only the screens whose address holds the word. */
const wanted = process.argv.slice(2);

await buildWhatIsStale(projectDir);
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const wallet = await Wallet.start();
try {
  await live(wallet);
  const browser = await chromium.launch({ executablePath: await findChromium() });
  for (const [look, options] of Object.entries(LOOKS)) await take(browser, look, options);
  await browser.close();
} finally {
  await wallet.stop();
}
console.log(`The screenshots are in ${folder}`);

/** A few weeks of a small shop's wallet: what the screens show. */
async function live(running: Wallet): Promise<void> {
  const admin = await signInToApi(running, ACCOUNTS.admin);
  const demo = await signInToApi(running, ACCOUNTS.demo);
  await admin.upload(
    '/files/qr-codes',
    { name: 'HDFC Bank UPI', description: 'Scan with any UPI app', isActive: true },
    await drawQrCode(),
  );
  const [source] = await admin.api.sources.listActive();
  for (const amount of ['25000', '4999.50', '1200', '18750', '640.25', '3000']) {
    await deposit(demo, amount, amount === '3000' ? 'Rent share for November' : undefined);
  }
  const { rows } = await admin.api.transactions.list({ type: 'deposit', tab: 'pending' });
  const [newest, second, ...older] = rows;
  for (const { id } of older) {
    await admin.api.transactions.approve({ id, sourceId: source?.id, requestKey: key() });
  }
  if (second) {
    const notes = 'The receipt shows another amount';
    await admin.api.transactions.reject({ id: second.id, notes, requestKey: key() });
  }
  if (!newest) throw new Error('No deposit waits for an administrator');
  const account = await demo.api.bankAccounts.create({
    accountName: 'Demo Kumar',
    accountNumber: '50100234567891',
    bankName: 'HDFC Bank',
    ifscCode: 'HDFC0001234',
    isDefault: true,
  });
  for (const amount of ['7500', '1500']) {
    await demo.api.withdrawals.request({ amount, bankAccountId: account.id, requestKey: key() });
  }
  const waiting = await admin.api.transactions.list({ type: 'withdrawal', tab: 'pending' });
  const paid = waiting.rows.at(-1);
  if (paid) await admin.api.transactions.approve({ id: paid.id, requestKey: key() });
}

/** A picture that looks like a QR code; no camera will read anything from it. */
async function drawQrCode(): Promise<ImageFile> {
  const size = 29;
  const corner = (x: number, y: number) =>
    `<path d="M${x} ${y}h7v7h-7zm1 1v5h5v-5zm1 1h3v3h-3z" fill-rule="evenodd"/>`;
  const inCorner = (x: number, y: number) =>
    (x < 8 && y < 8) || (x > size - 9 && y < 8) || (x < 8 && y > size - 9);
  const cells = Array.from({ length: size * size }, (_, n) => [n % size, Math.floor(n / size)]);
  const dots = cells
    .filter(([x = 0, y = 0]) => !inCorner(x, y) && (x * 7 + y * 13 + x * y * 5) % 11 < 5)
    .map(([x, y]) => `<rect x="${x}" y="${y}" width="1" height="1"/>`);
  const drawing = [corner(0, 0), corner(size - 7, 0), corner(0, size - 7), ...dots].join('');
  const box = `-2 -2 ${size + 4} ${size + 4}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="660" height="660"><rect x="-2" y="-2" width="100%" height="100%" fill="#fff"/>${drawing}</svg>`;
  const buffer = await sharp(Buffer.from(svg)).png().toBuffer();
  return { name: 'qr.png', mimeType: 'image/png', buffer };
}

function key(): string {
  return crypto.randomUUID();
}

async function deposit(caller: Caller, amount: string, notes: string | undefined): Promise<void> {
  const form = { amount, notes, requestKey: key() };
  await caller.upload('/files/deposits', form, await buildReceipt());
}

async function take(
  browser: Browser,
  look: string,
  { language, ...options }: BrowserContextOptions & { language?: string },
): Promise<void> {
  for (const [who, screens] of Object.entries(SCREENS)) {
    const context = await browser.newContext({ ...options, locale: 'en-IN' });
    context.setDefaultTimeout(120_000);
    const page = await context.newPage();
    if (language) {
      await page.addInitScript(
        (code) => localStorage.setItem('preferred_language', code),
        language,
      );
    }
    if (who === 'admin' || who === 'demo') await signIn(page, who);
    const chosen = screens.filter(
      (screen) => wanted.length === 0 || wanted.some((word) => screen.includes(word)),
    );
    for (const screen of chosen) await shoot(page, screen, look);
    await context.close();
  }
}

async function signIn(page: Page, who: keyof typeof ACCOUNTS): Promise<void> {
  await page.goto(`${wallet.baseUrl}/login`);
  const { username, password } = ACCOUNTS[who];
  await page.locator('input[autocomplete="username"]').fill(username);
  await page.locator('input[autocomplete="current-password"]').fill(password);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

async function shoot(page: Page, screen: string, look: string): Promise<void> {
  await page.goto(wallet.baseUrl + screen);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('load');
  await page.evaluate(() => document.fonts.ready);
  // The event stream keeps the network busy: the skeletons' end is what says that all is there.
  await page.waitForFunction(() => !document.querySelector('.mantine-Skeleton-root'));
  const name = screen.slice(1).replaceAll(/[/?=]/g, '-');
  await page.screenshot({ path: path.join(folder, `${name}-${look}.png`), fullPage: true });
}
