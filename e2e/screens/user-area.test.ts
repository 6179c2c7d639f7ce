import { waitFor, within } from '@testing-library/dom';
import { expect } from 'vitest';
import { PATIENCE } from './application.ts';
import { ADMIN, DEMO, seedDemoData } from './fixtures.ts';
import type { SpecChecker } from './spec-checker.ts';
import { testScreens } from './test-screens.ts';

/** The entries of the main navigation, in order. */
const ENTRIES = [
  ['Dashboard', '/user'],
  ['Deposit', '/user/deposit'],
  ['Withdraw', '/user/withdraw'],
  ['Passbook', '/user/transactions'],
  ['Profile', '/user/profile'],
];

testScreens('users', async (user, application) => {
  await seedDemoData(application.server);
  await application.open(DEMO, '/user');
  await checkDashboard(user);
  await checkPanels(user);
  await checkRequests(user);
  await checkPassbook(user);
  await checkTheRest(user);
  await checkInstallation(user);
  await checkAsAdministrator(user);
});

async function checkDashboard(user: SpecChecker): Promise<void> {
  await user.check(
    '2.4 The top bar: product name leading to /, bell, avatar menu and a globe for the language',
    async () => {
      await user.hasAttribute(['link', 'the product wallet'], 'href', '/');
      for (const name of [/^Notifications/, 'Account menu', 'Select language'])
        await user.find('button', name);
    },
  );
  await user.check(
    "2.4 Menu of users: 'Dashboard', 'Deposit', 'Withdraw', 'Passbook', 'Profile' and where each leads",
    async () => expect(await user.readEntries()).toEqual(ENTRIES),
  );
  await user.check('2.4 The current entry of the menu is highlighted', async () => {
    await user.hasAttribute(['link', 'Dashboard'], 'aria-current', 'page');
  });
  await user.expectTexts(
    "2.4 The sidebar has a 'Logout' button",
    "2.5 Dashboard: 'Welcome, {display name}!'",
  );
  await user.check('2.5 Dashboard: a banner carousel', async () => {
    await user.find('region', 'Offers and news');
    await user.find('img', 'Festival');
  });
  await user.check(
    "2.5 Dashboard: a card 'Featured Links' with the active site links",
    async () => {
      await user.hasAttribute(['link', /Your rights/], 'href', 'https://example.com/rights');
    },
  );
  await user.check(
    "2.5 Dashboard: stat cards 'Total Transactions' and 'Pending Requests'",
    async () => {
      await user.hasTexts('definition', ['5', '3']);
    },
  );
  await user.check(
    "2.5 Dashboard: 'Quick Actions' leading to /user/deposit and /user/withdraw",
    async () => {
      const links = [...(await user.find('region', 'Quick Actions')).querySelectorAll('a')];
      const addresses = links.map((link) => link.getAttribute('href'));
      expect(addresses).toEqual(['/user/deposit', '/user/withdraw']);
    },
  );
  await user.check(
    '3 Signing in writes isLoggedIn, userRole, userId and currentUser to the browser',
    async () => {
      const stored = Object.fromEntries(
        Object.keys(localStorage).map((key) => [key, localStorage.getItem(key)]),
      );
      expect(stored).toMatchObject({ isLoggedIn: 'true', userRole: 'user' });
      const current = JSON.parse(stored.currentUser ?? '{}');
      expect(Object.keys(current)).toEqual(['id', 'username', 'role', 'created_at']);
      expect(current).toMatchObject({ id: stored.userId, username: 'demo', role: 'user' });
    },
  );
}

async function checkPanels(user: SpecChecker): Promise<void> {
  await user.pressButton('Account menu');
  await user.check(
    "2.4 The avatar menu of users: 'User' with a fixed e-mail, 'Edit Profile', 'Contact Us', 'Logout'",
    async () => {
      await user.waitUntil('demo@wallet.example');
      await user.hasAttribute(['menuitem', 'Edit Profile'], 'href', '/user/profile');
      await user.hasAttribute(['menuitem', 'Contact Us'], 'href', '/user/support');
    },
  );

  await user.openFresh('/user/dashboard', 'Welcome, demo!');
  await user.expectTexts(
    "2.5 Dashboard, second layout: 'Quick Actions', 'Recent Transactions', 'Featured Links'",
  );

  await user.pressButton(/^Notifications/);
  await user.check("2.4 The panel has 'Read' and 'Clear', and a button to close it", async () => {
    await user.dialog('Notifications');
    await user.find('button', 'Close');
  });
  await user.expectTexts(
    "2.4 A card of type error has a 'Rejected' tag and a 'Rejection Reason:' box with the reason 'Name differs'",
  );
}

