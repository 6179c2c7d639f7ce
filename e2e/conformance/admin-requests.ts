import { expect } from '../support/test.ts';
import type { AdminScene } from './admin-scenes.ts';
import { press } from './admin-scenes.ts';
import { patternOf, type Row, type Scene, seen, tested } from './rows.ts';

const JOURNEYS = 'e2e/administrators.spec.ts';

/** The main navigation's entries, in their order. */
const ENTRIES = [
  ['Dashboard', '/admin'],
  ['Users', '/admin/users'],
  ['Pending Deposits', '/admin/deposits'],
  ['Withdrawals', '/admin/withdrawals'],
  ['All Transactions', '/admin/transactions'],
  ['Sources', '/admin/sources'],
  ['QR Codes', '/admin/qr-codes'],
  ['Ad Banners', '/admin/banners'],
  ['Banks', '/admin/banks'],
  ['Site URLs', '/admin/site-urls'],
  ['Create User', '/admin/users/create'],
] as const;

/** Checks that a table's columns are these, in this order; `after` stands for one without a name. */
export function hasColumns(...names: string[]): Scene {
  return async ({ page }) => {
    const headers = page.getByRole('columnheader').filter({ hasText: /\S/ });
    await expect(headers).toHaveText(names);
  };
}

/** Checks that something of a role and name is there. */
export function has(role: 'button' | 'img' | 'switch' | 'textbox', name: string | RegExp): Scene {
  return ({ page }) => expect(page.getByRole(role, { name }).first()).toBeVisible();
}

/** Fills the fields of the screen or of the dialog in front of it, and presses a button. */
export function fillIn(fields: Record<string, string>, button: string): Scene {
  return async ({ page }) => {
    for (const [label, text] of Object.entries(fields)) {
      await page.getByLabel(patternOf(label)).last().fill(text);
    }
    await press(page, button);
  };
}

const OWN_PASSWORD = (current: string, password: string, confirmation: string) =>
  fillIn(
    {
      'Current Password': current,
      'New Password': password,
      'Confirm New Password': confirmation,
    },
    'Update Password',
  );

const dashboard: Row<AdminScene>[] = [
  {
    section: 2,
    statement: "Dashboard: title 'Admin Dashboard', button 'Add User'",
    proof: seen('dashboard', ({ page }) =>
      expect(page.getByRole('link', { name: 'Add User' })).toHaveAttribute(
        'href',
        '/admin/users/create',
      ),
    ),
  },
  {
    section: 2,
    statement:
      "Stat cards 'Total Users' ('Registered users'), 'Pending Transactions' ('Awaiting approval'), 'Total Transactions' ('All time'), 'Total Deposits' ('Revenue inflow'), 'Total Withdrawals' ('Revenue outflow')",
    proof: seen('dashboard'),
  },
  {
    section: 2,
    statement:
      "Quick Actions: 'Quick Actions', 'Manage Users', 'Review Transactions', 'Create New User'",
    proof: seen('dashboard'),
  },
  {
    section: 2,
    statement:
      "System Status: 'System Status' with 'Database' 'Connected', 'Authentication' 'Active', 'Transactions' 'Processing'",
    proof: seen('dashboard'),
  },
  {
    section: 2,
    statement: 'The main navigation has the entries of section 2, in their order',
    proof: seen('dashboard', async ({ page }) => {
      const links = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link');
      const entries = await links.evaluateAll((all) =>
        all.map((one) => [one.textContent, one.getAttribute('href')]),
      );
      expect(entries.slice(0, ENTRIES.length)).toEqual(ENTRIES);
    }),
  },
  {
    section: 2,
    statement: "An administrator's sidebar says 'Admin' and has 'Logout'",
    proof: seen('dashboard'),
  },
  {
    section: 5,
    statement: "Own password: 'Change Admin Password'; without a field: 'All fields are required'",
    proof: seen('dashboard', OWN_PASSWORD('x', 'abcdef', '')),
  },
  {
    section: 5,
    statement: "Own password, different twice: 'New passwords do not match'",
    proof: seen('dashboard', OWN_PASSWORD('x', 'abcdef', 'abcdeg')),
  },
  {
    section: 5,
    statement: "Own password, too short: 'Password must be at least 6 characters long'",
    proof: seen('dashboard', OWN_PASSWORD('x', 'abcde', 'abcde')),
  },
  {
    section: 5,
    statement: "Own password, current one wrong: 'Current password is incorrect'",
    proof: seen('dashboard', OWN_PASSWORD('x', 'abcdef', 'abcdef')),
  },
  {
    section: 5,
    statement: "Own password changed: 'Admin password updated successfully', and the fields clear",
    proof: seen('dashboard', async (visit) => {
      await OWN_PASSWORD('admin-of-e2e', 'admin-of-e2e', 'admin-of-e2e')(visit);
      await expect(visit.page.getByLabel('New Password', { exact: true })).toHaveValue('');
    }),
  },
  {
    section: 2,
    statement: "Avatar menu: 'Admin User', 'Settings', 'Logout'",
    proof: seen('avatar menu'),
  },
];

