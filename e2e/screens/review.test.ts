import { expect } from 'vitest';
import { ADMIN, seedDemoData } from './fixtures.ts';
import type { SpecChecker } from './spec-checker.ts';
import { testScreens } from './test-screens.ts';

testScreens('request management', async (admin, application) => {
  await application.open(ADMIN, '/admin/deposits');
  await checkNothing(admin);
  await checkDeposits(admin);
  await checkWithdrawals(admin);
  await checkTransactions(admin);
  await checkReceipts(admin);
});

async function checkNothing(admin: SpecChecker): Promise<void> {
  await admin.expectTexts(
    "2.6 Deposits: 'Deposits Management', 'Review and manage all deposit requests', 'Refresh'; none: 'No pending deposits', 'All deposit requests have been processed'",
  );

  await admin.press('tab', /^Deposit History/);
  await admin.expectTexts(
    "2.6 No history: 'No deposit history', 'No deposits have been processed yet'",
  );

  await admin.openFresh('/admin/withdrawals', 'Withdrawals Management');
  await admin.expectTexts(
    "2.6 Withdrawals: 'Withdrawals Management', 'Review and manage all withdrawal requests'; none: 'No pending withdrawals', 'All withdrawal requests have been processed'; tabs 'Pending ({n})', 'History ({n})'",
  );

  await admin.press('tab', /^History/);
  await admin.expectTexts(
    "2.6 No history: 'No withdrawal history', 'No withdrawals have been processed yet'",
  );

  await admin.openFresh('/admin/transactions', 'Transactions');
  await admin.expectTexts(
    "2.6 Transactions: 'Transactions', 'View and manage all deposit and withdrawal transactions', 'Refresh'; none: 'No transactions found', 'Transaction records will appear here'",
  );
  await admin.check("2.6 With no rows 'Export CSV (0)' is disabled", () =>
    admin.isDisabled('Export CSV (0)'),
  );
}

async function checkDeposits(admin: SpecChecker): Promise<void> {
  await seedDemoData(admin.application.server);
  await admin.openFresh('/admin/transactions/deposits', 'Deposits Management');
  await admin.row('₹300.00');
  await admin.expectTexts(
    "2.3 /admin/transactions/deposits is the screen 'Deposits Management' too",
  );
  await admin.check('2.6 Two tabs, pending and history, each with its count', () =>
    admin.hasTexts('tab', ['Pending Deposits1', 'Deposit History1']),
  );
  await admin.check('2.6 Columns ID, User, Amount, Date, Payment Method, Status, Actions', () =>
    admin.hasColumns('ID', 'User', 'Amount', 'Date', 'Payment Method', 'Status', 'Actions'),
  );
  await admin.pressButton('View receipt: ₹300.00, demo');
  await admin.check(
    "2.6 Receipt dialog: 'Deposit Receipt', 'Reference', 'Amount', 'User', 'Payment Method', 'Date', 'Status', 'Close', 'Approve Deposit'",
    () => admin.settleImage('Payment receipt', 'load'),
  );

  await admin.openFresh('/admin/deposits', 'Deposits Management');
  await checkMenu(admin);
  await admin.chooseInRow('Approve: ₹300.00, demo');
  await admin.dialog('Approve Deposit');
  await admin.check("2.6 Approving: 'Approve Deposit', a source to choose and 'Notes'", () =>
    admin.find('combobox', 'Source'),
  );

  await admin.openFresh('/admin/deposits', 'Deposits Management');
  await admin.chooseInRow('Reject: ₹300.00, demo');
  await admin.check("2.6 Rejecting: 'Reject Deposit' and 'Notes', no source", () =>
    admin.hasCount('combobox', 'Source', 0),
  );

  await admin.openFresh('/admin/deposits', 'Deposits Management');
  await admin.press('tab', /^Deposit History/);
  await admin.check("2.6 The history has a column 'Source' and only viewing", async () => {
    await admin.hasCount('button', /^View receipt/, 1);
    await admin.hasCount('button', /^More:/, 0);
  });

  await admin.search('no such deposit');
  await admin.expectTexts("2.6 Searching in vain: 'No deposits found'");
}

/** Opens the menu of the row, and closes it by keyboard. */
async function checkMenu(admin: SpecChecker): Promise<void> {
  const more = 'More: ₹300.00, demo';
  await admin.check(
    "2.6 A pending row can be viewed, approved and rejected: 'Approve', 'Reject'",
    async () => {
      await admin.find('button', 'View receipt: ₹300.00, demo');
      await admin.pressButton(more);
      await admin.isFocused('menuitem', 'Approve: ₹300.00, demo');
    },
  );
  await admin.check('2.6 The keyboard reaches each action of a row', async () => {
    admin.pressKey('ArrowDown');
    await admin.isFocused('menuitem', 'Reject: ₹300.00, demo');
    await admin.isAccessible();
    admin.pressKey('Escape');
    await admin.isFocused('button', more);
    await admin.hasCount('menuitem', /^Reject/, 0);
  });
}

