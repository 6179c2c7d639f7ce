import { waitFor } from '@testing-library/dom';
import { expect } from 'vitest';
import { PATIENCE } from './application.ts';
import { ADMIN, addNewcomer, signInToApi } from './fixtures.ts';
import type { SpecChecker } from './spec-checker.ts';
import { testScreens } from './test-screens.ts';

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

testScreens('user management', async (admin, application) => {
  await addNewcomer(application.server);
  await application.open(ADMIN, '/admin');
  await checkDashboard(admin);
  await checkOwnPassword(admin);
  await checkUsers(admin);
  await checkBalanceDialog(admin);
  await checkSearch(admin);
  await checkCreation(admin);
  await checkUser(admin);
  await checkPassword(admin);
  await checkDeletion(admin);
});

async function checkDashboard(admin: SpecChecker): Promise<void> {
  await admin.check("2.6 Dashboard: title 'Admin Dashboard', button 'Add User'", () =>
    admin.hasAttribute(['link', 'Add User'], 'href', '/admin/users/create'),
  );
  await admin.expectTexts(
    "2.6 Stat cards 'Total Users' ('Registered users'), 'Pending Transactions' ('Awaiting approval'), 'Total Transactions' ('All time'), 'Total Deposits' ('Revenue inflow'), 'Total Withdrawals' ('Revenue outflow')",
    "2.6 Quick Actions: 'Quick Actions', 'Manage Users', 'Review Transactions', 'Create New User'",
    "2.6 System Status: 'System Status' with 'Database' 'Connected', 'Authentication' 'Active', 'Transactions' 'Processing'",
  );
  await admin.check(
    '2.4 The main navigation has the entries of section 2, in their order',
    async () => expect((await admin.readEntries()).slice(0, ENTRIES.length)).toEqual(ENTRIES),
  );
  await admin.expectTexts("2.4 An administrator's sidebar says 'Admin' and has 'Logout'");
  await admin.pressButton('Account menu');
  await admin.expectTexts("2.4 Avatar menu: 'Admin User', 'Settings', 'Logout'");
}

async function checkOwnPassword(admin: SpecChecker): Promise<void> {
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
  await admin.expectTexts(
    "5 Own password: 'Change Admin Password'; without a field: 'All fields are required'",
  );
  await change('x', 'abcdef', 'abcdeg');
  await admin.expectTexts("5 Own password, different twice: 'New passwords do not match'");
  await change('x', 'abcde', 'abcde');
  await admin.expectTexts(
    "5 Own password, too short: 'Password must be at least 6 characters long'",
  );
  await change('x', 'next-of-e2e', 'next-of-e2e');
  await admin.expectTexts("5 Own password, current one wrong: 'Current password is incorrect'");
  await admin.check(
    "5 Own password changed: 'Admin password updated successfully', and the fields clear",
    async () => {
      await change(ADMIN.password, 'next-of-e2e', 'next-of-e2e');
      await admin.hasValue('New Password', '');
      await change('next-of-e2e', ADMIN.password, ADMIN.password);
      await admin.hasValue('New Password', '');
    },
  );
}

