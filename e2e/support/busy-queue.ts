import sharp from 'sharp';
import { groupIndian } from '#contract/shared/money.ts';
import { START } from '../../server/testing/clock.ts';
import { type Caller, signInToApi } from './api.ts';
import { inEnglish } from './clock.ts';
import type { ImageFile } from './images.ts';
import { importPayments } from './statements.ts';
import { ACCOUNTS, type Wallet } from './wallet.ts';

/** The password of the people of `addDemoHistory`. */
const PASSWORD = 'shop-of-e2e';

interface Request {
  username: string;
  /** In rupees. */
  amount: string;
  utr: string;
  payer: string;
  notes?: string;
}

const DEPOSITS: Request[] = [
  { username: 'asha.rao', amount: '2500', utr: '532618440127', payer: 'ASHA RAO' },
  { username: 'lakshmi.iyer', amount: '750', utr: '532618440311', payer: 'LAKSHMI IYER' },
  { username: 'farhan.ali', amount: '12000', utr: '532618440562', payer: 'FARHAN ALI' },
  { username: 'meera.nair', amount: '4999.50', utr: '532618440790', payer: 'MEERA NAIR' },
  { username: 'kiran.gowda', amount: '1200', utr: '532618440934', payer: 'KIRAN GOWDA' },
  { username: 'ravi.kumar', amount: '18750', utr: '532618441106', payer: 'RAVI KUMAR' },
  { username: 'joseph.dsouza', amount: '640.25', utr: '532618441258', payer: 'JOSEPH DSOUZA' },
  { username: 'asha.rao', amount: '1000', utr: '532618441390', payer: 'ASHA RAO' },
  { username: 'gurpreet.kaur', amount: '7500', utr: '532618441417', payer: 'GURPREET KAUR' },
  { username: 'meera.nair', amount: '300', utr: '532618441603', payer: 'MEERA NAIR' },
  { username: 'kiran.gowda', amount: '25000', utr: '532618441755', payer: 'KIRAN GOWDA' },
  { username: 'farhan.ali', amount: '500', utr: '532618441888', payer: 'FARHAN ALI' },
  { username: 'lakshmi.iyer', amount: '3400', utr: '532618441902', payer: 'LAKSHMI IYER' },
  { username: 'demo', amount: '3400', utr: '532618442077', payer: 'DEMO USER' },
];

/** People of the demo history without transactions. */
const NEWCOMERS = ['asha.rao', 'lakshmi.iyer', 'meera.nair', 'kiran.gowda', 'gurpreet.kaur'];

/** The receipt that one person sends with the amount of another's. */
const COPIED = { username: 'gurpreet.kaur', amount: '12000', notes: 'Paid for two orders' };

const WITHDRAWALS = [
  { username: 'asha.rao', amount: '400' },
  { username: 'kiran.gowda', amount: '1500' },
  { username: 'meera.nair', amount: '250' },
  { username: 'ravi.kumar', amount: '900' },
  { username: 'gurpreet.kaur', amount: '650' },
];

/**
 * Adds a morning's requests of several people to the demo history, for pictures: receipts that can be read and compared with
 * bank lines, and two requests with warnings.
 */
export async function fillQueue(wallet: Wallet): Promise<void> {
  const admin = await signInToApi(wallet, ACCOUNTS.admin);
  const people = new Map<string, Caller>();
  const personOf = async (username: string) => {
    const account = username === 'demo' ? ACCOUNTS.demo : { username, password: PASSWORD };
    const person = people.get(username) ?? (await signInToApi(wallet, account));
    people.set(username, person);
    return person;
  };
  await fund(admin, await Promise.all(NEWCOMERS.map(personOf)));
  for (const request of DEPOSITS)
    await deposit(await personOf(request.username), request, await drawReceipt(request));
  const original = DEPOSITS.find(({ amount }) => amount === COPIED.amount);
  if (!original) throw new Error('No receipt has the amount of the copied one');
  const copier = await personOf(COPIED.username);
  await deposit(copier, { ...original, ...COPIED }, await drawReceipt(original));
  for (const { username, amount } of WITHDRAWALS) await withdraw(await personOf(username), amount);
  await withdrawToOther(await personOf('farhan.ali'));
  await importLines(wallet, admin);
}

