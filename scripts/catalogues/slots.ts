export interface Slot {
  name: string;
  /** The most characters that fit at 390 px, counted as they are read: a consonant with its signs is one. */
  longest: number;
  keys: string[];
}

/** Places with little room, and the texts that stand there. */
export const slots: Slot[] = [
  {
    name: 'badge',
    longest: 12,
    keys: ['Active', 'Admin', 'Approved', 'Default', 'Inactive', 'Pending', 'Rejected'],
  },
  {
    name: 'navigation entry',
    longest: 11,
    keys: ['Deposit', 'Passbook', 'Pending Deposits', 'QR Codes', 'Withdraw', 'Withdrawals'],
  },
  {
    name: 'tab',
    longest: 9,
    keys: ['All', 'Deposit History', 'History', 'System', 'Transactions', 'Unread', 'Withdraw'],
  },
  {
    name: 'button beside another',
    longest: 17,
    keys: [
      'Add Bank Account',
      'Add QR Code',
      'Approve',
      'Approve Deposit',
      'Approve Withdrawal',
      'Approving...',
      'Cancel',
      'Clear',
      'Clear all',
      'Close',
      'Delete',
      'Export',
      'Mark all as read',
      'Read',
      'Refresh',
      'Reject',
      'Reject Deposit',
      'Reject Withdrawal',
      'Rejecting...',
      'Retry',
      'Set as default',
    ],
  },
];
