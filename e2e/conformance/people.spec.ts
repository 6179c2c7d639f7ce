import { holdBack } from '../support/answers.ts';
import { expect } from '../support/test.ts';
import { ACCOUNTS } from '../support/wallet.ts';
import { addNewcomer } from './supply.ts';
import { type Witness, walk } from './witness.ts';

/** The entries of the main navigation, in order. */
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
];

walk('user management', async (admin, wallet) => {
  await addNewcomer(wallet);
  await admin.arrive(ACCOUNTS.admin, '/admin');
  await seeDashboard(admin);
  await seeOwnPassword(admin);
  await seeUsers(admin);
  await seeCreation(admin);
  await seeUser(admin);
  await seePassword(admin);
  await seeDeletion(admin);
});

async function seeDashboard(admin: Witness): Promise<void> {
  const { page } = admin;
  await admin.finds("2.6 Dashboard: title 'Admin Dashboard', button 'Add User'", () =>
    expect(page.getByRole('link', { name: 'Add User' })).toHaveAttribute(
      'href',
      '/admin/users/create',
    ),
  );
  await admin.sees(
    "2.6 Stat cards 'Total Users' ('Registered users'), 'Pending Transactions' ('Awaiting approval'), 'Total Transactions' ('All time'), 'Total Deposits' ('Revenue inflow'), 'Total Withdrawals' ('Revenue outflow')",
    "2.6 Quick Actions: 'Quick Actions', 'Manage Users', 'Review Transactions', 'Create New User'",
    "2.6 System Status: 'System Status' with 'Database' 'Connected', 'Authentication' 'Active', 'Transactions' 'Processing'",
  );
  await admin.finds(
    '2.4 The main navigation has the entries of section 2, in their order',
    async () => expect((await admin.readEntries()).slice(0, ENTRIES.length)).toEqual(ENTRIES),
  );
  await admin.sees("2.4 An administrator's sidebar says 'Admin' and has 'Logout'");
  await admin.pressButton('Account menu');
  await admin.sees("2.4 Avatar menu: 'Admin User', 'Settings', 'Logout'");
}

async function seeOwnPassword(admin: Witness): Promise<void> {
  const change = (current: string, password: string, confirmation: string) =>
    admin.fillIn(
      {
        'Current Password': current,
        'New Password': password,
        'Confirm New Password': confirmation,
      },
      'Update Password',
    );
  await admin.open('/admin', 'Admin Dashboard');
  await change('x', 'abcdef', '');
  await admin.sees(
    "5 Own password: 'Change Admin Password'; without a field: 'All fields are required'",
  );
  await change('x', 'abcdef', 'abcdeg');
  await admin.sees("5 Own password, different twice: 'New passwords do not match'");
  await change('x', 'abcde', 'abcde');
  await admin.sees("5 Own password, too short: 'Password must be at least 6 characters long'");
  await change('x', 'abcdef', 'abcdef');
  await admin.sees("5 Own password, current one wrong: 'Current password is incorrect'");
  await admin.finds(
    "5 Own password changed: 'Admin password updated successfully', and the fields clear",
    async () => {
      await change('admin-of-e2e', 'admin-of-e2e', 'admin-of-e2e');
      await expect(admin.page.getByLabel('New Password', { exact: true })).toHaveValue('');
    },
  );
}

