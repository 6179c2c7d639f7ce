import { expect } from '../support/test.ts';
import { ACCOUNTS } from '../support/wallet.ts';
import { fill } from './supply.ts';
import { type Witness, walk } from './witness.ts';

/** The entries of the main navigation, in order. */
const ENTRIES = [
  ['Dashboard', '/user'],
  ['Deposit', '/user/deposit'],
  ['Withdraw', '/user/withdraw'],
  ['Passbook', '/user/transactions'],
  ['Profile', '/user/profile'],
];

walk('users', async (user, wallet) => {
  await fill(wallet);
  await user.arrive(ACCOUNTS.demo, '/user');
  await seeDashboard(user);
  await seePanels(user);
  await seeRequests(user);
  await seePassbook(user);
  await seeTheRest(user);
  await seeAsAdministrator(user);
});

/** Checks the options of a field. */
async function offers({ page }: Witness, field: string, choices: string[]): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click();
  await expect(page.getByRole('option')).toHaveText(choices);
  await page.keyboard.press('Escape');
}

async function seeDashboard(user: Witness): Promise<void> {
  const { page } = user;
  await user.finds(
    '2.4 The top bar: product name leading to /, bell, avatar menu and a globe for the language',
    async () => {
      const bar = page.getByRole('banner');
      await expect(bar.getByRole('link', { name: 'the product wallet' })).toHaveAttribute(
        'href',
        '/',
      );
      await expect(bar.getByRole('button', { name: /^Notifications/ })).toBeVisible();
      await expect(bar.getByRole('button', { name: 'Account menu' })).toBeVisible();
      await expect(bar.getByRole('button', { name: 'Select language' })).toBeVisible();
    },
  );
  await user.finds(
    '2.4 The sidebar is 64 units (16 rem) wide and always there on a large screen',
    async () => {
      const sidebar = page.getByRole('navigation', { name: 'Main navigation' });
      await expect(sidebar).toBeVisible();
      const width = await page
        .locator('.mantine-AppShell-navbar')
        .evaluate((element) => element.getBoundingClientRect().width);
      expect(width).toBe(256);
    },
  );
  await user.finds(
    "2.4 Menu of users: 'Dashboard', 'Deposit', 'Withdraw', 'Passbook', 'Profile' and where each leads",
    async () => expect(await user.readEntries()).toEqual(ENTRIES),
  );
  await user.finds('2.4 The current entry of the menu is highlighted', async () => {
    const current = page.getByRole('link', { name: 'Dashboard' });
    await expect(current).toHaveAttribute('aria-current', 'page');
  });
  await user.sees(
    "2.4 The sidebar has a 'Logout' button",
    "2.5 Dashboard: 'Welcome, {display name}!'",
  );
  await user.finds('2.5 Dashboard: a banner carousel', async () => {
    const carousel = page.getByRole('region', { name: 'Offers and news' });
    await expect(carousel.getByRole('img', { name: 'Festival' })).toBeVisible();
  });
  await user.finds(
    "2.5 Dashboard: a card 'Featured Links' with the active site links",
    async () => {
      const link = page.getByRole('link', { name: /Your rights/ });
      await expect(link).toHaveAttribute('href', 'https://example.com/rights');
    },
  );
  await user.finds(
    "2.5 Dashboard: stat cards 'Total Transactions' and 'Pending Requests'",
    async () => {
      const cards = page.getByRole('definition');
      await expect(cards).toHaveText(['5', '3']);
    },
  );
  await user.finds(
    "2.5 Dashboard: 'Quick Actions' leading to /user/deposit and /user/withdraw",
    async () => {
      const actions = page.getByRole('region', { name: 'Quick Actions' }).getByRole('link');
      const addresses = await actions.evaluateAll((all) => all.map((a) => a.getAttribute('href')));
      expect(addresses).toEqual(['/user/deposit', '/user/withdraw']);
    },
  );
  await user.finds(
    '3 Signing in writes isLoggedIn, userRole, userId and currentUser to the browser',
    async () => {
      const stored = await page.evaluate(() => ({ ...localStorage }));
      expect(stored).toMatchObject({ isLoggedIn: 'true', userRole: 'user' });
      const current = JSON.parse(stored.currentUser ?? '{}');
      expect(Object.keys(current)).toEqual(['id', 'username', 'role', 'created_at']);
      expect(current).toMatchObject({ id: stored.userId, username: 'demo', role: 'user' });
    },
  );
}

