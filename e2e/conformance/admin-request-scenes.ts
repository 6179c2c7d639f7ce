import { expect } from '../support/test.ts';
import { ACCOUNTS } from '../support/wallet.ts';
import {
  fill,
  holdBack,
  letGo,
  open,
  press,
  pressInDialog,
  replacePerson,
  view,
} from './admin-visits.ts';
import type { Scenes } from './rows.ts';

/** The states of the screens of people and requests, in the order they are visited. */
export const requestScenes = {
  dashboard: async (visit) => {
    await visit.person.arrive(ACCOUNTS.admin, '/admin');
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
    await open(visit, '/admin/users/create', 'Create User');
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
    await pressInDialog(visit.page, 'Delete User');
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
} satisfies Scenes;

export type RequestScene = keyof typeof requestScenes;
