/** A match of money with a deposit, or a line that is not for us. */
export const MATCH_KINDS = ['deposit', 'not_ours'] as const;
export const MATCH_STATES = ['proposed', 'accepted', 'undone'] as const;
export const MATCH_GRADES = ['certain', 'likely', 'possible', 'manual'] as const;
export type MatchGrade = (typeof MATCH_GRADES)[number];
/** The facts that are equal: UTR, our reference or payer, each with the amount. */
export const MATCH_REASONS = ['utr_amount', 'reference_amount', 'payer_amount', 'manual'] as const;
export type MatchReason = (typeof MATCH_REASONS)[number];

/** Why a person has to look at received money. */
export const LINE_FINDINGS = [
  'amount_differs',
  'already_approved',
  'after_rejection',
  'two_requests',
  'account_closed',
  'returned',
] as const;
export type LineFinding = (typeof LINE_FINDINGS)[number];

/** Ledger accounts of each bank account of the operator. */
export const STATEMENT_BALANCES = ['bank', 'unclaimed', 'matched', 'not_ours', 'paid_out'] as const;

export const MAX_NOT_OURS_NOTE = 500;
/** Proposals that one call accepts. */
export const MAX_ACCEPTED_AT_ONCE = 500;
/** Requests that one line is split over. */
export const MAX_PARTS = 20;
/** Requests that are shown for a line. */
export const MAX_LINE_REQUESTS = 5;
/** Lines with a finding that are shown for a request. */
export const MAX_REQUEST_LINES = 5;

/** The settings of automatic approvals. */
export const AUTO_APPROVAL_SETTINGS = [
  'autoApproval',
  'autoApprovalPaise',
  'autoApprovalDayPaise',
  'autoApprovalMinutes',
] as const;
export type AutoApprovalSetting = (typeof AUTO_APPROVAL_SETTINGS)[number];