async function seePanels(user: Witness): Promise<void> {
  const { page } = user;
  await user.pressButton('Account menu');
  await user.finds(
    "2.4 The avatar menu of users: 'User' with a fixed e-mail, 'Edit Profile', 'Contact Us', 'Logout'",
    async () => {
      await expect(page.getByRole('menu').getByText('demo@wallet.example')).toBeVisible();
      const leadsTo = (name: string, href: string) =>
        expect(page.getByRole('menuitem', { name })).toHaveAttribute('href', href);
      await leadsTo('Edit Profile', '/user/profile');
      await leadsTo('Contact Us', '/user/support');
    },
  );

  await user.openAnew('/user/dashboard', 'Welcome, demo!');
  await user.sees(
    "2.5 Dashboard, second layout: 'Quick Actions', 'Recent Transactions', 'Featured Links'",
  );

  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('dialog').getByRole('article')).not.toHaveCount(0);
  await user.finds("2.4 The panel has 'Read' and 'Clear', and a button to close it", async () => {
    const panel = page.getByRole('dialog', { name: 'Notifications' });
    for (const name of ['Read', 'Clear', 'Close']) {
      await expect(panel.getByRole('button', { name, exact: true })).toBeVisible();
    }
  });
  await user.finds(
    '2.4 On a desktop the panel stands on the right, 80% of the window high and 24 rem wide',
    async () => {
      const panel = page.getByRole('dialog', { name: 'Notifications' });
      const window = page.viewportSize() ?? { width: 0, height: 0 };
      const box = await panel.boundingBox();
      expect(box?.height).toBeCloseTo(window.height * 0.8, -1);
      expect(box?.width).toBe(384);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(window.width - 32);
    },
  );
  await user.finds(
    "2.4 A card of type error has a 'Rejected' tag and a 'Rejection Reason:' box with the reason",
    async () => {
      const rejection = page.getByRole('article').filter({ hasText: 'Rejection Reason:' });
      await expect(rejection).toContainText('Name differs');
    },
  );
}