const users: Row<AdminScene>[] = [
  {
    section: 2,
    statement: "Users, loading: 'Loading users and wallet balances...'",
    proof: seen('users on their way'),
  },
  {
    section: 2,
    statement: "Users: title 'User Management', search 'Search users...'",
    proof: seen('users'),
  },
  {
    section: 2,
    statement:
      "Users: columns User (name and @username), Email, Role ('Admin' or 'User'), Status, Wallet Balance ('Real-time balance'), Actions; '@asha'",
    proof: seen(
      'users',
      hasColumns('User', 'Email', 'Role', 'Status', 'Wallet Balance', 'Actions'),
    ),
  },
  {
    section: 3,
    statement: "A user without an e-mail has a placeholder: 'asha@wallet.example'",
    proof: seen('users'),
  },
  {
    section: 2,
    statement:
      "Create User dialog: 'Username', 'Password', 'Role' (User at first), 'Cancel', 'Create User'",
    proof: seen('create user dialog', ({ page }) =>
      expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue('User'),
    ),
  },
  {
    section: 5,
    statement: 'In the dialog an empty username or password does nothing silently',
    proof: seen('create user dialog', async ({ page }) => {
      await press(page, 'Create User');
      await expect(page.getByRole('dialog', { name: 'Create User' })).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    }),
  },
  {
    section: 5,
    statement: "Create user: 'Username must be at least 3 characters.'",
    proof: seen('create user dialog', fillIn({ Username: 'as', Password: 'x' }, 'Create User')),
  },
  {
    section: 5,
    statement: "Create user: 'Password must be at least 6 characters.'",
    proof: seen('create user dialog'),
  },
  {
    section: 2,
    statement:
      "Balance dialog: 'Update User Balance', 'New Balance (₹)', 'Cancel', 'Update Balance'",
    proof: seen('balance dialog', ({ page }) =>
      expect(page.getByLabel('New Balance (₹)')).toHaveAttribute('step', '0.01'),
    ),
  },
  {
    section: 5,
    statement: 'Balance update: without a value nothing happens',
    proof: seen('balance dialog', async ({ page }) => {
      await press(page, 'Update Balance');
      await expect(page.getByRole('dialog', { name: 'Update User Balance' })).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    }),
  },
  {
    section: 8,
    statement: "Balance update: 'Balance updated to ₹{amount}'",
    proof: seen('balance dialog', fillIn({ 'New Balance (₹)': '12.5' }, 'Update Balance')),
  },
  {
    section: 2,
    statement: "Nobody found: 'No users found matching your search.'",
    proof: seen('no user found'),
  },
  {
    section: 2,
    statement: "Create User page: 'Back to Users', 'Cancel', 'Create User'",
    proof: seen('create user'),
  },
  {
    section: 2,
    statement: "Create User page, while saving: 'Creating User...'",
    proof: seen('user being created'),
  },
  {
    section: 2,
    statement: "User: header 'User Details', 'Back to Users', 'Change Password'",
    proof: seen('user', ({ page }) =>
      expect(page.getByRole('link', { name: 'Back to Users' })).toHaveAttribute(
        'href',
        '/admin/users',
      ),
    ),
  },
  {
    section: 2,
    statement:
      "User Profile: 'User Profile', '@asha', 'User', 'Active', 'Current Balance', 'Deactivate User', 'Delete User'",
    proof: seen('user'),
  },
  {
    section: 2,
    statement:
      "User Details: 'Full Name', 'Username', 'Email', 'Phone', 'Role', 'Regular User', 'Status', 'Address', 'City', 'Country', 'Current Balance', 'Member Since'",
    proof: seen('user'),
  },
  {
    section: 2,
    statement: "Missing phone, address, city and country show 'Not provided'",
    proof: seen('user', ({ page }) => expect(page.getByText('Not provided')).toHaveCount(4)),
  },
  {
    section: 2,
    statement: "Account Summary: 'Account Summary', 'Account Type', 'Status', 'Balance'",
    proof: seen('user'),
  },
  {
    section: 2,
    statement:
      "Change Password dialog: 'Change password for user: asha', 'New Password', 'Confirm New Password', 'Cancel', 'Update Password'",
    proof: seen('password dialog', has('button', 'Show password')),
  },
  {
    section: 5,
    statement: "Setting a password, a field empty: 'All fields are required'",
    proof: seen('password dialog', ({ page }) => press(page, 'Update Password')),
  },
  {
    section: 5,
    statement: "Setting a password, different twice: 'Passwords do not match'",
    proof: seen(
      'password dialog',
      fillIn({ 'New Password': 'abc', 'Confirm New Password': 'abd' }, 'Update Password'),
    ),
  },
  {
    section: 5,
    statement: "Setting a password, too short: 'Password must be at least 6 characters long'",
    proof: seen(
      'password dialog',
      fillIn({ 'New Password': 'abc', 'Confirm New Password': 'abc' }, 'Update Password'),
    ),
  },
  {
    section: 2,
    statement: "Setting a password, under way: 'Updating...'",
    proof: seen('password being set'),
  },
  {
    section: 8,
    statement: "Deactivated: 'User deactivated successfully', 'Inactive', 'Activate User'",
    proof: seen('user inactive'),
  },
  {
    section: 8,
    statement: "Activated: 'User activated successfully'",
    proof: seen('delete user dialog'),
  },
  {
    section: 2,
    statement:
      "Delete dialog: 'Are you sure?', 'This action cannot be undone. This will permanently delete the user account and remove their data from our servers.', 'Cancel', 'Delete User'",
    proof: seen('delete user dialog'),
  },
  {
    section: 2,
    statement: "While a user is deleted: 'Deleting...'",
    proof: seen('user being deleted'),
  },
  {
    section: 2,
    statement: "After the deletion: 'User deleted successfully', at /admin/users",
    proof: tested(JOURNEYS, 'one user'),
  },
  {
    section: 5,
    statement:
      "A default user: 'Cannot modify default user', 'Default users cannot be deactivated in demo mode', and no deleting",
    proof: seen('default user', async ({ page }) => {
      await expect(page.getByRole('button', { name: 'Delete User' })).toBeDisabled();
      // It looks disabled, and answers a press with the reason.
      await page.getByRole('button', { name: 'Deactivate User' }).dispatchEvent('click');
    }),
  },
  {
    section: 2,
    statement:
      "No such user: 'User not found', 'The user you are looking for does not exist or has been deleted.', 'Return to User List'",
    proof: seen('no such user'),
  },
];

