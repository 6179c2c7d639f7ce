import { errorTable } from '#contract/errors.ts';
import { signInToApi } from '../support/api.ts';
import { buildPhoto, buildQrImage } from '../support/images.ts';
import { expect } from '../support/test.ts';
import { ACCOUNTS, type Wallet } from '../support/wallet.ts';
import { fillIn } from './admin-checks.ts';
import { fail, fill, letGo, load, prepareAdminSide, press, pressInDialog } from './admin-visits.ts';
import { type Row, type Scene, type Scenes, seen } from './rows.ts';

/** What changes something, and so may fail although it is shown. */
const CHANGES =
  /\/rpc\/.*\/(?:create|update|remove|reorder|setCarousel|setStatus|setPassword|changeOwnPassword|adjustBalance|decide)$/;
/** What a screen is made of; who is signed in stays known. */
const READS = /\/rpc\/(?!sessions|events|translations)/;

/** There is something of everything, which can then be neither changed nor read. */
export async function prepareFailures(wallet: Wallet): Promise<void> {
  await prepareAdminSide(wallet);
  await fill(wallet);
}

/** What fails, in the order it is visited. */
export const failureScenes = {
  'changes fail': async (visit) => {
    await visit.person.arrive(ACCOUNTS.admin, '/admin');
    await fail(visit, CHANGES);
  },
  'users refreshed in vain': (visit) => letGo(visit),
  'nothing answers': async (visit) => {
    await letGo(visit);
    await load(visit, '/admin/settings/general', 'Settings');
    await fail(visit, READS);
  },
} satisfies Scenes;

type FailureScene = keyof typeof failureScenes;

/** Opens a screen whose data never comes. */
const at =
  (path: string, heading: string): Scene =>
  (visit) =>
    load(visit, path, heading);

/** Opens a screen, without what was said on the one before, and does on it what fails. */
function doing(path: string, heading: string, ...acts: Scene[]): Scene {
  return async (visit) => {
    await load(visit, path, heading);
    for (const act of acts) await act(visit);
  };
}

const pressing =
  (...names: string[]): Scene =>
  async ({ page }) => {
    for (const name of names) await press(page, name);
  };

/** The server refuses these calls with one of its errors. */
const refusing =
  (calls: string, code: keyof typeof errorTable): Scene =>
  async ({ page }) => {
    const { status, message } = errorTable[code];
    const refusal = { defined: true, code, status, message };
    // Procedures answer in an envelope, file routes without.
    const json = calls.startsWith('/rpc') ? { json: refusal } : refusal;
    await page.route(`**${calls}`, (route) => route.fulfill({ status, json }));
  };

/** Fills in a banner and sends it. */
const createBanner: Scene = async (visit) => {
  await visit.page.getByLabel('Banner Image').setInputFiles(await buildPhoto());
  await fillIn({ 'Banner Title': 'Sale' }, 'Create Banner')(visit);
};

const readFailures: [statement: string, check: Scene][] = [
  ["'Failed to fetch admin statistics'", at('/admin', 'Admin Dashboard')],
  ["'Failed to fetch transaction statistics'", at('/admin', 'Admin Dashboard')],
  ["'Failed to fetch users'", at('/admin/users', 'User Management')],
  [
    "'Failed to fetch user details'",
    at('/admin/users/00000000-0000-7000-8000-000000000001', 'User Details'),
  ],
  ["'Failed to fetch transactions'", at('/admin/transactions', 'Transactions')],
  ["'Failed to fetch sources'", at('/admin/sources', 'Source Management')],
  ["'Failed to fetch banners: {reason}'", at('/admin/banners', 'Ad Banner Management')],
  ["'Failed to load carousel settings'", at('/admin/banners', 'Ad Banner Management')],
  ["'Failed to load banks'", at('/admin/banks', 'Bank Management')],
  ["'Failed to fetch site URLs'", at('/admin/site-urls', 'Site URLs')],
];

const USERS = ['/admin/users?search=asha', 'User Management'] as const;
const SOURCES = ['/admin/sources', 'Source Management'] as const;
const QR_CODES = ['/admin/qr-codes', 'QR Code Management'] as const;
const BANNERS = ['/admin/banners', 'Ad Banner Management'] as const;
const BANKS = ['/admin/banks', 'Bank Management'] as const;
const LINKS = ['/admin/site-urls', 'Site URLs'] as const;

const viewAsha: Scene = ({ page }) => page.getByRole('link', { name: 'View asha' }).click();
const deleteUser: Scene = async ({ page }) => {
  await press(page, 'Delete User');
  await pressInDialog(page, 'Delete User');
};
const LINK = { Title: 'Offers', URL: 'https://example.com/offers' };

