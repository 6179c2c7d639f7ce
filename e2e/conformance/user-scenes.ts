import {
  addQrCode,
  fundDemo,
  requestDeposit,
  requestWithdrawals,
  signInToApi,
} from '../support/api.ts';
import { buildQrImage } from '../support/images.ts';
import { expect } from '../support/test.ts';
import { ACCOUNTS, type Account, type Wallet } from '../support/wallet.ts';
import type { Scenes, Visit } from './rows.ts';

const NEWCOMER = { username: 'newcomer', password: 'newcomer-of-e2e' };

/** Someone who has done nothing yet. What there is to see for others is added when they come. */
export async function prepareUserSide(wallet: Wallet): Promise<void> {
  const admin = await signInToApi(wallet, ACCOUNTS.admin);
  await admin.api.users.create(NEWCOMER);
}

/** Everything that administrators keep for users, and a few requests of the demo user, decided and not. */
export async function fill(wallet: Wallet): Promise<void> {
  const { api, upload } = await signInToApi(wallet, ACCOUNTS.admin);
  for (const name of ['Shop counter', 'Second till']) await addQrCode(wallet, name);
  for (const title of ['Free of charge', 'Stay safe']) {
    await upload('/files/banners', { title, isActive: true }, await buildQrImage());
  }
  const url = 'https://example.com/rights';
  await api.siteUrls.create({ title: 'Your rights', url, displayOrder: 0 });
  await fundDemo(wallet, '5000');
  await requestDeposit(wallet, '300');
  const [id] = await requestWithdrawals(wallet, ['100', '200']);
  if (!id) throw new Error('No withdrawal was requested');
  await api.review.decide({
    ids: [id],
    decision: 'rejected',
    notes: 'Name differs',
    requestKey: crypto.randomUUID(),
  });
}

/** Signs in as someone, in place of whoever it was. */
export async function become(
  { page, person }: Visit,
  account: Account,
  home: string,
): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto('/favicon.svg');
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
  await person.arrive(account, home);
}

/** Opens a page and waits for its heading. */
export async function open({ page }: Visit, path: string, heading: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

/** The server's answers to a call never come. */
async function holdBack({ page }: Visit, call: string): Promise<void> {
  await page.route(`**/rpc/${call}*`, () => undefined);
}

/** The states of the user side's screens, in the order they are visited. */
export const userScenes = {
  entry: async ({ page }) => {
    await page.goto('/');
  },
  login: async (visit) => {
    await open(visit, '/login', 'Login to the product wallet');
  },
  'login under way': async (visit) => {
    await holdBack(visit, 'sessions/login');
    await visit.person.fillLogin('demo', 'whatever');
  },
  'unknown path': async (visit) => {
    await visit.page.unrouteAll({ behavior: 'ignoreErrors' });
    await open(visit, '/no/such/page', '404');
  },
  'newcomer, session being validated': async (visit) => {
    await become(visit, NEWCOMER, '/user');
    await holdBack(visit, 'sessions/current');
    await visit.page.goto('/user');
  },
  'newcomer, home being found': async ({ page }) => {
    await page.goto('/');
  },
  'newcomer, notification panel': async (visit) => {
    await visit.page.unrouteAll({ behavior: 'ignoreErrors' });
    await open(visit, '/user', 'Welcome, newcomer!');
    await visit.page.getByRole('button', { name: 'Notifications' }).click();
  },
  'newcomer, deposit': (visit) => open(visit, '/user/deposit', 'Deposit'),
  'newcomer, withdraw': (visit) => open(visit, '/user/withdraw', 'Withdraw'),
  'newcomer, add bank account': async ({ page }) => {
    await page.getByRole('button', { name: 'Add Bank Account' }).click();
  },
  'newcomer, passbook': (visit) => open(visit, '/user/passbook', 'Passbook'),
  'newcomer, notifications': (visit) => open(visit, '/user/notifications', 'Notifications'),
  'newcomer, profile': (visit) => open(visit, '/user/profile', 'Profile Settings'),
  dashboard: async (visit) => {
    await fill(visit.wallet);
    await become(visit, ACCOUNTS.demo, '/user');
    await expect(
      visit.page.getByRole('heading', { level: 1, name: 'Welcome, demo!' }),
    ).toBeVisible();
  },
  'avatar menu': async ({ page }) => {
    await page.getByRole('button', { name: 'Account menu' }).click();
  },
  'compact dashboard': (visit) => open(visit, '/user/dashboard', 'Welcome, demo!'),
  'notification panel': async ({ page }) => {
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(page.getByRole('dialog').getByRole('article')).not.toHaveCount(0);
  },
  deposit: (visit) => open(visit, '/user/deposit', 'Deposit'),
  withdraw: (visit) => open(visit, '/user/withdraw', 'Withdraw'),
  'withdrawal history': (visit) => open(visit, '/user/withdraw?tab=history', 'Withdraw'),
  'bank accounts': (visit) => open(visit, '/user/bank-accounts', 'Your Bank Accounts'),
  passbook: (visit) => open(visit, '/user/passbook', 'Passbook'),
  notifications: (visit) => open(visit, '/user/notifications', 'Notifications'),
  profile: (visit) => open(visit, '/user/profile', 'Profile Settings'),
  support: (visit) => open(visit, '/user/support', 'Contact Support'),
  'administrator, dashboard': async (visit) => {
    await become(visit, ACCOUNTS.admin, '/admin');
  },
  'administrator, home of users': (visit) => open(visit, '/user', 'Welcome, admin!'),
} satisfies Scenes;

export type UserScene = keyof typeof userScenes;