async function seeUsers(admin: Witness): Promise<void> {
  const { page } = admin;
  const letGo = await holdBack(page, '**/rpc/users/list*');
  await admin.openAnew('/admin/users', 'User Management');
  await admin.sees("2.6 Users, loading: 'Loading users and wallet balances...'");

  await letGo();
  await expect(admin.row('@asha')).toBeVisible();
  await admin.sees("2.6 Users: title 'User Management', search 'Search users...'");
  await admin.finds(
    "2.6 Users: columns User (name and @username), Email, Role ('Admin' or 'User'), Status, Wallet Balance ('Real-time balance'), Actions; '@asha'",
    () => admin.hasColumns('User', 'Email', 'Role', 'Status', 'Wallet Balance', 'Actions'),
  );
  await admin.sees("3 A user without an e-mail has a placeholder: 'asha@wallet.example'");

  await admin.pressButton('Create User');
  await admin.finds(
    "2.6 Create User dialog: 'Username', 'Password', 'Role' (User at first), 'Cancel', 'Create User'",
    () => expect(page.getByRole('combobox', { name: 'Role' })).toHaveText('User'),
  );
  await admin.finds(
    '5 In the dialog an empty username or password does nothing silently',
    async () => {
      await admin.pressButton('Create User');
      await expect(page.getByRole('dialog', { name: 'Create User' })).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    },
  );
  await admin.finds("5 Create user: 'Username must be at least 3 characters.'", () =>
    admin.fillIn({ Username: 'as', Password: 'x' }, 'Create User'),
  );
  await admin.sees("5 Create user: 'Password must be at least 6 characters.'");

  await admin.openAnew('/admin/users', 'User Management');
  await admin.pressButton('Update balance of asha');
  await admin.finds(
    "2.6 Balance dialog: 'Update User Balance', 'New Balance (₹)', 'Cancel', 'Update Balance'",
    () => expect(page.getByLabel('New Balance (₹)')).toHaveAttribute('step', '0.01'),
  );
  await admin.finds('5 Balance update: without a value nothing happens', async () => {
    await admin.pressButton('Update Balance');
    await expect(page.getByRole('dialog', { name: 'Update User Balance' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
  await admin.finds("8 Balance update: 'Balance updated to ₹{amount}'", () =>
    admin.fillIn({ 'New Balance (₹)': '12.5', Reason: 'Refund' }, 'Update Balance'),
  );
  await admin.finds(
    '4 Balance update: the row changes at once; the dialog closes, and is empty afterwards',
    async () => {
      await expect(admin.row('@asha')).toContainText('₹12.50');
      await expect(admin.dialog('Update User Balance')).toBeHidden();
      await admin.pressButton('Update balance of asha');
      await expect(page.getByLabel('New Balance (₹)')).toHaveValue('');
    },
  );
}

async function seeCreation(admin: Witness): Promise<void> {
  const { page } = admin;
  await admin.openAnew('/admin/users?search=nobody', 'User Management');
  await admin.sees("2.6 Nobody found: 'No users found matching your search.'");
  await admin.finds("2.6 Nobody there at all: 'No users available.'", async () => {
    const none = { json: { rows: [], total: 0, totalIsExact: true } };
    await page.route('**/rpc/users/list*', (route) => route.fulfill({ json: none }));
    // Reload: a recently fetched user would not be requested again.
    await admin.load('/admin/users', 'User Management');
  });
  await page.unrouteAll();

  await admin.openAnew('/admin/users/create', 'Create User');
  await admin.sees("2.6 Create User page: 'Back to Users', 'Cancel', 'Create User'");
  await admin.finds(
    "2.6 Create User page: 'Success', 'User meera has been created successfully', and on to /admin/users",
    async () => {
      await admin.fillIn({ Username: 'meera', Password: 'meera-of-e2e' }, 'Create User');
      await expect(page).toHaveURL('/admin/users');
    },
  );

  await admin.openAnew('/admin/users/create', 'Create User');
  const letGo = await holdBack(page, '**/rpc/users/create');
  await admin.fillIn({ Username: 'ravi', Password: 'ravi-of-e2e' }, 'Create User');
  await admin.sees("2.6 Create User page, while saving: 'Creating User...'");
  await letGo();
  // It redirects by itself, which must not happen during the next steps.
  await expect(page).toHaveURL('/admin/users');
}

async function seeUser(admin: Witness): Promise<void> {
  const { page } = admin;
  await admin.view('asha');
  await admin.finds("2.6 User: header 'User Details', 'Back to Users', 'Change Password'", () =>
    expect(page.getByRole('link', { name: 'Back to Users' })).toHaveAttribute(
      'href',
      '/admin/users',
    ),
  );
  await admin.sees(
    "2.6 User Profile: 'User Profile', '@asha', 'User', 'Active', 'Current Balance', 'Deactivate User', 'Delete User'",
    "2.6 User Details: 'Full Name', 'Username', 'Email', 'Phone', 'Role', 'Regular User', 'Status', 'Address', 'City', 'Country', 'Current Balance', 'Member Since'",
  );
  await admin.finds("2.6 Missing phone, address, city and country show 'Not provided'", () =>
    expect(page.getByText('Not provided')).toHaveCount(4),
  );
  await admin.sees("2.6 Account Summary: 'Account Summary', 'Account Type', 'Status', 'Balance'");
}

async function seePassword(admin: Witness): Promise<void> {
  const { page } = admin;
  await admin.pressButton('Change Password');
  await admin.finds(
    "2.6 Change Password dialog: 'Change password for user: asha', 'New Password', 'Confirm New Password', 'Cancel', 'Update Password'",
    () => admin.has('button', 'Show password'),
  );
  await admin.finds("5 Setting a password, a field empty: 'All fields are required'", () =>
    admin.pressButton('Update Password'),
  );
  await admin.finds("5 Setting a password, different twice: 'Passwords do not match'", () =>
    admin.fillIn({ 'New Password': 'abc', 'Confirm New Password': 'abd' }, 'Update Password'),
  );
  await admin.finds(
    "5 Setting a password, too short: 'Password must be at least 6 characters long'",
    () => admin.fillIn({ 'New Password': 'abc', 'Confirm New Password': 'abc' }, 'Update Password'),
  );

  const letGo = await holdBack(page, '**/rpc/users/setPassword');
  const password = { 'New Password': 'new-of-e2e', 'Confirm New Password': 'new-of-e2e' };
  await admin.fillIn(password, 'Update Password');
  await admin.sees("2.6 Setting a password, under way: 'Updating...'");
  await letGo();
}

async function seeDeletion(admin: Witness): Promise<void> {
  const { page } = admin;
  await admin.view('asha');
  await admin.pressButton('Deactivate User');
  await expect(admin.dialog('Deactivate asha?')).toBeVisible();
  await admin.pressButton('Deactivate User');
  await admin.sees("8 Deactivated: 'User deactivated successfully', 'Inactive', 'Activate User'");

  await admin.pressButton('Activate User');
  await expect(page.getByText('User activated successfully')).toBeVisible();
  await admin.pressButton('Delete User');
  await admin.sees(
    "8 Activated: 'User activated successfully'",
    "2.6 Delete dialog: 'Are you sure?', 'This action cannot be undone. This will permanently delete the user account and remove their data from our servers.', 'Cancel', 'Delete User'",
  );

  const letGo = await holdBack(page, '**/rpc/users/remove');
  await admin.fillIn({ 'Type asha to confirm': 'asha' }, 'Delete User');
  await admin.sees("2.6 While a user is deleted: 'Deleting...'");

  await letGo();
  await expect(page).toHaveURL('/admin/users');
  await admin.view('demo');
  await admin.finds(
    "5 A default user: 'Cannot modify default user', 'Default users cannot be deactivated in demo mode', and no deleting",
    async () => {
      await expect(page.getByRole('button', { name: 'Delete User' })).toBeDisabled();
      // It looks disabled, and shows the reason when clicked.
      await page.getByRole('button', { name: 'Deactivate User' }).dispatchEvent('click');
    },
  );

  await admin.openAnew('/admin/users/00000000-0000-7000-8000-000000000000', 'User Details');
  await admin.sees(
    "2.6 No such user: 'User not found', 'The user you are looking for does not exist or has been deleted.', 'Return to User List'",
  );
}