/** Approves a first deposit of each person, so that the next is nothing unusual. */
async function fund({ api }: Caller, people: Caller[]): Promise<void> {
  for (const [at, person] of people.entries()) {
    const request = { username: '', payer: 'FIRST DEPOSIT', utr: `53261843900${at}` };
    await deposit(
      person,
      { ...request, amount: '5000' },
      await drawReceipt({ ...request, amount: `500${at}` }),
    );
  }
  const { rows } = await api.transactions.list({ type: 'deposit', tab: 'pending' });
  const ids = rows.filter(({ amountPaise }) => amountPaise === 500_000).map(({ id }) => id);
  await api.review.decide({ ids, decision: 'approved', requestKey: key() });
}

async function deposit(caller: Caller, request: Request, receipt: ImageFile): Promise<void> {
  const { amount, utr, notes } = request;
  await caller.upload('/files/deposits', { amount, utr, notes, requestKey: key() }, receipt);
}

async function withdraw({ api }: Caller, amount: string): Promise<void> {
  const [account] = await api.bankAccounts.list();
  if (!account) throw new Error('The person has no bank account');
  await api.withdrawals.request({ amount, bankAccountId: account.id, requestKey: key() });
}

/** Of another holder, and far more than usual. */
async function withdrawToOther({ api }: Caller): Promise<void> {
  const { id } = await api.bankAccounts.create({
    accountName: 'Salim Sheikh',
    accountNumber: '918020045671234',
    isDefault: false,
    bankName: 'State Bank of India',
    ifscCode: 'SBIN0004521',
  });
  await api.withdrawals.request({ amount: '9800', bankAccountId: id, requestKey: key() });
}

/** The bank lines of all deposits but two: one has another amount, one is missing. */
async function importLines(wallet: Wallet, admin: Caller): Promise<void> {
  const day = wallet.now().toISOString().slice(0, 10);
  const payments = DEPOSITS.slice(0, -1).map(({ amount, utr, payer }, at) => ({
    day,
    utr,
    narration: `UPI-${payer}-${utr}`,
    amount: at === 4 ? '1020.00' : Number(amount).toFixed(2),
  }));
  await importPayments(admin, [...payments, { day, narration: 'INTEREST', amount: '75.00' }]);
}

function key(): string {
  return crypto.randomUUID();
}

/** A receipt as payment apps show it on a phone. */
async function drawReceipt({ amount, utr, payer }: Request): Promise<ImageFile> {
  const [rupees = '', paise = '00'] = Number(amount).toFixed(2).split('.');
  const facts = [
    ['Paid to', 'Demo shop', 'demo-shop@example'],
    ['From', payer, 'Account ending in 4471'],
    ['UTR', utr, ''],
    ['Date', `${inEnglish(START)}, 4:12 pm`, ''],
  ].map(
    ([label, value, hint], at) => `<g transform="translate(64 ${506 + at * 100})">
      <text font-size="20" fill="#5d687f">${label}</text><text y="36" font-size="28">${value}</text>
      <text x="412" y="36" font-size="18" text-anchor="end" fill="#5d687f">${hint}</text>
      <path d="M0 58h412" stroke="#e3e7ef" stroke-width="2"/></g>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="540" height="1000" font-family="Inter, Noto Sans, DejaVu Sans, sans-serif" fill="#1a2233">
    <rect width="540" height="1000" fill="#e7f6ee"/><rect x="32" y="56" width="476" height="888" rx="28" fill="#fff"/>
    <circle cx="270" cy="160" r="52" fill="#047857"/>
    <path d="m244 161 18 18 36-38" fill="none" stroke="#fff" stroke-width="10" stroke-linecap="round"/>
    <text x="270" y="262" font-size="28" text-anchor="middle" fill="#047857">Payment successful</text>
    <text x="270" y="350" font-size="60" font-weight="bold" text-anchor="middle">₹${groupIndian(rupees)}.${paise}</text>
    <text x="270" y="398" font-size="22" text-anchor="middle" fill="#5d687f">Paid by UPI</text>${facts.join('')}</svg>`;
  const buffer = await sharp(Buffer.from(svg)).png().toBuffer();
  return { name: 'receipt.png', mimeType: 'image/png', buffer };
}