async function checkRequests(user: SpecChecker): Promise<void> {
  await user.openFresh('/user/deposit', 'Deposit');
  await user.check(
    "2.5 Deposit: a QR code card with a choice among the active ones, 'Deposit details' beside it",
    async () => {
      await user.offers('Choose a QR code', ['Shop counter', 'Second till']);
      await user.find('img', /^Payment QR code/);
    },
  );
  await user.check("2.5 Deposit: amount, 'Payment Method', notes and receipt", async () => {
    await user.find('textbox', 'Amount');
    await user.find('textbox', /^Notes/);
    expect(await user.findField('Payment receipt')).toHaveProperty('type', 'file');
  });

  await user.openFresh('/user/withdraw', 'Withdraw');
  await user.check("2.5 Withdraw: a back link to /, tabs 'Withdraw' and 'History'", async () => {
    await user.hasAttribute(['link', 'Back'], 'href', '/');
    await user.hasTexts('tab', ['Withdraw', 'History']);
  });
  await user.check(
    "2.5 Withdraw: 'Withdrawal Summary' with 'Balance', 'Minimum withdrawal' and 'Processing fee'",
    async () => {
      await user.contains(['region', 'Withdrawal Summary'], '₹5,000.00', '₹10.00', '₹0.00');
    },
  );
  await user.check("2.5 Withdraw: 'Your Bank Accounts' as cards, 'Add Bank Account'", async () => {
    const accounts = await user.find('region', 'Your Bank Accounts');
    await waitFor(() => expect(accounts.querySelectorAll('li')).toHaveLength(1), PATIENCE);
  });
  await user.expectTexts("2.5 Withdraw: 'Withdrawals are processed within 1-3 business days.'");

  await user.openFresh('/user/withdraw?tab=history', 'Withdraw');
  await user.check(
    "2.5 Withdraw, history: columns 'Date', 'Amount', 'Reference', 'Bank Account', 'Status'",
    () => user.hasColumns('Date', 'Amount', 'Reference', 'Bank Account', 'Status'),
  );

  await user.openFresh('/user/bank-accounts', 'Your Bank Accounts');
  await user.check("2.5 Bank accounts: a page 'Your Bank Accounts', on the real accounts", () =>
    user.waitUntil('Demo Person'),
  );
}

async function checkPassbook(user: SpecChecker): Promise<void> {
  await user.openFresh('/user/passbook', 'Passbook');
  await user.expectTexts(
    "2.5 Passbook: 'Passbook', 'Complete transaction history with running balance'",
  );
  await user.check(
    "2.5 Passbook: search, 'Status' of all, pending, approved or rejected",
    async () => {
      await user.find('searchbox');
      await user.offers('Status', ['All Status', 'Pending', 'Approved', 'Rejected']);
    },
  );
  await user.check("2.5 Passbook: 'Type' of all, deposit or withdrawal", () =>
    user.offers('Type', ['All Types', 'Deposit', 'Withdrawal']),
  );
  await user.expectTexts("2.5 Passbook: 'From Date', 'To Date', 'Clear', 'Export'");
  await user.check(
    "2.5 Passbook: columns 'Date', 'Transaction', 'Amount', 'Status', 'Balance'",
    () => user.hasColumns('Date', 'Transaction', 'Amount', 'Status', 'Balance'),
  );
  await user.check(
    "2.5 Passbook: type, reference, 'via UPI', + for a deposit and - for a withdrawal",
    async () => {
      const deposit = await user.row('+₹5,000.00');
      expect(deposit.textContent).toMatch(/Deposit.*DEP-\d{13}.*\+₹5,000.00/s);
      const withdrawal = await user.row('-₹200.00');
      expect(withdrawal.textContent).toMatch(/Withdrawal.*WDL\d{13,16}.*-₹200.00/s);
    },
  );
  await user.expectTexts("2.5 Passbook: 'Showing 5 transactions'");
  await user.find('button', 'Print or save as PDF');
  const months = await user.find('group', 'Months');
  const [, previous] = within(months).getAllByRole('button');
  previous?.click();
  await waitFor(() => expect(previous?.getAttribute('aria-pressed')).toBe('true'), PATIENCE);
  expect(window.location.search).toMatch(/from=\d{4}-\d\d-01&to=\d{4}-\d\d-\d\d/);
  previous?.click();
  await waitFor(() => expect(window.location.search).toBe(''), PATIENCE);
  await checkDetails(user);
}

