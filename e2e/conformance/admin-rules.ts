import {
  DEFAULT_CAROUSEL_SECONDS,
  MAX_BANNER_BYTES,
  MAX_BANNER_HEIGHT,
  MAX_BANNER_WIDTH,
  MAX_CAROUSEL_SECONDS,
  MAX_UPLOAD_BYTES,
  MIN_CAROUSEL_SECONDS,
  MIN_PASSWORD_LENGTH,
  MIN_SOURCE_NAME_LENGTH,
  MIN_USERNAME_LENGTH,
  SHORT_ID_LENGTH,
} from '#contract/rules.ts';
import { requestDeposit } from '../support/api.ts';
import { expect } from '../support/test.ts';
import { fillIn } from './admin-requests.ts';
import { type AdminScene, open, PERSON, press } from './admin-scenes.ts';
import { cannotOccur, computed, type Row, type Scene, seen, tested } from './rows.ts';

const RACE = 'e2e/race.spec.ts';
const HAZARDS = 'e2e/admin-hazards.spec.ts';

const states: Row<AdminScene>[] = [
  {
    section: 4,
    statement:
      "A new request is told at once: 'New deposit Request', '₹41.00 deposit request requires approval'",
    proof: seen('settings', ({ wallet }) => requestDeposit(wallet, '41', PERSON)),
  },
  {
    section: 6,
    statement: 'The navigation counts what waits, live',
    proof: tested(HAZARDS, 'of two administrators, each sees what the other decided, and by whom'),
  },
  {
    section: 4,
    statement: "The slower of two: 'Failed to approved transaction', with the reason",
    proof: tested(
      RACE,
      'of two administrators with one request, the slower is told what became of it',
    ),
  },
  {
    section: 8,
    statement: "Approved: 'Deposit Approved'",
    proof: tested(RACE, 'two administrators who press at the same moment credit once'),
  },
  {
    section: 8,
    statement: "Rejected: 'Deposit Rejected'",
    proof: tested(HAZARDS, 'of two administrators, each sees what the other decided, and by whom'),
  },
  {
    section: 6,
    statement: "An administrator no more: 'Admin access required'",
    proof: tested(HAZARDS, 'a role just taken away ends what it allowed'),
  },
];

const limits: Row<AdminScene>[] = [
  {
    section: 9,
    statement: 'Minimum lengths: password 6, username 3, source name 2; short ids 8',
    proof: computed(() => {
      expect(MIN_PASSWORD_LENGTH).toBe(6);
      expect(MIN_USERNAME_LENGTH).toBe(3);
      expect(MIN_SOURCE_NAME_LENGTH).toBe(2);
      expect(SHORT_ID_LENGTH).toBe(8);
    }),
  },
  {
    section: 9,
    statement: 'QR images up to 5 MB; banners up to 10 MB, stored at most 1200x600',
    proof: computed(() => {
      expect(MAX_UPLOAD_BYTES).toBe(5 * 1024 * 1024);
      expect(MAX_BANNER_BYTES).toBe(10 * 1024 * 1024);
      expect([MAX_BANNER_WIDTH, MAX_BANNER_HEIGHT]).toEqual([1200, 600]);
    }),
  },
  {
    section: 9,
    statement: 'Slide duration: default 10 s, from 5 to 60 s',
    proof: computed(() => {
      expect(DEFAULT_CAROUSEL_SECONDS).toBe(10);
      expect([MIN_CAROUSEL_SECONDS, MAX_CAROUSEL_SECONDS]).toEqual([5, 60]);
    }),
  },
];

/** Opens a screen whose data never comes. */
const at =
  (path: string, heading: string): Scene =>
  (visit) =>
    open(visit, path, heading);

/** Opens a screen and does on it what fails. */
function doing(path: string, heading: string, ...acts: Scene[]): Scene {
  return async (visit) => {
    await open(visit, path, heading);
    for (const act of acts) await act(visit);
  };
}

const pressing =
  (...names: string[]): Scene =>
  async ({ page }) => {
    for (const name of names) await press(page, name);
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
  ["'Failed to delete user'", doing(...USERS, viewAsha, pressing('Delete User', 'Delete User'))],
  [
    "'Failed to approved transaction'",
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
    "'Failed to update QR code: {reason}'",
    doing(...QR_CODES, pressing('Edit Shop counter', 'Update QR Code')),
  ],
  [
    "'Failed to delete QR code: {reason}'",
    doing(...QR_CODES, pressing('Delete Shop counter', 'Delete')),
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
];

function toRows(scene: AdminScene, failures: [string, Scene][]): Row<AdminScene>[] {
  return failures.map(([statement, check]) => ({
    section: 8,
    statement,
    proof: seen(scene, check),
  }));
}

const absent: Row<AdminScene>[] = [
  {
    section: 8,
    statement: "'Failed to fetch users count'",
    proof: cannotOccur('The count comes with the other figures, in one answer.'),
  },
  {
    section: 8,
    statement: "'Failed to create transaction'",
    proof: cannotOccur('Administrators create none but by a balance, in one database transaction.'),
  },
  {
    section: 8,
    statement: "'Failed to update wallet balance in database'",
    proof: cannotOccur('A balance is written with its transaction, or not at all.'),
  },
  {
    section: 5,
    statement: "'Please select a role'",
    proof: cannotOccur('One of the two roles is always chosen.'),
  },
];

/** Sections 3 to 9: what holds whatever the screen, and what is said when something fails. */
export const adminRuleRows: Row<AdminScene>[] = [
  ...states,
  ...limits,
  ...toRows('changes fail', changeFailures),
  ...toRows('nothing answers', readFailures),
  ...absent,
];
