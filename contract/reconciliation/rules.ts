export const MATCH_GRADES = ['certain', 'likely', 'possible', 'manual'] as const;
export type MatchGrade = (typeof MATCH_GRADES)[number];
export const MATCH_REASONS = ['utr_amount', 'reference_amount', 'payer_amount', 'manual'] as const;
export type MatchReason = (typeof MATCH_REASONS)[number];
export const LINE_FINDINGS = [
  'amount_differs',
  'after_rejection',
  'two_requests',
  'account_closed',
  'returned',
] as const;
export type LineFinding = (typeof LINE_FINDINGS)[number];
export const MAX_NOT_OURS_NOTE = 500;
export const MAX_ACCEPTED_AT_ONCE = 500;
export const MAX_PARTS = 20;