async function seeRequests(user: Witness): Promise<void> {
  const { page } = user;
  await user.openAnew('/user/deposit', 'Deposit');
  await user.finds(
    "2.5 Deposit: a QR code card with a choice among the active ones, 'Deposit details' beside it",
    async () => {
      await offers(user, 'Choose a QR code', ['Shop counter', 'Second till']);
      const code = page.getByRole('img', { name: /^Payment QR code/ });
      await expect(code).toBeVisible();
    },
  );
  await user.finds("2.5 Deposit: amount, 'Payment Method', notes and receipt", async () => {
    await expect(page.getByRole('textbox', { name: 'Amount' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Notes' })).toBeVisible();
    await expect(page.getByLabel('Payment receipt')).toHaveAttribute('type', 'file');
  });

  await user.openAnew('/user/withdraw', 'Withdraw');
  await user.finds("2.5 Withdraw: a back link to /, tabs 'Withdraw' and 'History'", async () => {
    await expect(page.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/');
    await expect(page.getByRole('tab')).toHaveText(['Withdraw', 'History']);
  });
  await user.finds(
    "2.5 Withdraw: 'Withdrawal Summary' with 'Balance', 'Minimum withdrawal' and 'Processing fee'",
    async () => {
      const summary = page.getByRole('region', { name: 'Withdrawal Summary' });
      for (const amount of ['₹5,000.00', '₹10.00', '₹0.00']) {
        await expect(summary).toContainText(amount);
      }
    },
  );
  await user.finds("2.5 Withdraw: 'Your Bank Accounts' as cards, 'Add Bank Account'", async () => {
    const accounts = page.getByRole('region', { name: 'Your Bank Accounts' });
    await expect(accounts.getByRole('listitem')).toHaveCount(1);
  });
  await user.sees("2.5 Withdraw: 'Withdrawals are processed within 1-3 business days.'");

  await user.openAnew('/user/withdraw?tab=history', 'Withdraw');
  await user.finds(
    "2.5 Withdraw, history: columns 'Date', 'Amount', 'Reference', 'Bank Account', 'Status'",
    () => user.hasColumns('Date', 'Amount', 'Reference', 'Bank Account', 'Status'),
  );

  await user.openAnew('/user/bank-accounts', 'Your Bank Accounts');
  await user.finds("2.5 Bank accounts: a page 'Your Bank Accounts', on the real accounts", () =>
    expect(page.getByRole('listitem').filter({ hasText: 'Demo Person' })).toBeVisible(),
  );
}

async function seePassbook(user: Witness): Promise<void> {
  const { page } = user;
  await user.openAnew('/user/passbook', 'Passbook');
  await user.sees("2.5 Passbook: 'Passbook', 'Complete transaction history with running balance'");
  await user.finds(
    "2.5 Passbook: search, 'Status' of all, pending, approved or rejected",
    async () => {
      await expect(page.getByRole('searchbox')).toBeVisible();
      await offers(user, 'Status', ['All Status', 'Pending', 'Approved', 'Rejected']);
    },
  );
  await user.finds("2.5 Passbook: 'Type' of all, deposit or withdrawal", () =>
    offers(user, 'Type', ['All Types', 'Deposit', 'Withdrawal']),
  );
  await user.sees("2.5 Passbook: 'From Date', 'To Date', 'Clear', 'Export'");
  await user.finds(
    "2.5 Passbook: columns 'Date', 'Transaction', 'Amount', 'Status', 'Balance'",
    () => user.hasColumns('Date', 'Transaction', 'Amount', 'Status', 'Balance'),
  );
  await user.finds(
    "2.5 Passbook: type, reference, 'via UPI', + for a deposit and - for a withdrawal",
    async () => {
      await expect(user.row('+₹5,000.00')).toContainText(/Deposit.*DEP-\d{13}.*\+₹5,000.00/s);
      await expect(user.row('-₹200.00')).toContainText(/Withdrawal.*WDL\d{13,16}.*-₹200.00/s);
    },
  );
  await user.sees("2.5 Passbook: 'Showing 5 transactions'");
}

async function seeTheRest(user: Witness): Promise<void> {
  const { page } = user;
  await user.openAnew('/user/notifications', 'Notifications');
  await user.sees(
    "2.5 Notifications: heading 'Notifications', hint '({N} unread)', 'Mark all as read', 'Clear all'",
  );
  await user.finds("9 Notifications: four tabs, 'All', 'Unread', 'Transactions', 'System'", () =>
    expect(page.getByRole('tab')).toHaveText(['All', 'Unread', 'Transactions', 'System']),
  );

  await user.openAnew('/user/profile', 'Profile Settings');
  await user.finds(
    "2.5 Profile: 'Personal Information' with 'First Name', 'Last Name', 'Email', 'Phone', 'Address', 'City', 'Country'",
    () =>
      expect(page.getByRole('textbox', { name: 'Address' })).toHaveJSProperty(
        'tagName',
        'TEXTAREA',
      ),
  );
  await user.finds("2.5 Profile: 'Update Profile', and 'Cancel' leading to /user", () =>
    expect(page.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/user'),
  );
  await user.finds(
    "2.5 Profile: 'Change Password' with 'Current Password', 'New Password', 'Confirm New Password', 'Update Password', each with show and hide",
    () => expect(page.getByRole('button', { name: 'Show password' })).toHaveCount(3),
  );
  await user.sees("2.5 Profile: 'JPG, PNG or WebP, max 5MB'");

  await user.openAnew('/user/support', 'Contact Support');
  await user.finds(
    "2.5 Support: 'Phone support' at any hour, 'Email support' within 24 hours, 'Live Chat'",
    async () => {
      await expect(page.getByText('Available 24/7')).toBeVisible();
      await expect(page.getByText('We reply within 24 hours')).toBeVisible();
    },
  );
  await user.finds("2.5 Support: 'Start Chat' does nothing", async () => {
    const before = page.url();
    await page.getByRole('button', { name: 'Start Chat' }).click({ force: true });
    await expect(page).toHaveURL(before);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await user.finds(
    "2.5 Support: fields 'Name', 'Email', 'Issue category', 'Subject', 'Message', all required",
    async () => {
      const form = page.getByRole('main').locator('form');
      await expect(form.locator('[required], [aria-required=true]')).toHaveCount(5);
    },
  );
  await user.finds(
    "3 Support categories: 'Deposit Issues', 'Withdrawal Problems', 'Points Transfer Issues', 'Account Access', 'Transaction History', 'Balance Discrepancy', 'Technical Problems', 'Other Issues'",
    () => page.getByRole('combobox', { name: 'Issue category' }).click(),
  );
}

async function seeAsAdministrator(user: Witness): Promise<void> {
  await user.become(ACCOUNTS.admin, '/admin');
  await user.finds('2.1 After signing in an administrator goes to /admin', () =>
    expect(user.page).toHaveURL('/admin'),
  );

  await user.openAnew('/user', 'Welcome, admin!');
  await user.sees(
    "2.4 Administrators have an 'Admin' badge in the sidebar",
    "2.5 Dashboard: only administrators see 'Current Balance'",
  );
}
