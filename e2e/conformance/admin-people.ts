import { expect } from '../support/test.ts';
import { fillIn, has, hasColumns } from './admin-checks.ts';
import type { RequestScene } from './admin-request-scenes.ts';
import { load, press } from './admin-visits.ts';
import { type Row, seen, tested } from './rows.ts';

const JOURNEYS = 'e2e/administrators.spec.ts';
const BALANCES = 'server/features/users/adjust-balance.test.ts';

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

const OWN_PASSWORD = (current: string, password: string, confirmation: string) =>
  fillIn(
    {
      'Current Password': current,
      'New Password': password,
      'Confirm New Password': confirmation,
    },
    'Update Password',
  );

const dashboard: Row<RequestScene>[] = [
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

const users: Row<RequestScene>[] = [
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
      expect(page.getByRole('combobox', { name: 'Role' })).toHaveText('User'),
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
    section: 4,
    statement:
      'Balance update: the row changes at once; the dialog closes, and is empty afterwards',
    proof: seen('balance dialog', async ({ page, person }) => {
      await expect(person.row('@asha')).toContainText('₹12.50');
      await expect(person.dialog('Update User Balance')).toBeHidden();
      await press(page, 'Update balance of asha');
      await expect(page.getByLabel('New Balance (₹)')).toHaveValue('');
    }),
  },
  {
    section: 8,
    statement: "Balance update: 'Another update is in progress, please try again'",
    proof: tested(BALANCES, 'a balance that is no longer the shown one is not overwritten'),
  },
  {
    section: 7,
    statement:
      "An adjustment is a transaction of the source 'Admin Panel' and told to its owner: 'Balance Updated by Administrator'",
    proof: tested(BALANCES, 'a higher balance is a deposit of the difference, told to its owner'),
  },
  {
    section: 4,
    statement: 'A balance that stays as it was is no transaction',
    proof: tested(BALANCES, 'no difference records nothing'),
  },
  {
    section: 2,
    statement: "Nobody found: 'No users found matching your search.'",
    proof: seen('no user found'),
  },
  {
    section: 2,
    statement: "Nobody there at all: 'No users available.'",
    proof: seen('no user found', async (visit) => {
      const none = { json: { rows: [], total: 0, totalIsExact: true } };
      await visit.page.route('**/rpc/users/list*', (route) => route.fulfill({ json: none }));
      // Loaded anew: who was fetched a moment ago would not be asked for again.
      await load(visit, '/admin/users', 'User Management');
    }),
  },
  {
    section: 2,
    statement: "Create User page: 'Back to Users', 'Cancel', 'Create User'",
    proof: seen('create user'),
  },
  {
    section: 2,
    statement:
      "Create User page: 'Success', 'User meera has been created successfully', and on to /admin/users",
    proof: seen('create user', async (visit) => {
      await fillIn({ Username: 'meera', Password: 'meera-of-e2e' }, 'Create User')(visit);
      await expect(visit.page).toHaveURL('/admin/users');
    }),
  },
  {
    section: 8,
    statement: "Create User dialog: 'User {username} created successfully'",
    proof: tested(JOURNEYS, 'users'),
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

/** Section 2 with its rules: the dashboard and users. */
export const peopleRows: Row<RequestScene>[] = [...dashboard, ...users];