async function checkUsers(admin: SpecChecker): Promise<void> {
  const { application } = admin;
  const release = application.hold(/rpc\/users\/list/);
  await admin.openFresh('/admin/users', 'User Management');
  await admin.expectTexts("2.6 Users, loading: 'Loading users and wallet balances...'");

  release();
  await admin.row('@asha');
  await admin.expectTexts("2.6 Users: title 'User Management', search 'Search users...'");
  await admin.check(
    "2.6 Users: columns User (name and @username), Email, Role ('Admin' or 'User'), Status, Wallet Balance ('Real-time balance'), Actions; '@asha'",
    () => admin.hasColumns('User', 'Email', 'Role', 'Status', 'Wallet Balance', 'Actions'),
  );
  await admin.expectTexts("3 A user without an e-mail has a placeholder: 'asha@wallet.example'");

  await admin.pressButton('Create User');
  await admin.check(
    "2.6 Create User dialog: 'Username', 'Password', 'Role' (User at first), 'Cancel', 'Create User'",
    () => admin.find('combobox', 'Role'),
  );
  await admin.check(
    '5 In the dialog an empty username or password does nothing silently',
    async () => {
      await admin.pressButton('Create User');
      await admin.dialog('Create User');
      await admin.hasCount('alert', /./, 0);
    },
  );
  await admin.check("5 Create user: 'Username must be at least 3 characters.'", () =>
    admin.fillIn({ Username: 'as', Password: 'x' }, 'Create User'),
  );
  await admin.expectTexts("5 Create user: 'Password must be at least 6 characters.'");

  await admin.openFresh('/admin/users', 'User Management');
  await admin.pressButton('Update balance of asha');
  await admin.check(
    "2.6 Balance dialog: 'Update User Balance', 'New Balance (₹)', 'Cancel', 'Update Balance'",
    () => admin.hasAttribute(['spinbutton', 'New Balance (₹)'], 'step', '0.01'),
  );
  await admin.check('5 Balance update: without a value nothing happens', async () => {
    await admin.pressButton('Update Balance');
    await admin.dialog('Update User Balance');
    await admin.hasCount('alert', /./, 0);
  });
  await admin.check(
    "5 Balance update, without a reason: 'Please enter a reason. The user sees it in the passbook.'",
    () => admin.fillIn({ 'New Balance (₹)': '12.5' }, 'Update Balance'),
  );
  await admin.check(
    '5 Balance update: a short reason and too large a change are refused',
    async () => {
      const short = { 'New Balance (₹)': '10000000.01', Reason: 'Refund' };
      await admin.fillIn(short, 'Update Balance');
      await admin.waitUntil('The reason needs at least 10 characters.');
      await admin.fillIn({ Reason: 'Refund of a fee' }, 'Update Balance');
      await admin.waitUntil('One adjustment can change a balance by at most ₹1,00,00,000.00.');
      await admin.fillIn({ 'New Balance (₹)': '1000000.01' }, 'Update Balance');
      await admin.waitUntil('Your adjustments of one day can total at most ₹10,00,000.00.');
    },
  );
  await admin.check("8 Balance update: 'Balance updated to ₹{amount}'", () =>
    admin.fillIn({ 'New Balance (₹)': '12.5', Reason: 'Refund of a fee' }, 'Update Balance'),
  );
  await admin.check(
    '4 Balance update: the row changes at once; the dialog closes, and is empty afterwards',
    async () => {
      await admin.waitUntil('₹12.50');
      await admin.hasCount('dialog', 'Update User Balance', 0);
      await admin.pressButton('Update balance of asha');
      await admin.hasValue('New Balance (₹)', '');
    },
  );
}

/** Another administrator changes the balance of ₹12.50 while the dialog is open, and while it is closed. */
async function checkBalanceDialog(admin: SpecChecker): Promise<void> {
  const { api } = await signInToApi(admin.application.server, ADMIN);
  const [asha] = (await api.users.list({ search: 'asha' })).rows;
  if (!asha) throw new Error('There is no asha');
  const adjust = (newBalance: string, shownBalancePaise: number) =>
    api.users.adjustBalance({
      userId: asha.id,
      newBalance,
      shownBalancePaise,
      reason: 'Correction of a fee',
      requestKey: crypto.randomUUID(),
    });
  const shows = (...texts: string[]) => admin.contains(['dialog', 'Update User Balance'], ...texts);

  await admin.fill('New Balance (₹)', '1234.5');
  await admin.fill('Reason', 'Refund of a fee');
  await admin.check(
    "9 A balance that changes meanwhile: 'The balance changed meanwhile. It is ₹50.00 now.', 'Credits ₹1,184.50'",
    () => adjust('50', 12_50),
  );
  await admin.hasValue('New Balance (₹)', '1234.5');
  await admin.pressButton('Update Balance');
  await admin.contains(['row', /@asha/], '₹1,234.50');

  await admin.pressButton('Update balance of asha');
  await admin.press('radio', 'Subtract an amount');
  await admin.check("5 More than there is: 'Please enter a valid balance'", async () => {
    await admin.fillIn(
      { 'Amount to subtract (₹)': '2000', Reason: 'Refund of a fee' },
      'Update Balance',
    );
    await shows('Please enter a valid balance');
    await admin.isAccessible();
  });
  await admin.check('9 An amount is added to the newest balance, or subtracted', async () => {
    await admin.press('radio', 'Add an amount');
    await admin.fill('Amount to add (₹)', '65.5');
    await shows('New balance: ₹1,300.00');
    await adjust('1200', 1234_50);
    await shows('New balance: ₹1,265.50');
    await admin.press('radio', 'Subtract an amount');
    await shows('New balance: ₹1,134.50');
    await admin.press('radio', 'Add an amount');
    await admin.fill('Amount to add (₹)', '34.5');
    await shows('Credits ₹34.50');
    await admin.pressButton('Update Balance');
    await admin.contains(['row', /@asha/], '₹1,234.50');
  });
  await admin.check(
    '4 A balance that another administrator changes is shown by itself',
    async () => {
      await adjust('77', 1234_50);
      await admin.contains(['row', /@asha/], '₹77.00');
    },
  );
}

