import type { Locator, Page } from '@playwright/test';
import type { Person } from './person.ts';
import { expect } from './test.ts';
import { ACCOUNTS } from './wallet.ts';

/** A screen, its heading, and the overlays that open on it: dialogs, menus, other tabs. */
export interface Screen {
  path: string;
  heading: string;
  /** The context, for texts that are equal in English. */
  context?: string;
  /** The open tab, if there are tabs. */
  tab?: string;
  opens?: ((person: Person) => Locator | Promise<Locator>)[];
}

const button =
  (name: string) =>
  ({ page, t }: Person) =>
    page.getByRole('button', { name: t(name), exact: true }).first();
/** The first button whose name begins with an action, followed by its object. */
const buttonOf =
  (action: string) =>
  ({ page, t }: Person) =>
    page.getByRole('button', { name: new RegExp(`^${t(action)}: `) }).first();

/** An action in the menu of the first row. */
const inRow = (action: string) => async (person: Person) => {
  await buttonOf('More')(person).click();
  return person.page.getByRole('menuitem', { name: new RegExp(`^${person.t(action)}: `) });
};

const changesOf =
  (action: string) =>
  ({ page, t }: Person) =>
    page.getByRole('button', { name: t('Changes: {{action}}', { action: t(action) }) }).first();

/** The screens of every role; `{asha}` is replaced with a user's id. */
export const SCREENS: Record<keyof typeof ACCOUNTS, Screen[]> = {
  demo: [
    { path: '/user', heading: 'Welcome, {{name}}!', opens: [button('Account menu')] },
    { path: '/user/deposit', heading: 'Deposit', context: 'action' },
    { path: '/user/withdraw', heading: 'Withdraw', opens: [button('Add Bank Account')] },
    { path: '/user/withdraw?tab=history', heading: 'Withdraw', tab: 'History' },
    {
      path: '/user/passbook',
      heading: 'Passbook',
      opens: [button('Toggle menu'), button('Filters')],
    },
    {
      path: '/user/bank-accounts',
      heading: 'Your Bank Accounts',
      opens: [button('Add Bank Account')],
    },
    {
      path: '/user/notifications',
      heading: 'Notifications',
      opens: [({ page, t }) => page.getByRole('button', { name: t('Notifications') }).first()],
    },
    { path: '/user/profile', heading: 'Profile Settings' },
    { path: '/user/security', heading: 'Security', opens: [button('Add an authenticator app')] },
    { path: '/user/support', heading: 'Contact Support' },
  ],
  admin: [
    { path: '/admin', heading: 'Admin Dashboard', opens: [button('Search and commands')] },
    {
      path: '/admin/deposits',
      heading: 'Deposits Management',
      opens: [buttonOf('View receipt'), buttonOf('More'), inRow('Approve'), inRow('Reject')],
    },
    {
      path: '/admin/withdrawals',
      heading: 'Withdrawals Management',
      opens: [buttonOf('View'), inRow('Approve'), inRow('Reject')],
    },
    { path: '/admin/deposits/desk', heading: 'Review deposits' },
    { path: '/admin/withdrawals/desk', heading: 'Review withdrawals' },
    { path: '/admin/transactions', heading: 'Transactions', opens: [buttonOf('Details')] },
    { path: '/admin/users', heading: 'User Management', opens: [button('Create User')] },
    { path: '/admin/users/create', heading: 'Create User', opens: [button('Toggle menu')] },
    {
      path: '/admin/users/{asha}',
      heading: 'User Details',
      opens: [button('Change Password'), button('Change role'), button('Delete User')],
    },
    { path: '/admin/users/{asha}?tab=requests', heading: 'User Details', tab: 'Requests' },
    { path: '/admin/sources', heading: 'Source Management', opens: [button('Add Source')] },
    { path: '/admin/qr-codes', heading: 'QR Code Management', opens: [button('Add QR Code')] },
    { path: '/admin/banners', heading: 'Ad Banner Management' },
    { path: '/admin/banks', heading: 'Bank Management' },
    { path: '/admin/site-urls', heading: 'Site URLs', opens: [button('Add Site URL')] },
    {
      path: '/admin/audit',
      heading: 'Audit',
      opens: [changesOf('Transaction approved'), changesOf('Banner created')],
    },
    { path: '/admin/statements?tab=lines', heading: 'Bank statements', tab: 'Lines' },
    { path: '/admin/statements/import', heading: 'Import statement' },
    {
      path: '/admin/statements?tab=accounts',
      heading: 'Bank statements',
      tab: 'Accounts',
      opens: [button('Add account')],
    },
    { path: '/admin/settings/general', heading: 'Settings', opens: [button('Account menu')] },
    { path: '/admin/settings/brand', heading: 'Brand' },
    { path: '/admin/settings/limits', heading: 'Limits and verification' },
    { path: '/admin/settings/requests', heading: 'Requests' },
    { path: '/admin/settings/reasons', heading: 'Reasons', opens: [button('Add reason')] },
    { path: '/admin/settings/security', heading: 'Security' },
    {
      path: '/admin/settings/webhooks',
      heading: 'Webhooks',
      opens: [button('Add webhook')],
    },
    {
      path: '/admin/approvals',
      heading: 'Second approvals',
      opens: [
        ({ page, t }) =>
          page
            .getByRole('button', { name: t('View: {{action}}', { action: t('Balance adjusted') }) })
            .first(),
      ],
    },
    { path: '/admin/reconciliation', heading: 'Reconciliation' },
    {
      path: '/admin/reconciliation?tab=waiting',
      heading: 'Reconciliation',
      tab: 'Requests without money',
    },
    { path: '/admin/verifications', heading: 'Verifications' },
    { path: '/admin/messages', heading: 'Messages' },
    {
      path: '/admin/settings/approvals',
      heading: 'Rules for second approvals',
      opens: [
        ({ page, t }) =>
          page
            .getByRole('button', { name: t('Edit {{name}}', { name: t('Changing a balance') }) })
            .first(),
      ],
    },
    { path: '/admin/settings/api', heading: 'API keys', opens: [button('Create API key')] },
  ],
};

