import sharp from 'sharp';
import type { BannerForm } from '#contract/banners/schema.ts';
import { type Caller, signInToApi } from './api.ts';
import { buildReceipt, type ImageFile } from './images.ts';
import { ACCOUNTS, type Wallet } from './wallet.ts';

/** A few weeks of a small shop's wallet, for the screens. */
export async function seedDemoData(wallet: Wallet): Promise<void> {
  const admin = await signInToApi(wallet, ACCOUNTS.admin);
  const demo = await signInToApi(wallet, ACCOUNTS.demo);
  await admin.upload(
    '/files/qr-codes',
    { name: 'HDFC Bank UPI', description: 'Scan with any UPI app', isActive: true },
    await drawQrCode(),
  );
  await advertise(admin);
  // Off, so that no service is called.
  await admin.api.webhooks.create({
    url: 'https://accounts.sharma-stores.example/wallet/events',
    description: 'Bookkeeping of the shop',
    eventTypes: ['deposit.approved', 'withdrawal.approved'],
    isActive: false,
  });
  await admin.api.apiKeys.create({ name: 'Bookkeeping', scopes: ['requests:read'], days: 90 });
  const { key: old } = await admin.api.apiKeys.create({
    name: 'Spreadsheet of the branch in Kochi',
    scopes: ['requests:read', 'users:read'],
    days: 30,
  });
  await admin.api.apiKeys.revoke({ id: old.id });
  for (const username of ['asha.verma', 'ravi', 'lakshmi.menon', 'meena']) {
    await admin.api.users.create({ username, password: `${username}-of-e2e` });
  }
  const [source] = await admin.api.sources.listActive();
  for (const amount of ['25000', '4999.50', '1200', '18750', '640.25', '3000']) {
    await deposit(demo, amount, amount === '3000' ? 'Rent share for November' : undefined);
  }
  const { rows } = await admin.api.transactions.list({ type: 'deposit', tab: 'pending' });
  const [newest, second, ...older] = rows;
  for (const { id } of older) {
    await decide(admin, { ids: [id], decision: 'approved', sourceId: source?.id });
  }
  if (second) {
    const notes = 'The receipt shows another amount';
    await decide(admin, { ids: [second.id], decision: 'rejected', notes });
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
  if (!paid) throw new Error('No withdrawal waits for an administrator');
  await decide(admin, { ids: [paid.id], decision: 'approved' });
}

type Decision = Omit<Parameters<Caller['api']['review']['decide']>[0], 'requestKey'>;

/** Throws Error if a decision is refused. */
async function decide({ api }: Caller, decision: Decision): Promise<void> {
  const { results } = await api.review.decide({ ...decision, requestKey: key() });
  const refusal = results.find((result) => result.refusal)?.refusal;
  if (refusal) throw new Error(`A decision was refused: ${refusal.code}`);
}

async function advertise(admin: Caller): Promise<void> {
  const banner: BannerForm = {
    title: 'Festival offer',
    description: 'No fee on deposits this week',
    linkUrl: 'https://offers.example',
    isActive: true,
  };
  await admin.upload('/files/banners', banner, await drawBanner());
  await admin.api.siteUrls.create({
    title: 'Price list',
    url: 'https://prices.example',
    description: 'What the shop charges',
    displayOrder: 0,
    isActive: true,
  });
}

/** A picture that looks like a QR code, but cannot be scanned. */
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

/** A festival evening: lamps under a dark sky. */
async function drawBanner(): Promise<ImageFile> {
  const lamps = Array.from({ length: 9 }, (_, n) => {
    const [x, y] = [80 + n * 130, 285 + 22 * Math.sin(n * 1.9)];
    return (
      `<circle cx="${x}" cy="${y - 34}" r="62" fill="url(#glow)"/>` +
      `<path d="M${x} ${y - 66}q17 25 0 42q-17-17 0-42" fill="#ffd166"/>` +
      `<path d="M${x - 40} ${y - 20}h80q-10 38-40 38t-40-38" fill="#c2410c"/>`
    );
  });
  const sparks = Array.from({ length: 60 }, (_, n) => {
    const [x, y] = [(n * 397) % 1200, (n * 89) % 190];
    return `<circle cx="${x}" cy="${y}" r="${1 + (n % 3)}" fill="#ffe8b5" opacity="${0.3 + (n % 5) / 8}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="400">
    <defs>
      <linearGradient id="sky" x1="0" y1="0" x2="0.6" y2="1">
        <stop stop-color="#1e1b4b"/><stop offset="0.6" stop-color="#5b21b6"/><stop offset="1" stop-color="#be185d"/>
      </linearGradient>
      <radialGradient id="glow"><stop stop-color="#ffd166" stop-opacity="0.7"/><stop offset="1" stop-color="#ffd166" stop-opacity="0"/></radialGradient>
    </defs>
    <rect width="1200" height="400" fill="url(#sky)"/>${sparks.join('')}${lamps.join('')}
  </svg>`;
  const buffer = await sharp(Buffer.from(svg)).webp().toBuffer();
  return { name: 'banner.webp', mimeType: 'image/webp', buffer };
}
