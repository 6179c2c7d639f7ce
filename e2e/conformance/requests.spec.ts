import { holdBack } from '../support/answers.ts';
import { expect } from '../support/test.ts';
import { ACCOUNTS, type Wallet } from '../support/wallet.ts';
import { fill } from './supply.ts';
import { type Witness, walk } from './witness.ts';

walk('request management', async (admin, wallet) => {
  await admin.arrive(ACCOUNTS.admin, '/admin/deposits');
  await seeNothing(admin);
  await seeDeposits(admin, wallet);
  await seeWithdrawals(admin);
  await seeTransactions(admin);
  await seeReceipts(admin);
});

async function seeNothing(admin: Witness): Promise<void> {
  const { page } = admin;
  await admin.sees(
    "2.6 Deposits: 'Deposits Management', 'Review and manage all deposit requests', 'Refresh'; none: 'No pending deposits', 'All deposit requests have been processed'",
  );

  await page.getByRole('tab', { name: /^Deposit History/ }).click();
  await admin.sees("2.6 No history: 'No deposit history', 'No deposits have been processed yet'");

  await admin.openAnew('/admin/withdrawals', 'Withdrawals Management');
  await admin.sees(
    "2.6 Withdrawals: 'Withdrawals Management', 'Review and manage all withdrawal requests'; none: 'No pending withdrawals', 'All withdrawal requests have been processed'; tabs 'Pending ({n})', 'History ({n})'",
  );

  await page.getByRole('tab', { name: /^History/ }).click();
  await admin.sees(
    "2.6 No history: 'No withdrawal history', 'No withdrawals have been processed yet'",
  );

  await admin.openAnew('/admin/transactions', 'Transactions');
  await admin.sees(
    "2.6 Transactions: 'Transactions', 'View and manage all deposit and withdrawal transactions', 'Refresh'; none: 'No transactions found', 'Transaction records will appear here'",
  );
  await admin.finds("2.6 With no rows 'Export CSV (0)' is disabled", () =>
    expect(page.getByRole('button', { name: 'Export CSV (0)' })).toBeDisabled(),
  );
}

async function seeDeposits(admin: Witness, wallet: Wallet): Promise<void> {
  const { page } = admin;
  await fill(wallet);
  await admin.openAnew('/admin/transactions/deposits', 'Deposits Management');
  await expect(admin.row('₹300.00')).toBeVisible();
  await admin.sees("2.3 /admin/transactions/deposits is the screen 'Deposits Management' too");
  await admin.finds('2.6 Two tabs, pending and history, each with its count', () =>
    expect(page.getByRole('tab')).toHaveText(['Pending Deposits1', 'Deposit History1']),
  );
  await admin.finds('2.6 Columns ID, User, Amount, Date, Payment Method, Status, Actions', () =>
    admin.hasColumns('ID', 'User', 'Amount', 'Date', 'Payment Method', 'Status', 'Actions'),
  );
  await admin.finds(
    "2.6 A pending row can be viewed, approved and rejected: 'Approve', 'Reject'",
    () => admin.has('button', 'View receipt: ₹300.00, demo'),
  );

  await admin.pressButton('View receipt: ₹300.00, demo');
  await admin.finds(
    "2.6 Receipt dialog: 'Deposit Receipt', 'Reference', 'Amount', 'User', 'Payment Method', 'Date', 'Status', 'Close', 'Approve Deposit'",
    () => admin.has('img', 'Payment receipt'),
  );

  await admin.pressButton('Approve Deposit');
  await expect(page.getByRole('dialog', { name: 'Approve Deposit' })).toBeVisible();
  await admin.finds("2.6 Approving: 'Approve Deposit', a source to choose and 'Notes'", () =>
    expect(page.getByRole('combobox', { name: 'Source' })).toBeVisible(),
  );

  await admin.openAnew('/admin/deposits', 'Deposits Management');
  await admin.pressButton('Reject: ₹300.00, demo');
  await admin.finds("2.6 Rejecting: 'Reject Deposit' and 'Notes', no source", () =>
    expect(page.getByRole('combobox', { name: 'Source' })).toHaveCount(0),
  );

  await admin.openAnew('/admin/deposits', 'Deposits Management');
  await page.getByRole('tab', { name: /^Deposit History/ }).click();
  await admin.finds("2.6 The history has a column 'Source' and only viewing", async () => {
    await expect(page.getByRole('button', { name: /^View receipt/ })).toHaveCount(1);
    await expect(page.getByRole('button', { name: /^(?:Approve|Reject):/ })).toHaveCount(0);
  });

  await page.getByRole('searchbox').fill('no such deposit');
  await admin.sees("2.6 Searching in vain: 'No deposits found'");
}

