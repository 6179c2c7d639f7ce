import type { Page } from '@playwright/test';
import {
  addQrCode,
  fundDemo,
  requestDeposit,
  requestWithdrawals,
  signInToApi,
} from '../support/api.ts';
import { buildPhoto } from '../support/images.ts';
import { expect } from '../support/test.ts';
import { ACCOUNTS, type Wallet } from '../support/wallet.ts';
import type { Scenes, Visit } from './rows.ts';

/** Someone with nothing but an account. */
export const PERSON = { username: 'asha', password: 'asha-of-e2e' };

/** The lists that every wallet starts with are emptied, so that each screen is first seen with nothing in it. */
export async function prepareAdminSide(wallet: Wallet): Promise<void> {
  await removeSources(wallet);
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  for (const { id } of await api.banks.listActive()) await api.banks.remove({ id });
  await api.users.create(PERSON);
}

async function removeSources(wallet: Wallet): Promise<void> {
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  for (const { id } of await api.sources.list()) await api.sources.remove({ id });
}

/** A new person of the same name: the old one's balance was changed, which left a transaction and a source. */
async function replacePerson(wallet: Wallet): Promise<void> {
  const { api } = await signInToApi(wallet, ACCOUNTS.admin);
  const { rows } = await api.users.list({ search: PERSON.username });
  for (const { id } of rows) await api.users.remove({ userId: id });
  await api.users.create(PERSON);
  await removeSources(wallet);
}

/** One of each thing that administrators keep, and requests of both types, decided and not. */
async function fill(wallet: Wallet): Promise<void> {
  const { api, upload } = await signInToApi(wallet, ACCOUNTS.admin);
  await api.sources.create({ name: 'Fair', isActive: true });
  await api.banks.create({ name: 'Bank of the Tests', code: 'BOTT' });
  await api.siteUrls.create({
    title: 'Your rights',
    url: 'https://example.com/rights',
    displayOrder: 0,
  });
  await addQrCode(wallet, 'Shop counter');
  for (const title of ['Festival', 'Stay safe']) {
    await upload('/files/banners', { title, isActive: true }, await buildPhoto());
  }
  await fundDemo(wallet, '5000');
  await requestDeposit(wallet, '300');
  const [id] = await requestWithdrawals(wallet, ['100', '200']);
  if (!id) throw new Error('No withdrawal was requested');
  await api.transactions.reject({ id, notes: 'Name differs', requestKey: crypto.randomUUID() });
}

