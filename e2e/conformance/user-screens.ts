import { expect } from '../support/test.ts';
import { type Row, type Scene, seen, tested } from './rows.ts';
import type { UserScene } from './user-scenes.ts';

/** Checks the names of a table's columns. */
function hasColumns(...names: string[]): Scene {
  return ({ page }) => expect(page.getByRole('columnheader')).toHaveText(names);
}

/** Checks that a field offers these choices. */
function offers(field: string, choices: string[]): Scene {
  return async ({ page }) => {
    const box = page.getByRole('combobox', { name: field, exact: true });
    await box.click();
    await expect(page.getByRole('option')).toHaveText(choices);
    await page.keyboard.press('Escape');
  };
}

const dashboard: Row<UserScene>[] = [
  {
    section: 2,
    statement: "Dashboard: 'Welcome, {display name}!'",
    proof: seen('dashboard'),
  },
  {
    section: 2,
    statement: 'Dashboard: a banner carousel',
    proof: seen('dashboard', async ({ page }) => {
      const carousel = page.getByRole('region', { name: 'Offers and news' });
      await expect(carousel.getByRole('img', { name: 'Free of charge' })).toBeVisible();
    }),
  },
  {
    section: 2,
    statement: "Dashboard: a card 'Featured Links' with the active site links",
    proof: seen('dashboard', async ({ page }) => {
      const link = page.getByRole('link', { name: /Your rights/ });
      await expect(link).toHaveAttribute('href', 'https://example.com/rights');
    }),
  },
  {
    section: 2,
    statement: "Dashboard: stat cards 'Total Transactions' and 'Pending Requests'",
    proof: seen('dashboard', async ({ page }) => {
      const cards = page.getByRole('definition');
      await expect(cards).toHaveText(['4', '2']);
    }),
  },
  {
    section: 2,
    statement: "Dashboard: only administrators see 'Current Balance'",
    proof: seen('administrator, home of users'),
  },
  {
    section: 6,
    statement: 'Dashboard: users see no card of their balance',
    proof: tested(
      'e2e/dashboard.spec.ts',
      'home: banners, links, figures and the newest transactions',
    ),
  },
  {
    section: 2,
    statement: "Dashboard: 'Quick Actions' leading to /user/deposit and /user/withdraw",
    proof: seen('dashboard', async ({ page }) => {
      const actions = page.getByRole('region', { name: 'Quick Actions' }).getByRole('link');
      const addresses = await actions.evaluateAll((all) => all.map((a) => a.getAttribute('href')));
      expect(addresses).toEqual(['/user/deposit', '/user/withdraw']);
    }),
  },
  {
    section: 2,
    statement: "Dashboard: 'Recent Transactions', five of ten that are fetched",
    proof: tested(
      'e2e/dashboard.spec.ts',
      'home: banners, links, figures and the newest transactions',
    ),
  },
  {
    section: 2,
    statement: "Dashboard, second layout: 'Quick Actions', 'Recent Transactions', 'Featured Links'",
    proof: seen('compact dashboard'),
  },
];

const deposit: Row<UserScene>[] = [
  {
    section: 2,
    statement:
      "Deposit: 'No payment methods are currently available. Please contact support or wait for admin to add QR codes.'",
    proof: seen('newcomer, deposit'),
  },
  {
    section: 2,
    statement:
      "Deposit: a QR code card with a choice among the active ones, 'Deposit Details' beside it",
    proof: seen('deposit', async (visit) => {
      await offers('Choose a QR code', ['Second till', 'Shop counter'])(visit);
      const code = visit.page.getByRole('img', { name: /^Payment QR code/ });
      await expect(code).toBeVisible();
    }),
  },
  {
    section: 2,
    statement: "Deposit: amount, 'Payment Method', notes and receipt",
    proof: seen('deposit', async ({ page }) => {
      await expect(page.getByRole('spinbutton', { name: 'Amount' })).toBeVisible();
      await expect(page.getByRole('textbox', { name: 'Notes' })).toBeVisible();
      await expect(page.getByLabel('Payment Receipt')).toHaveAttribute('type', 'file');
    }),
  },
];

