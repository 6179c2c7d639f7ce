export const SUPPORT_CATEGORIES = [
  'deposit',
  'withdrawal',
  'points',
  'account',
  'transaction',
  'balance',
  'technical',
  'other',
] as const;