/** Opens a page and waits for its heading. */
export async function open({ page }: Visit, path: string, heading: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

/** Presses a button of the page or of the dialog in front of it. */
export function press(page: Page, name: string | RegExp): Promise<void> {
  const buttons = page.getByRole('button', { name, exact: typeof name === 'string' });
  return buttons.last().click();
}

/** The server's answers to calls never come. */
async function holdBack({ page }: Visit, calls: string): Promise<void> {
  await page.route(`**/rpc/${calls}*`, () => undefined);
}

/** Whatever was held back never comes to the server. */
async function letGo({ page }: Visit): Promise<void> {
  await page.goto('about:blank');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** Opens a user's page from the list. */
async function view(visit: Visit, username: string): Promise<void> {
  await open(visit, `/admin/users?search=${username}`, 'User Management');
  await visit.page.getByRole('link', { name: `View ${username}` }).click();
  await expect(visit.page.getByRole('heading', { name: 'User Profile' })).toBeVisible();
}

/** What changes something, and so may fail although it is shown. */
const CHANGES =
  /\/rpc\/.*\/(?:create|update|remove|reorder|setCarousel|setStatus|setPassword|changeOwnPassword|adjustBalance|approve|reject)$/;
/** What a screen is made of; who is signed in stays known. */
const READS = /\/rpc\/(?!sessions|events|translations)/;

async function fail({ page }: Visit, calls: RegExp): Promise<void> {
  await page.route(calls, (route) => route.fulfill({ status: 500, body: '' }));
}

/** The states of the administrator side's screens, in the order they are visited. */
export const adminScenes = {
  dashboard: async (visit) => {
    await visit.person.signIn(ACCOUNTS.admin);
    await open(visit, '/admin', 'Admin Dashboard');
  },
  'avatar menu': async ({ page }) => {
    await page.getByRole('button', { name: 'Account menu' }).click();
  },
  'users on their way': async (visit) => {
    await holdBack(visit, 'users/list');
    await open(visit, '/admin/users', 'User Management');
  },
  users: async (visit) => {
    await letGo(visit);
    await open(visit, '/admin/users', 'User Management');
    await expect(visit.person.row('@asha')).toBeVisible();
  },
  'create user dialog': ({ page }) => press(page, 'Create User'),
  'balance dialog': async (visit) => {
    await open(visit, '/admin/users', 'User Management');
    await press(visit.page, 'Update balance of asha');
  },
  'no user found': async (visit) => {
    await open(visit, '/admin/users?search=nobody', 'User Management');
  },
  'create user': (visit) => open(visit, '/admin/users/create', 'Create User'),
  'user being created': async (visit) => {
    await holdBack(visit, 'users/create');
    await visit.page.getByRole('textbox', { name: 'Username' }).fill('ravi');
    await visit.page.getByLabel('Password', { exact: true }).fill('ravi-of-e2e');
    await press(visit.page, 'Create User');
  },
  user: async (visit) => {
    await letGo(visit);
    await view(visit, 'asha');
  },
  'password dialog': ({ page }) => press(page, 'Change Password'),
  'password being set': async (visit) => {
    await holdBack(visit, 'users/setPassword');
    for (const field of ['New Password', 'Confirm New Password']) {
      await visit.page.getByLabel(field, { exact: true }).fill('new-of-e2e');
    }
    await press(visit.page, 'Update Password');
  },
  'user inactive': async (visit) => {
    await letGo(visit);
    await view(visit, 'asha');
    await press(visit.page, 'Deactivate User');
  },
  'delete user dialog': async ({ page }) => {
    await press(page, 'Activate User');
    await expect(page.getByText('User activated successfully')).toBeVisible();
    await press(page, 'Delete User');
  },
  'user being deleted': async (visit) => {
    await holdBack(visit, 'users/remove');
    await press(visit.page, 'Delete User');
  },
  'default user': async (visit) => {
    await letGo(visit);
    await view(visit, 'demo');
  },
  'no such user': (visit) =>
    open(visit, '/admin/users/00000000-0000-7000-8000-000000000000', 'User Details'),
  'no deposits': async (visit) => {
    await replacePerson(visit.wallet);
    await open(visit, '/admin/deposits', 'Deposits Management');
  },
  'no deposit history': ({ page }) => page.getByRole('tab', { name: /^Deposit History/ }).click(),
  'no withdrawals': (visit) => open(visit, '/admin/withdrawals', 'Withdrawals Management'),
  'no withdrawal history': ({ page }) => page.getByRole('tab', { name: /^History/ }).click(),
  'no transactions': (visit) => open(visit, '/admin/transactions', 'Transactions'),
  'no sources': (visit) => open(visit, '/admin/sources', 'Source Management'),
  'no QR codes': (visit) => open(visit, '/admin/qr-codes', 'QR Code Management'),
  'no banners': (visit) => open(visit, '/admin/banners', 'Ad Banner Management'),
  'no banks': (visit) => open(visit, '/admin/banks', 'Bank Management'),
  'no site URLs': (visit) => open(visit, '/admin/site-urls', 'Site URLs'),
  deposits: async (visit) => {
    await fill(visit.wallet);
    await open(visit, '/admin/transactions/deposits', 'Deposits Management');
    await expect(visit.person.row('₹300.00')).toBeVisible();
  },
  'deposit receipt': ({ page }) => press(page, 'View receipt: ₹300.00, demo'),
  'deposit being approved': async ({ page }) => {
    await press(page, 'Approve Deposit');
    await expect(page.getByRole('dialog', { name: 'Approve Deposit' })).toBeVisible();
  },
  'deposit being rejected': async (visit) => {
    await open(visit, '/admin/deposits', 'Deposits Management');
    await press(visit.page, 'Reject: ₹300.00, demo');
  },
  'deposit history': async (visit) => {
    await open(visit, '/admin/deposits', 'Deposits Management');
    await visit.page.getByRole('tab', { name: /^Deposit History/ }).click();
  },
  'no deposit found': async ({ page }) => {
    await page.getByRole('searchbox').fill('no such deposit');
  },
  withdrawals: async (visit) => {
    await open(visit, '/admin/withdrawals', 'Withdrawals Management');
    await expect(visit.person.row('₹200.00')).toBeVisible();
  },
  'withdrawal details': ({ page }) => press(page, 'View: ₹200.00, demo'),
  'withdrawal being approved': async ({ page }) => {
    await press(page, 'Approve Withdrawal');
    await expect(page.getByRole('dialog', { name: 'Approve Withdrawal' })).toBeVisible();
  },
  'withdrawal history': async (visit) => {
    await open(visit, '/admin/withdrawals', 'Withdrawals Management');
    await visit.page.getByRole('tab', { name: /^History/ }).click();
  },
  transactions: async (visit) => {
    await open(visit, '/admin/transactions', 'Transactions');
    await expect(visit.person.row('₹300.00')).toBeVisible();
  },
  'receipt on its way': async (visit) => {
    await visit.page.route('**/files/receipts/**', () => undefined);
    await press(visit.page, 'Details: ₹5,000.00, demo');
  },
  'receipt lost': async (visit) => {
    await letGo(visit);
    await visit.page.route('**/files/receipts/**', (route) => route.abort());
    await open(visit, '/admin/transactions', 'Transactions');
    await press(visit.page, 'Details: ₹5,000.00, demo');
  },
  'receipt of a deposit lost': async (visit) => {
    await open(visit, '/admin/deposits', 'Deposits Management');
    await press(visit.page, 'View receipt: ₹300.00, demo');
  },
  'withdrawal among the transactions': async (visit) => {
    await letGo(visit);
    await open(visit, '/admin/transactions', 'Transactions');
    await press(visit.page, 'Details: ₹100.00, demo');
  },
  sources: (visit) => open(visit, '/admin/sources', 'Source Management'),
  'add source': ({ page }) => press(page, 'Add Source'),
  'edit source': async (visit) => {
    await open(visit, '/admin/sources', 'Source Management');
    await press(visit.page, 'Edit Fair');
  },
  'delete source': async (visit) => {
    await open(visit, '/admin/sources', 'Source Management');
    await press(visit.page, 'Delete Fair');
  },
  'QR codes': (visit) => open(visit, '/admin/qr-codes', 'QR Code Management'),
  'add QR code': ({ page }) => press(page, 'Add QR Code'),
  'edit QR code': async (visit) => {
    await open(visit, '/admin/qr-codes', 'QR Code Management');
    await press(visit.page, 'Edit Shop counter');
  },
  'delete QR code': async (visit) => {
    await open(visit, '/admin/qr-codes', 'QR Code Management');
    await press(visit.page, 'Delete Shop counter');
  },
  banners: (visit) => open(visit, '/admin/banners', 'Ad Banner Management'),
  banks: (visit) => open(visit, '/admin/banks', 'Bank Management'),
  'site URLs': (visit) => open(visit, '/admin/site-urls', 'Site URLs'),
  'add site URL': ({ page }) => press(page, 'Add Site URL'),
  settings: (visit) => open(visit, '/admin/settings/general', 'Settings'),
  'changes fail': async (visit) => {
    await fail(visit, CHANGES);
  },
  'nothing answers': async (visit) => {
    await letGo(visit);
    await open(visit, '/admin/settings/general', 'Settings');
    await fail(visit, READS);
  },
} satisfies Scenes;

export type AdminScene = keyof typeof adminScenes;
