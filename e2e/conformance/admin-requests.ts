import { expect } from '../support/test.ts';
import { has, hasColumns } from './admin-checks.ts';
import type { RequestScene } from './admin-request-scenes.ts';
import { press } from './admin-visits.ts';
import { type Row, seen, tested } from './rows.ts';

const JOURNEYS = 'e2e/administrators.spec.ts';

const deposits: Row<RequestScene>[] = [
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

const withdrawals: Row<RequestScene>[] = [
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
    section: 8,
    statement: "Rejecting without a reason: 'Withdrawal Rejected'",
    proof: seen('withdrawals', async ({ page, person }) => {
      await press(page, 'Reject: ₹70.00, demo');
      await press(page, 'Reject Withdrawal');
      await expect(person.row('₹70.00')).toHaveCount(0);
    }),
  },
  {
    section: 8,
    statement: "Approving: 'Withdrawal Approved'",
    proof: tested('e2e/main-job.spec.ts', 'the admin looks at the account and approves'),
  },
  {
    section: 2,
    statement:
      "Details: 'Withdrawal Request Details', 'Transaction Details', 'Reference', 'User', 'Amount', 'Status', 'Created', 'Bank Account Details', 'Account Holder', 'Bank Name', 'Account Number', '123456789012'",
    proof: seen('withdrawal details'),
  },
  {
    section: 8,
    statement: "Copying from the details: 'Copied!', 'Reference copied to clipboard'",
    proof: seen('withdrawal details', ({ page }) => press(page, 'Copy Reference')),
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

const transactions: Row<RequestScene>[] = [
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
      await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('All Status');
      await expect(page.getByRole('combobox', { name: 'Type' })).toHaveText('All Types');
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
    statement:
      "Exported: 'Export Complete', 'Exported {n} transactions to CSV', in transactions_{date}.csv",
    proof: tested(JOURNEYS, 'transactions'),
  },
  {
    section: 9,
    statement:
      'The export has the columns Date, Reference ID, User Name, User ID, Type, Amount, Status, Payment Method, Source, Notes',
    proof: tested(
      'server/features/transactions/export-and-search.test.ts',
      'the export holds all rows that match, with formulas made inert',
    ),
  },
  {
    section: 5,
    statement:
      'The search looks at reference, payment method, user id and name, in any case; days count whole',
    proof: tested(
      'server/features/transactions/search.test.ts',
      'finds exactly what matches, newest first, page by page',
    ),
  },
  {
    section: 4,
    statement: "Colours: 'Approved' green, 'Rejected' red, 'Pending' orange",
    proof: seen('transactions', async ({ page }) => {
      const badges = page.getByRole('main').locator('.mantine-Badge-root');
      const colours = { Approved: 'green', Rejected: 'red', Pending: 'orange' };
      for (const [status, colour] of Object.entries(colours)) {
        const badge = badges.filter({ hasText: status }).first();
        await expect(badge).toHaveAttribute('style', new RegExp(`-${colour}-`));
      }
    }),
  },
];

/** Section 2 with its rules: everything that is decided. */
export const requestRows: Row<RequestScene>[] = [...deposits, ...withdrawals, ...transactions];