const changeFailures: [statement: string, check: Scene][] = [
  [
    "'Failed to create user'",
    doing(
      ...USERS,
      pressing('Create User'),
      fillIn({ Username: 'ravi', Password: 'ravi-of-e2e' }, 'Create User'),
    ),
  ],
  [
    "'Failed to update user balance'",
    doing(
      ...USERS,
      pressing('Update balance of asha'),
      fillIn({ 'New Balance (₹)': '5' }, 'Update Balance'),
    ),
  ],
  ["'Failed to update user status'", doing(...USERS, viewAsha, pressing('Deactivate User'))],
  [
    "'Failed to update password'",
    doing(
      ...USERS,
      viewAsha,
      pressing('Change Password'),
      fillIn({ 'New Password': 'abcdef', 'Confirm New Password': 'abcdef' }, 'Update Password'),
    ),
  ],
  ["'Failed to delete user'", doing(...USERS, viewAsha, deleteUser)],
  [
    "'Failed to approved transaction', 'Failed to process your request. Please try again.'",
    doing(
      '/admin/deposits',
      'Deposits Management',
      pressing('Approve: ₹300.00, demo', 'Approve Deposit'),
    ),
  ],
  [
    "'Failed to rejected transaction'",
    doing(
      '/admin/withdrawals',
      'Withdrawals Management',
      pressing('Reject: ₹200.00, demo', 'Reject Withdrawal'),
    ),
  ],
  [
    "'Failed to create source'",
    doing(...SOURCES, pressing('Add Source'), fillIn({ Name: 'Stall' }, 'Create Source')),
  ],
  ["'Failed to update source'", doing(...SOURCES, pressing('Edit Fair', 'Update Source'))],
  ["'Failed to delete source'", doing(...SOURCES, pressing('Delete Fair', 'Delete'))],
  [
    "'Failed to create QR code: {reason}'",
    doing(
      ...QR_CODES,
      refusing('/files/qr-codes', 'INTERNAL'),
      pressing('Add QR Code'),
      async (visit) => {
        await visit.page.getByLabel('QR Code Image').setInputFiles(await buildQrImage());
        await fillIn({ Name: 'Till' }, 'Create QR Code')(visit);
      },
    ),
  ],
  [
    "'Failed to update QR code: {reason}'",
    doing(...QR_CODES, pressing('Edit Shop counter', 'Update QR Code')),
  ],
  [
    "'Failed to delete QR code: {reason}'",
    doing(...QR_CODES, pressing('Delete Shop counter', 'Delete')),
  ],
  [
    "'Failed to create banner: {reason}'",
    doing(...BANNERS, refusing('/files/banners', 'INTERNAL'), createBanner),
  ],
  [
    "'Upload Error', 'Failed to upload image: {reason}'",
    doing(...BANNERS, refusing('/files/banners', 'FILE_TYPE'), createBanner),
  ],
  [
    "'Failed to compress and upload image'",
    doing(
      ...BANNERS,
      async ({ page }) => {
        await page.route('**/files/banners', (route) => route.abort());
      },
      createBanner,
    ),
  ],
  ["'Failed to update banner: {reason}'", doing(...BANNERS, pressing('Deactivate: Festival'))],
  [
    "'Failed to delete banner: {reason}'",
    doing(...BANNERS, pressing('Delete: Festival', 'Delete')),
  ],
  [
    "'Failed to update carousel settings'",
    doing(...BANNERS, fillIn({ 'Slide Duration (seconds)': '20' }, 'Update Settings')),
  ],
  [
    "'Failed to add bank'",
    doing(...BANKS, fillIn({ 'Bank Name': 'Abacus Bank', 'Bank Code': 'ABAC' }, 'Add Bank')),
  ],
  [
    "'Failed to update bank'",
    doing(...BANKS, pressing('Edit Bank of the Tests', 'Save Bank of the Tests')),
  ],
  ["'Failed to delete bank'", doing(...BANKS, pressing('Delete Bank of the Tests', 'Delete'))],
  [
    "'Failed to create site URL'",
    doing(...LINKS, pressing('Add Site URL'), fillIn(LINK, 'Create Site URL')),
  ],
  ["'Failed to update site URL'", doing(...LINKS, pressing('Edit Your rights', 'Update Site URL'))],
  ["'Failed to delete site URL'", doing(...LINKS, pressing('Delete Your rights', 'Delete'))],
  [
    "'Cannot delete default user', 'Default users cannot be deleted in demo mode'",
    doing(...USERS, refusing('/rpc/users/remove', 'DEFAULT_USER_KEPT'), viewAsha, deleteUser),
  ],
  // What was read stays on screen when it can't be read again. From here on, nothing can be.
  [
    "'Failed to refresh deposits data'",
    doing(
      '/admin/deposits',
      'Deposits Management',
      ({ person }) => expect(person.row('₹300.00')).toBeVisible(),
      (visit) => fail(visit, READS),
      pressing('Refresh'),
    ),
  ],
];

const NEWCOMER = { username: 'newcomer', password: 'newcomer-of-e2e' };

/** The list hears of a new user and can't be read again. */
const refreshUsers = doing(
  '/admin/users',
  'User Management',
  ({ person }) => expect(person.row('@asha')).toBeVisible(),
  (visit) => fail(visit, READS),
  async ({ wallet }) => {
    const { api } = await signInToApi(wallet, ACCOUNTS.admin);
    await api.users.create(NEWCOMER);
  },
);

function toRows(scene: FailureScene, failures: [string, Scene][]): Row<FailureScene>[] {
  return failures.map(([statement, check]) => ({
    section: 8,
    statement,
    proof: seen(scene, check),
  }));
}

/** Section 8: what is said when something fails. */
export const failureRows: Row<FailureScene>[] = [
  ...toRows('changes fail', changeFailures),
  ...toRows('users refreshed in vain', [
    ["'Failed to fetch users with current balances'", refreshUsers],
  ]),
  ...toRows('nothing answers', readFailures),
];
