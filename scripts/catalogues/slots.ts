export interface Slot {
  name: string;
  /** The maximum number of visible characters at 390 px: a consonant with its signs is one. */
  longest: number;
  keys: string[];
}

/** Places with little room, and their texts. */
export const slots: Slot[] = [
  {
    name: 'badge',
    longest: 12,
    keys: ['Active', 'Admin', 'Approved', 'Default', 'Inactive', 'Pending', 'Rejected'],
  },
  {
    name: 'navigation entry',
    longest: 14,
    keys: [
      'Ad Banners',
      'All Transactions',
      'Audit',
      'Banks',
      'Create User',
      'Dashboard',
      'Deposit_action',
      'Passbook',
      'Pending Deposits',
      'Profile',
      'QR Codes',
      'Site URLs',
      'Sources',
      'Users',
      'Withdraw',
      'Withdrawals',
    ],
  },
  {
    name: 'tab',
    longest: 9,
    keys: ['All', 'Deposit History', 'History', 'System', 'Transactions', 'Unread', 'Withdraw'],
  },
  {
    name: 'button in a panel head',
    longest: 6,
    keys: ['Clear_notifications', 'Read'],
  },
  {
    name: 'half-width button with an icon',
    longest: 8,
    keys: ['Export'],
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
      'Clear all',
      'Close',
      'Delete',
      'Mark all as read',
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

/** Texts of buttons that may take two lines. */
export const WRAPPING_BUTTONS = ['Minimum balance required: {{minimum}}'];