/** How many pages a search reads by itself before it offers more. */
const PAGES_BY_ITSELF = 5;

async function checkSearch(admin: SpecChecker): Promise<void> {
  const { application } = admin;
  await admin.search('ASH');
  await admin.check('2.6 A search ignores case', () => admin.hasNoRow('@demo'));
  // Events refetch the list: count pages, not calls.
  const pages = new Set<string>();
  application.respond(/rpc\/users\/list/, (body) => {
    if (!body.includes('somebody old')) return undefined;
    const [page = 'older0'] = /older\d/.exec(body) ?? [];
    pages.add(page);
    const nextCursor = `older${pages.size}`;
    return { json: { rows: [], total: 300, totalIsExact: false, nextCursor } };
  });
  await admin.search('somebody old');
  await admin.check(
    "9 A search that finds nothing reads on, a few pages only: 'Older entries have not been searched yet.', 'Load more'",
    async () => {
      await waitFor(() => expect(pages.size).toBe(PAGES_BY_ITSELF), PATIENCE);
      await admin.find('button', 'Load more');
      expect(pages.size).toBe(PAGES_BY_ITSELF);
    },
  );
  // The made-up cursors must not reach the server.
  await admin.search('asha');
  await admin.row('@asha');
  application.restore();
}

async function checkCreation(admin: SpecChecker): Promise<void> {
  const { application } = admin;
  await admin.openFresh('/admin/users?search=nobody', 'User Management');
  await admin.expectTexts("2.6 Nobody found: 'No users found matching your search.'");
  await admin.check("2.6 Nobody there at all: 'No users available.'", async () => {
    const none = { rows: [], total: 0, totalIsExact: true };
    application.respond(/rpc\/users\/list/, () => ({ json: none }));
    await application.load('/admin/users');
  });
  application.restore();

  await admin.openFresh('/admin/users/create', 'Create User');
  await admin.expectTexts("2.6 Create User page: 'Back to Users', 'Cancel', 'Create User'");
  await admin.check(
    "2.6 Create User page: 'Success', 'User meera has been created successfully', and on to /admin/users",
    async () => {
      await admin.fillIn({ Username: 'meera', Password: 'meera-of-e2e' }, 'Create User');
      await admin.waitForPath('/admin/users');
    },
  );

  await admin.openFresh('/admin/users/create', 'Create User');
  const release = application.hold(/rpc\/users\/create/);
  await admin.fillIn({ Username: 'ravi', Password: 'ravi-of-e2e' }, 'Create User');
  await admin.expectTexts("2.6 Create User page, while saving: 'Creating User...'");
  release();
  // It redirects by itself, which must not happen during the next steps.
  await admin.waitForPath('/admin/users');
}