async function seeWithdrawals(admin: Witness): Promise<void> {
  const { page } = admin;
  await admin.openAnew('/admin/withdrawals', 'Withdrawals Management');
  await expect(admin.row('₹200.00')).toBeVisible();
  await admin.finds('2.6 Columns ID, User, Amount, Date, Bank Account, Status, Actions', () =>
    admin.hasColumns('ID', 'User', 'Amount', 'Date', 'Bank Account', 'Status', 'Actions'),
  );
  await admin.finds('9 Lists show only the last four digits of an account', async () => {
    await expect(admin.row('₹200.00')).toContainText('9012');
    await expect(admin.row('₹200.00')).not.toContainText('56789012');
  });
  await admin.finds("8 Rejecting without a reason: 'Withdrawal Rejected'", async () => {
    await admin.pressButton('Reject: ₹70.00, demo');
    await admin.pressButton('Reject Withdrawal');
    await expect(admin.row('₹70.00')).toHaveCount(0);
  });

  await admin.pressButton('View: ₹200.00, demo');
  await admin.sees(
    "2.6 Details: 'Withdrawal Request Details', 'Transaction Details', 'Reference', 'User', 'Amount', 'Status', 'Created', 'Bank Account Details', 'Account holder', 'Bank name', 'Account number', '123456789012'",
  );
  await admin.finds("8 Copying from the details: 'Copied!', 'Reference copied to clipboard'", () =>
    admin.pressButton('Copy reference'),
  );

  await admin.pressButton('Approve Withdrawal');
  await expect(page.getByRole('dialog', { name: 'Approve Withdrawal' })).toBeVisible();
  await admin.sees("2.6 Approving: 'Approve Withdrawal', 'User', 'Amount', 'Date', 'Notes'");

  await admin.openAnew('/admin/withdrawals', 'Withdrawals Management');
  await page.getByRole('tab', { name: /^History/ }).click();
  await admin.finds("2.6 The history: 'Rejected', and only viewing", () =>
    expect(page.getByRole('button', { name: /^(?:Approve|Reject):/ })).toHaveCount(0),
  );
}

async function seeTransactions(admin: Witness): Promise<void> {
  const { page } = admin;
  await admin.openAnew('/admin/transactions', 'Transactions');
  await expect(admin.row('₹300.00')).toBeVisible();
  await admin.finds(
    "2.6 Filters: 'Search by name, reference, method...', 'Status', 'Type', 'From Date', 'To Date', 'Clear Filters'",
    async () => {
      await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('All Status');
      await expect(page.getByRole('combobox', { name: 'Type' })).toHaveText('All Types');
    },
  );
  await admin.finds("2.6 Status filter: 'All Status', 'Pending', 'Approved', 'Rejected'", () =>
    page.getByRole('combobox', { name: 'Status' }).click(),
  );
  await admin.finds("2.6 Type filter: 'All Types', 'Deposits', 'Withdrawals'", () =>
    page.getByRole('combobox', { name: 'Type' }).click(),
  );
  await admin.finds(
    "2.6 Columns ID, User, Type, Amount, Status, Date, Payment Method, Source, Actions; 'Export CSV ({n})'",
    () =>
      admin.hasColumns(
        ...['ID', 'User', 'Type', 'Amount', 'Status', 'Date', 'Payment Method', 'Source'],
        'Actions',
      ),
  );
  await admin.sees("2.6 Amounts: '+₹300.00' of a deposit, '-₹200.00' of a withdrawal");
  await admin.finds("4 Colours: 'Approved' green, 'Rejected' red, 'Pending' orange", async () => {
    const badges = page.getByRole('main').locator('.mantine-Badge-root');
    const colours = { Approved: 'positive', Rejected: 'negative', Pending: 'caution' };
    for (const [status, colour] of Object.entries(colours)) {
      const badge = badges.filter({ hasText: status }).first();
      await expect(badge).toHaveAttribute('style', new RegExp(`-${colour}-`));
    }
  });
}

async function seeReceipts(admin: Witness): Promise<void> {
  const { page } = admin;
  const letGo = await holdBack(page, '**/files/receipts/**');
  await admin.pressButton('Details: ₹5,000.00, demo');
  await admin.sees(
    "2.6 Details, while the receipt comes: 'Loading receipt'",
    "2.6 Details: 'Transaction ID', 'Amount', 'User', 'Status', 'Date', 'Type', 'Payment Method', 'Source'",
  );

  await letGo();
  await page.route('**/files/receipts/**', (route) => route.abort());
  await admin.load('/admin/transactions', 'Transactions');
  await admin.pressButton('Details: ₹5,000.00, demo');
  await admin.sees(
    "2.6 Details, when the receipt does not come: 'Failed to load receipt', 'Retry'",
  );

  await admin.openAnew('/admin/deposits', 'Deposits Management');
  await admin.pressButton('View receipt: ₹300.00, demo');
  await admin.sees(
    "8 A deposit's receipt that does not come: 'Failed to load receipt image', 'Retry'",
  );

  await page.unrouteAll();
  await admin.openAnew('/admin/transactions', 'Transactions');
  await admin.pressButton('Details: ₹100.00, demo');
  await admin.sees("2.6 Details of a withdrawal: 'Bank Account Details', 'Name differs'");
}