export const LOGIN: Screen = { path: '/login', heading: 'Login to {{product}}' };
/** Screens without a session where a mail server is configured. */
export const ENTRY_SCREENS: Screen[] = [
  LOGIN,
  { path: '/forgot-password', heading: 'Reset your password' },
  { path: '/reset-password#link', heading: 'Choose a new password' },
  // From there, because the form keeps its link.
  LOGIN,
  { path: '/reset-password', heading: 'Choose a new password' },
  { path: '/sign-in', heading: 'Login to {{product}}' },
  // Without a response of the provider: the failure.
  { path: '/single-sign-on', heading: 'Login to {{product}}' },
  { path: '/unsubscribe?token=link', heading: 'Stop these emails' },
];

/** Opens a screen, in a new document or without a reload, and waits until it has loaded. */
export async function visit(
  person: Person,
  { path, heading, context, tab }: Screen,
  { isReloaded = false } = {},
): Promise<void> {
  const { page, t } = person;
  await (isReloaded ? page.goto(path) : person.visit(path));
  const name = t(heading, {
    name: ACCOUNTS.demo.username,
    product: 'the product wallet',
    ...(context && { context }),
  });
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  if (tab) {
    const selected = page.getByRole('tab', { name: t(tab), selected: true });
    // On phones, the tabs of some pages are a selection.
    const chosen = page.getByRole('main').locator('option:checked', { hasText: t(tab) });
    await expect(selected.or(chosen)).toBeAttached();
  }
  await settled(page);
}

/** Waits until nothing on the page is still loading. */
export async function settled(page: Page): Promise<void> {
  const skeletons = page.locator('[aria-busy=true], .mantine-Skeleton-root');
  await expect(skeletons.filter({ visible: true })).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

/** Runs `look` on an open screen, and on everything that opens on it. */
export async function lookAround(
  person: Person,
  screen: Screen,
  look: (part: Locator, name: string) => Promise<void>,
): Promise<void> {
  const { page } = person;
  await look(page.locator('body'), screen.path);
  for (const [index, open] of (screen.opens ?? []).entries()) {
    await (await open(person)).click();
    const layer = page.getByRole('dialog').or(page.getByRole('menu')).last();
    await expect(layer).toBeVisible();
    await settled(page);
    await look(layer, `${screen.path}, opened ${index}`);
    await page.keyboard.press('Escape');
    await expect(layer).toHaveCount(0);
  }
}