const deposits: Row<AdminScene>[] = [
  {
    section: 2,
    statement:
      "Deposits: 'Deposits Management', 'Review and manage all deposit requests', 'Refresh'; none: 'No pending deposits', 'All deposit requests have been processed'",
    proof: seen('no deposits'),
  },
  {
    section: 2,
    statement: "No history: 'No deposit history', 'No deposits have been processed yet'",
    proof: seen('no deposit history'),
  },
  {
    section: 2,
    statement: 'Two tabs, pending and history, each with its count',
    proof: seen('deposits', ({ page }) =>
      expect(page.getByRole('tab')).toHaveText(['Pending Deposits1', 'Deposit History1']),
    ),
  },
  {
    section: 2,
    statement: 'Columns ID, User, Amount, Date, Payment Method, Status, Actions',
    proof: seen(
      'deposits',
      hasColumns('ID', 'User', 'Amount', 'Date', 'Payment Method', 'Status', 'Actions'),
    ),
  },
  {
    section: 2,
    statement: "A pending row can be viewed, approved and rejected: 'Approve', 'Reject'",
    proof: seen('deposits', has('button', 'View receipt: ₹300.00, demo')),
  },
  {
    section: 2,
    statement:
      "Receipt dialog: 'Deposit Receipt', 'Reference', 'Amount', 'User', 'Payment Method', 'Date', 'Status', 'Close', 'Approve Deposit'",
    proof: seen('deposit receipt', has('img', 'Payment receipt')),
  },
  {
    section: 2,
    statement: "Approving: 'Approve Deposit', a source to choose and 'Notes'",
    proof: seen('deposit being approved', ({ page }) =>
      expect(page.getByRole('combobox', { name: 'Source' })).toBeVisible(),
    ),
  },
  {
    section: 2,
    statement: "Rejecting: 'Reject Deposit' and 'Notes', no source",
    proof: seen('deposit being rejected', ({ page }) =>
      expect(page.getByRole('combobox', { name: 'Source' })).toHaveCount(0),
    ),
  },
  {
    section: 2,
    statement: "The history has a column 'Source' and only viewing",
    proof: seen('deposit history', async ({ page }) => {
      await expect(page.getByRole('button', { name: /^View receipt/ })).toHaveCount(1);
      await expect(page.getByRole('button', { name: /^(?:Approve|Reject):/ })).toHaveCount(0);
    }),
  },
  {
    section: 2,
    statement: "Searching in vain: 'No deposits found'",
    proof: seen('no deposit found'),
  },
];