async function checkWithdrawals(admin: SpecChecker): Promise<void> {
  await admin.openFresh('/admin/withdrawals', 'Withdrawals Management');
  await admin.row('₹200.00');
  await admin.check('2.6 Columns ID, User, Amount, Date, Bank Account, Status, Actions', () =>
    admin.hasColumns('ID', 'User', 'Amount', 'Date', 'Bank Account', 'Status', 'Actions'),
  );
  await admin.check('9 Lists show only the last four digits of an account', async () => {
    const { textContent } = await admin.row('₹200.00');
    expect(textContent).toContain('9012');
    expect(textContent).not.toContain('56789012');
  });
  await admin.check("8 Rejecting without a reason: 'Withdrawal Rejected'", async () => {
    await admin.chooseInRow('Reject: ₹70.00, demo');
    await admin.pressButton('Reject Withdrawal');
  });
  // After the toast was seen, which closes by itself.
  await admin.hasNoRow('₹70.00');

  await admin.pressButton('View: ₹200.00, demo');
  await admin.expectTexts(
    "2.6 Details: 'Withdrawal Request Details', 'Transaction Details', 'Reference', 'User', 'Amount', 'Status', 'Created', 'Bank Account Details', 'Account holder', 'Bank name', 'Account number', '123456789012'",
  );
  await admin.check("8 Copying from the details: 'Copied!', 'Reference copied to clipboard'", () =>
    admin.pressButton('Copy reference'),
  );

  await admin.pressButton('Approve Withdrawal');
  await admin.dialog('Approve Withdrawal');
  await admin.expectTexts("2.6 Approving: 'Approve Withdrawal', 'User', 'Amount', 'Date', 'Notes'");

  await admin.openFresh('/admin/withdrawals', 'Withdrawals Management');
  await admin.press('tab', /^History/);
  await admin.check("2.6 The history: 'Rejected', and only viewing", () =>
    admin.hasCount('button', /^More:/, 0),
  );
}

async function checkTransactions(admin: SpecChecker): Promise<void> {
  await admin.openFresh('/admin/transactions', 'Transactions');
  await admin.row('₹300.00');
  await admin.check(
    "2.6 Filters: 'Search by name, reference, method...', 'Status', 'Type', 'From Date', 'To Date', 'Clear Filters'",
    async () => {
      await admin.find('combobox', 'Status');
      await admin.find('combobox', 'Type');
    },
  );
  await admin.check("2.6 Status filter: 'All Status', 'Pending', 'Approved', 'Rejected'", () =>
    admin.openList('Status'),
  );
  await admin.check("2.6 Type filter: 'All Types', 'Deposits', 'Withdrawals'", () =>
    admin.openList('Type'),
  );
  await admin.check(
    "2.6 Columns ID, User, Type, Amount, Status, Date, Payment Method, Source, Actions; 'Export CSV ({n})'",
    () =>
      admin.hasColumns(
        ...['ID', 'User', 'Type', 'Amount', 'Status', 'Date', 'Payment Method', 'Source'],
        'Actions',
      ),
  );
  await admin.expectTexts("2.6 Amounts: '+₹300.00' of a deposit, '-₹200.00' of a withdrawal");
  // Fixed: a day without approvals.
  await admin.application.load('/admin/transactions?approvedOn=2020-01-31');
  await admin.waitUntil('No transactions found');
  // Fixed: the same day.
  await admin.pressButton('Remove: Approved on 31 Jan 2020');
  await admin.row('₹300.00');
  await admin.check("4 Colours: 'Approved' green, 'Rejected' red, 'Pending' orange", async () => {
    const states = [...document.querySelectorAll('main td [data-tone]')];
    const colours = { Approved: 'positive', Rejected: 'negative', Pending: 'caution' };
    for (const [status, colour] of Object.entries(colours)) {
      const shown = states.find(({ textContent }) => textContent === status);
      expect(shown?.getAttribute('data-tone')).toBe(colour);
    }
  });
}

async function checkReceipts(admin: SpecChecker): Promise<void> {
  await admin.pressButton('Details: ₹5,000.00, demo');
  await admin.expectTexts(
    "2.6 Details, while the receipt comes: 'Loading receipt'",
    "2.6 Details: 'Transaction ID', 'Amount', 'User', 'Status', 'Date', 'Type', 'Payment Method', 'Source'",
  );
  await admin.settleImage('Payment receipt', 'error');
  await admin.expectTexts(
    "2.6 Details, when the receipt does not come: 'Failed to load receipt', 'Retry'",
  );

  await admin.openFresh('/admin/deposits', 'Deposits Management');
  await admin.pressButton('View receipt: ₹300.00, demo');
  await admin.settleImage('Payment receipt', 'error');
  await admin.expectTexts(
    "8 A deposit's receipt that does not come: 'Failed to load receipt image', 'Retry'",
  );

  await admin.openFresh('/admin/transactions', 'Transactions');
  await admin.pressButton('Details: ₹100.00, demo');
  await admin.expectTexts("2.6 Details of a withdrawal: 'Bank Account Details', 'Name differs'");
}