async function checkUser(admin: SpecChecker): Promise<void> {
  await viewUser(admin, 'asha');
  await admin.check("2.6 User: header 'User Details', 'Back to Users', 'Change Password'", () =>
    admin.hasAttribute(['link', 'Back to Users'], 'href', '/admin/users'),
  );
  await admin.expectTexts(
    "2.6 User Profile: 'User Profile', '@asha', 'User', 'Active', 'Current Balance', 'Deactivate User', 'Delete User'",
    "2.6 User Details: 'Full Name', 'Username', 'Email', 'Phone', 'Role', 'Regular User', 'Status', 'Address', 'City', 'Country', 'Current Balance', 'Member Since'",
  );
  await admin.check("2.6 Missing phone, address, city and country show 'Not provided'", () =>
    admin.hasTextCount('Not provided', 4),
  );
  await admin.expectTexts(
    "2.6 Account Summary: 'Account Summary', 'Account Type', 'Status', 'Balance'",
  );
}

async function checkPassword(admin: SpecChecker): Promise<void> {
  const { application } = admin;
  await admin.pressButton('Change Password');
  await admin.check(
    "2.6 Change Password dialog: 'Change password for user: asha', 'New Password', 'Confirm New Password', 'Cancel', 'Update Password'",
    async () => void (await admin.find('button', 'Show password')),
  );
  await admin.check("5 Setting a password, a field empty: 'All fields are required'", () =>
    admin.pressButton('Update Password'),
  );
  await admin.check("5 Setting a password, different twice: 'Passwords do not match'", () =>
    admin.fillIn({ 'New Password': 'abc', 'Confirm New Password': 'abd' }, 'Update Password'),
  );
  await admin.check(
    "5 Setting a password, too short: 'Password must be at least 6 characters long'",
    () => admin.fillIn({ 'New Password': 'abc', 'Confirm New Password': 'abc' }, 'Update Password'),
  );

  const release = application.hold(/rpc\/users\/setPassword/);
  const password = { 'New Password': 'new-of-e2e', 'Confirm New Password': 'new-of-e2e' };
  await admin.fillIn(password, 'Update Password');
  await admin.expectTexts("2.6 Setting a password, under way: 'Updating...'");
  release();
}

async function checkDeletion(admin: SpecChecker): Promise<void> {
  const { application } = admin;
  await viewUser(admin, 'asha');
  await admin.pressButton('Deactivate User');
  await admin.dialog('Deactivate asha?');
  await admin.pressButton('Deactivate User');
  await admin.expectTexts(
    "8 Deactivated: 'User deactivated successfully', 'Inactive', 'Activate User'",
  );

  await admin.pressButton('Activate User');
  await admin.waitUntil('User activated successfully');
  await admin.pressButton('Delete User');
  await admin.expectTexts(
    "8 Activated: 'User activated successfully'",
    "2.6 Delete dialog: 'Are you sure?', 'This action cannot be undone. This will permanently delete the user account and remove their data from our servers.', 'Cancel', 'Delete User'",
  );

  const release = application.hold(/rpc\/users\/remove/);
  await admin.check('9 The dialog shows what the user has; deleting needs the name', async () => {
    await admin.contains(['dialog', 'Are you sure?'], '₹77.00');
    await admin.isDisabled('Delete User');
    await admin.isAccessible();
  });
  await admin.fillIn({ 'Type asha to confirm': 'asha' }, 'Delete User');
  await admin.expectTexts("2.6 While a user is deleted: 'Deleting...'");

  release();
  await admin.waitForPath('/admin/users');
  await admin.expectTexts("8 'User deleted successfully'");
  await admin.hasNoRow('@asha');
  await viewUser(admin, 'demo');
  await admin.check(
    "5 A default user: 'Cannot modify default user', 'Default users cannot be deactivated in demo mode', and no deleting",
    async () => {
      await admin.isDisabled('Delete User');
      // It looks disabled, and shows the reason when clicked.
      await admin.pressButton('Deactivate User');
    },
  );

  await admin.openFresh('/admin/users/00000000-0000-7000-8000-000000000000', 'User Details');
  await admin.expectTexts(
    "2.6 No such user: 'User not found', 'The user you are looking for does not exist or has been deleted.', 'Return to User List'",
  );
}

/** Opens a user's page from the list. */
async function viewUser(admin: SpecChecker, username: string): Promise<void> {
  await admin.openFresh(`/admin/users?search=${username}`, 'User Management');
  await admin.press('link', `View ${username}`);
  await admin.find('heading', 'User Profile');
}