const withdrawals: Row<AdminScene>[] = [
  {
    section: 2,
    statement:
      "Withdrawals: 'Withdrawals Management', 'Review and manage all withdrawal requests'; none: 'No pending withdrawals', 'All withdrawal requests have been processed'; tabs 'Pending ({n})', 'History ({n})'",
    proof: seen('no withdrawals'),
  },
  {
    section: 2,
    statement: "No history: 'No withdrawal history', 'No withdrawals have been processed yet'",
    proof: seen('no withdrawal history'),
  },
  {
    section: 2,
    statement: 'Columns ID, User, Amount, Date, Bank Account, Status, Actions',
    proof: seen(
      'withdrawals',
      hasColumns('ID', 'User', 'Amount', 'Date', 'Bank Account', 'Status', 'Actions'),
    ),
  },
  {
    section: 9,
    statement: 'Lists show only the last four digits of an account',
    proof: seen('withdrawals', async ({ person }) => {
      await expect(person.row('₹200.00')).toContainText('9012');
      await expect(person.row('₹200.00')).not.toContainText('56789012');
    }),
  },
  {
    section: 2,
    statement:
      "Details: 'Withdrawal Request Details', 'Transaction Details', 'Reference', 'User', 'Amount', 'Status', 'Created', 'Bank Account Details', 'Account Holder', 'Bank Name', 'Account Number', '123456789012'",
    proof: seen('withdrawal details'),
  },
  {
    section: 2,
    statement: "Approving: 'Approve Withdrawal', 'User', 'Amount', 'Date', 'Notes'",
    proof: seen('withdrawal being approved'),
  },
  {
    section: 2,
    statement: "The history: 'Rejected', and only viewing",
    proof: seen('withdrawal history', ({ page }) =>
      expect(page.getByRole('button', { name: /^(?:Approve|Reject):/ })).toHaveCount(0),
    ),
  },
];

const transactions: Row<AdminScene>[] = [
  {
    section: 2,
    statement:
      "Transactions: 'Transactions', 'View and manage all deposit and withdrawal transactions', 'Refresh'; none: 'No transactions found', 'Transaction records will appear here'",
    proof: seen('no transactions'),
  },
  {
    section: 2,
    statement: "With no rows 'Export CSV (0)' is disabled",
    proof: seen('no transactions', ({ page }) =>
      expect(page.getByRole('button', { name: 'Export CSV (0)' })).toBeDisabled(),
    ),
  },
  {
    section: 2,
    statement:
      "Filters: 'Search by name, reference, method...', 'Status', 'Type', 'From Date', 'To Date', 'Clear Filters'",
    proof: seen('transactions', async ({ page }) => {
      await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('All Status');
      await expect(page.getByRole('combobox', { name: 'Type' })).toHaveValue('All Types');
    }),
  },
  {
    section: 2,
    statement: "Status filter: 'All Status', 'Pending', 'Approved', 'Rejected'",
    proof: seen('transactions', ({ page }) =>
      page.getByRole('combobox', { name: 'Status' }).click(),
    ),
  },
  {
    section: 2,
    statement: "Type filter: 'All Types', 'Deposits', 'Withdrawals'",
    proof: seen('transactions', ({ page }) => page.getByRole('combobox', { name: 'Type' }).click()),
  },
  {
    section: 2,
    statement:
      "Columns ID, User, Type, Amount, Status, Date, Payment Method, Source, Actions; 'Export CSV ({n})'",
    proof: seen(
      'transactions',
      hasColumns(
        ...['ID', 'User', 'Type', 'Amount', 'Status', 'Date', 'Payment Method', 'Source'],
        'Actions',
      ),
    ),
  },
  {
    section: 2,
    statement: "Amounts: '+₹300.00' of a deposit, '-₹200.00' of a withdrawal",
    proof: seen('transactions'),
  },
  {
    section: 2,
    statement: "Details, while the receipt comes: 'Loading receipt'",
    proof: seen('receipt on its way'),
  },
  {
    section: 2,
    statement:
      "Details: 'Transaction ID', 'Amount', 'User', 'Status', 'Date', 'Type', 'Payment Method', 'Source'",
    proof: seen('receipt on its way'),
  },
  {
    section: 2,
    statement: "Details, when the receipt does not come: 'Failed to load receipt', 'Retry'",
    proof: seen('receipt lost'),
  },
  {
    section: 8,
    statement: "A deposit's receipt that does not come: 'Failed to load receipt image', 'Retry'",
    proof: seen('receipt of a deposit lost'),
  },
  {
    section: 2,
    statement: "Details of a withdrawal: 'Bank Account Details', 'Name differs'",
    proof: seen('withdrawal among the transactions'),
  },
  {
    section: 8,
    statement: "Exported: 'Export Complete' and how many, in transactions_{date}.csv",
    proof: tested(JOURNEYS, 'transactions'),
  },
];

/** Section 2 with its rules: the dashboard, users, and everything that is decided. */
export const adminRequestRows: Row<AdminScene>[] = [
  ...dashboard,
  ...users,
  ...deposits,
  ...withdrawals,
  ...transactions,
];