const withdraw: Row<UserScene>[] = [
  {
    section: 2,
    statement: "Withdraw: a back link to /, tabs 'Withdraw' and 'History'",
    proof: seen('withdraw', async ({ page }) => {
      await expect(page.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/');
      await expect(page.getByRole('tab')).toHaveText(['Withdraw', 'History']);
    }),
  },
  {
    section: 2,
    statement:
      "Withdraw: 'Withdrawal Summary' with 'Balance', 'Minimum withdrawal' and 'Processing fee'",
    proof: seen('withdraw', async ({ page }) => {
      const summary = page.getByRole('region', { name: 'Withdrawal Summary' });
      for (const amount of ['₹5,000.00', '₹10.00', '₹0.00']) {
        await expect(summary).toContainText(amount);
      }
    }),
  },
  {
    section: 2,
    statement: "Withdraw: 'Your Bank Accounts' as cards, 'Add Bank Account'",
    proof: seen('withdraw', async ({ page }) => {
      const accounts = page.getByRole('region', { name: 'Your Bank Accounts' });
      await expect(accounts.getByRole('listitem')).toHaveCount(1);
    }),
  },
  {
    section: 2,
    statement:
      'Withdraw: a change of the balance is highlighted for 2 s, up in green or down in red',
    proof: tested('web/features/balances/change.test.ts', 'tells up from down'),
  },
  {
    section: 2,
    statement:
      "Withdraw, without an account: 'You need to add a bank account before you can withdraw funds.'",
    proof: seen('newcomer, withdraw'),
  },
  {
    section: 2,
    statement: "Withdraw, history: columns 'Date', 'Amount', 'Reference', 'Bank Account', 'Status'",
    proof: seen(
      'withdrawal history',
      hasColumns('Date', 'Amount', 'Reference', 'Bank Account', 'Status'),
    ),
  },
  {
    section: 2,
    statement: "Withdraw: 'Withdrawals are processed within 1-3 business days.'",
    proof: seen('withdraw'),
  },
  {
    section: 2,
    statement: "Bank accounts: a page 'Your Bank Accounts', on the real accounts",
    proof: seen('bank accounts', async ({ page }) => {
      await expect(page.getByRole('listitem').filter({ hasText: 'Demo Person' })).toBeVisible();
    }),
  },
];

const passbook: Row<UserScene>[] = [
  {
    section: 2,
    statement: "Passbook: 'Passbook', 'Complete transaction history with running balance'",
    proof: seen('passbook'),
  },
  {
    section: 2,
    statement: "Passbook: search, 'Status' of all, pending, approved or rejected",
    proof: seen('passbook', async (visit) => {
      await expect(visit.page.getByRole('searchbox')).toBeVisible();
      await offers('Status', ['All Status', 'Pending', 'Approved', 'Rejected'])(visit);
    }),
  },
  {
    section: 2,
    statement: "Passbook: 'Type' of all, deposit or withdrawal",
    proof: seen('passbook', offers('Type', ['All Types', 'Deposit', 'Withdrawal'])),
  },
  {
    section: 2,
    statement: "Passbook: 'From Date', 'To Date', 'Clear', 'Export'",
    proof: seen('passbook'),
  },
  {
    section: 2,
    statement: "Passbook: columns 'Date', 'Transaction', 'Amount', 'Status', 'Balance'",
    proof: seen('passbook', hasColumns('Date', 'Transaction', 'Amount', 'Status', 'Balance')),
  },
  {
    section: 2,
    statement: "Passbook: type, reference, 'via UPI', + for a deposit and - for a withdrawal",
    proof: seen('passbook', async ({ person }) => {
      await expect(person.row('+₹5,000.00')).toContainText(/Deposit.*DEP-\d{13}.*\+₹5,000.00/s);
      await expect(person.row('-₹200.00')).toContainText(/Withdrawal.*WDL\d{13,16}.*-₹200.00/s);
    }),
  },
  {
    section: 2,
    statement: "Passbook: 'Showing 4 transactions'",
    proof: seen('passbook'),
  },
  {
    section: 2,
    statement:
      "Passbook, empty: 'No transactions found', 'Your transaction history will appear here'",
    proof: seen('newcomer, passbook'),
  },
];

const people: Row<UserScene>[] = [
  {
    section: 2,
    statement:
      "Profile: 'Profile Settings' with 'Display Name', 'Email' or 'Not set', 'Account Type'",
    proof: seen('newcomer, profile'),
  },
  {
    section: 2,
    statement:
      "Profile: 'Personal Information' with 'First Name', 'Last Name', 'Email', 'Phone', 'Address', 'City', 'Country'",
    proof: seen('profile', ({ page }) =>
      expect(page.getByRole('textbox', { name: 'Address' })).toHaveJSProperty(
        'tagName',
        'TEXTAREA',
      ),
    ),
  },
  {
    section: 2,
    statement: "Profile: 'Update Profile', and 'Cancel' leading to /user",
    proof: seen('profile', ({ page }) =>
      expect(page.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/user'),
    ),
  },
  {
    section: 2,
    statement:
      "Profile: 'Change Password' with 'Current Password', 'New Password', 'Confirm New Password', 'Update Password', each with show and hide",
    proof: seen('profile', ({ page }) =>
      expect(page.getByRole('button', { name: 'Show password' })).toHaveCount(3),
    ),
  },
  {
    section: 2,
    statement: "Profile: 'JPG, PNG or WebP, max 5MB'",
    proof: seen('profile'),
  },
  {
    section: 2,
    statement: 'Profile: without a signed-in user it redirects to /login',
    proof: tested('e2e/sessions.spec.ts', 'logging out in one tab logs out the others'),
  },
  {
    section: 2,
    statement: "Support: 'Phone Support' at any hour, 'Email Support' within 24 hours, 'Live Chat'",
    proof: seen('support', async ({ page }) => {
      await expect(page.getByText('Available 24/7')).toBeVisible();
      await expect(page.getByText('We reply within 24 hours')).toBeVisible();
    }),
  },
  {
    section: 2,
    statement: "Support: 'Start Chat' does nothing",
    proof: seen('support', async ({ page }) => {
      const before = page.url();
      await page.getByRole('button', { name: 'Start Chat' }).click({ force: true });
      await expect(page).toHaveURL(before);
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }),
  },
  {
    section: 2,
    statement:
      "Support: fields 'Name', 'Email', 'Issue Category', 'Subject', 'Message', all required",
    proof: seen('support', async ({ page }) => {
      const form = page.getByRole('main').locator('form');
      await expect(form.locator('[required], [aria-required=true]')).toHaveCount(5);
    }),
  },
  {
    section: 2,
    statement:
      "Support: 'Sending...' for about a second, then 'Message Sent!' with 'Send Another Message'",
    proof: tested(
      'e2e/profile.spec.ts',
      'words to support, on a phone, reach an administrator at once',
    ),
  },
  {
    section: 2,
    statement:
      "Notifications: heading 'Notifications', hint '({N} unread)', 'Mark all as read', 'Clear all'",
    proof: seen('notifications'),
  },
  {
    section: 2,
    statement: 'Notifications: nothing to read or clear, no button for it',
    proof: seen('newcomer, notifications', async ({ page }) => {
      const main = page.getByRole('main');
      await expect(main.getByRole('button')).toHaveCount(0);
    }),
  },
  {
    section: 9,
    statement: "Notifications: four tabs, 'All', 'Unread', 'Transactions', 'System'",
    proof: seen('notifications', ({ page }) =>
      expect(page.getByRole('tab')).toHaveText(['All', 'Unread', 'Transactions', 'System']),
    ),
  },
  {
    section: 2,
    statement: "Notifications, empty: 'No notifications found', 'No all notifications to show.'",
    proof: seen('newcomer, notifications'),
  },
  {
    section: 2,
    statement: "Notifications, none unread: 'You're all caught up! No unread notifications.'",
    proof: seen('newcomer, notifications', ({ page }) =>
      page.getByRole('tab', { name: 'Unread' }).click(),
    ),
  },
  {
    section: 2,
    statement: "Notifications, none of the system: 'No system notifications to show.'",
    proof: seen('newcomer, notifications', ({ page }) =>
      page.getByRole('tab', { name: 'System' }).click(),
    ),
  },
];

/** Section 2: the screens of users. */
export const userScreenRows: Row<UserScene>[] = [
  ...dashboard,
  ...deposit,
  ...withdraw,
  ...passbook,
  ...people,
];