/** What leads on from a transaction. */
async function checkDetails(user: SpecChecker): Promise<void> {
  within(await user.row('+₹5,000.00'))
    .getByRole('link', { name: 'Deposit' })
    .click();
  await user.dialog('Transaction Details');
  const help = await user.find('link', 'Get help with this payment');
  expect(help.getAttribute('href')).toMatch(/^\/user\/support\?about=/);
  await user.find('button', 'Share');
}

async function checkTheRest(user: SpecChecker): Promise<void> {
  await user.openFresh('/user/notifications', 'Notifications');
  await user.expectTexts(
    "2.5 Notifications: heading 'Notifications', hint '({N} unread)', 'Mark all as read', 'Clear all'",
  );
  await user.check("9 Notifications: four tabs, 'All', 'Unread', 'Transactions', 'System'", () =>
    user.hasTexts('tab', ['All', 'Unread', 'Transactions', 'System']),
  );

  await user.openFresh('/user/profile', 'Profile Settings');
  await user.check(
    "2.5 Profile: 'Personal Information' with 'First Name', 'Last Name', 'Email', 'Phone', 'Address', 'City', 'Country'",
    async () => expect(await user.find('textbox', 'Address')).toHaveProperty('tagName', 'TEXTAREA'),
  );
  await user.check("2.5 Profile: 'Update Profile', and 'Cancel' leading to /user", () =>
    user.hasAttribute(['link', 'Cancel'], 'href', '/user'),
  );
  await user.check(
    "2.5 Profile: 'Change Password' with 'Current Password', 'New Password', 'Confirm New Password', 'Update Password', each with show and hide",
    () => user.hasCount('button', 'Show password', 3),
  );
  await user.expectTexts("2.5 Profile: 'JPG, PNG or WebP, max 5MB'");

  await user.openFresh('/user/support', 'Contact Support');
  await user.check(
    "2.5 Support: 'Phone support' at any hour, 'Email support' within 24 hours, 'Live Chat'",
    async () => {
      await user.waitUntil('Available 24/7');
      await user.waitUntil('We reply within 24 hours');
    },
  );
  await user.check("2.5 Support: 'Start Chat' does nothing", async () => {
    (await user.find('button', 'Start Chat')).click();
    await user.waitForPath('/user/support');
    await user.hasCount('dialog', /./, 0);
  });
  await user.check(
    "2.5 Support: fields 'Name', 'Email', 'Issue category', 'Subject', 'Message', all required",
    async () => {
      const required = document.querySelectorAll('main form :is([required], [aria-required=true])');
      expect(required).toHaveLength(5);
    },
  );
  await user.check(
    "3 Support categories: 'Deposit Issues', 'Withdrawal Problems', 'Points Transfer Issues', 'Account Access', 'Transaction History', 'Balance Discrepancy', 'Technical Problems', 'Other Issues'",
    () => user.openList('Issue category'),
  );
}

const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';

/** Chromium's own prompt, Firefox and iPhones are tested in a browser. */
async function checkInstallation(user: SpecChecker): Promise<void> {
  Object.defineProperty(navigator, 'userAgent', { value: SAFARI, configurable: true });
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
  await user.openFresh('/user/dashboard', 'Welcome, demo!');
  await user.check(
    "9 Safari's steps: 'Install the product wallet', 'Open the \"File\" menu and choose \"Add to Dock\".'",
    () => user.pressButton('Install app'),
  );
  Reflect.deleteProperty(navigator, 'userAgent');
  Reflect.deleteProperty(window, 'isSecureContext');
}

async function checkAsAdministrator(user: SpecChecker): Promise<void> {
  await user.application.open(ADMIN, '/user');
  await user.find('heading', 'Welcome, admin!');
  await user.expectTexts(
    "2.4 Administrators have an 'Admin' badge in the sidebar",
    "2.5 Dashboard: only administrators see 'Current Balance'",
  );
}
