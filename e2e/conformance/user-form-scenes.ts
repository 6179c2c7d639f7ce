import { expect } from '../support/test.ts';
import { ACCOUNTS, type Wallet } from '../support/wallet.ts';
import type { Scenes, Visit } from './rows.ts';
import { become, fill, open } from './user-scenes.ts';

/** What users see, and a few requests of the demo user: ₹4,800 of their ₹5,000 are available. */
export function prepareForms(wallet: Wallet): Promise<void> {
  return fill(wallet);
}

/** Someone signs in, as whoever was is signed out, and opens the page of a form. */
async function enter(visit: Visit, path: string, heading: string): Promise<void> {
  await become(visit, ACCOUNTS.demo, path);
  await expect(visit.page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

const ACCOUNTS_PAGE = ['/user/bank-accounts', 'Your Bank Accounts'] as const;

async function addAccount(visit: Visit): Promise<void> {
  await visit.page.getByRole('button', { name: 'Add Bank Account' }).click();
}

/** The forms of users, one after the other; told that it is signed out, a form is the last of its session. */
export const userFormScenes = {
  'deposit form': (visit) => enter(visit, '/user/deposit', 'Deposit'),
  'withdraw, balance unknown': async (visit) => {
    await become(visit, ACCOUNTS.demo, '/user');
    await visit.page.route('**/rpc/balances/*', (route) => route.abort());
    await open(visit, '/user/withdraw', 'Withdraw');
  },
  'withdrawal form': async (visit) => {
    await visit.page.unrouteAll();
    await open(visit, '/user/withdraw', 'Withdraw');
  },
  'account form': async (visit) => {
    await enter(visit, ...ACCOUNTS_PAGE);
    await addAccount(visit);
  },
  'account form, again': async (visit) => {
    await visit.page.unrouteAll();
    await open(visit, ...ACCOUNTS_PAGE);
    await addAccount(visit);
  },
  'profile form': (visit) => enter(visit, '/user/profile', 'Profile Settings'),
  'withdrawal form, again': async (visit) => {
    await visit.page.unrouteAll();
    await open(visit, '/user/withdraw', 'Withdraw');
  },
} satisfies Scenes;

export type UserFormScene = keyof typeof userFormScenes;
