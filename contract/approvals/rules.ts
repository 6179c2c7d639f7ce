import type { ApprovalKind } from '../shared/enums.ts';

/** Kinds with an amount: their rule applies above its threshold, or always if it has none. */
export const AMOUNT_KINDS: readonly ApprovalKind[] = ['deposit', 'withdrawal', 'adjustment'];

/** Kinds whose rule administrators cannot change: it is always active. */
export const FIXED_KINDS: readonly ApprovalKind[] = ['connectedAccount', 'differentPayment'];

/** The settings that the rule `limits` covers. */
export const LIMIT_SETTINGS = ['maxDepositPaise', 'adjustmentDayPaise', 'newAccountHours'] as const;

/**
 * The settings that the rule `securitySettings` covers if they are loosened, each with the direction that loosens it. A
 * stricter value takes effect immediately.
 */
export const SECURITY_SETTINGS = [
  { key: 'stepUpAbovePaise', looser: 'higher' },
  { key: 'adminPasswordLength', looser: 'lower' },
  { key: 'userIdleHours', looser: 'higher' },
  { key: 'userSessionHours', looser: 'higher' },
  { key: 'adminIdleHours', looser: 'higher' },
  { key: 'adminSessionHours', looser: 'higher' },
  { key: 'autoApproval', looser: 'higher' },
  { key: 'autoApprovalPaise', looser: 'higher' },
  { key: 'autoApprovalDayPaise', looser: 'higher' },
  { key: 'autoApprovalMinutes', looser: 'lower' },
] as const;

/** The settings that the rule `rules` covers. */
export const POLICY_SETTINGS = ['adminFactorRequired', 'adminFactorDays'] as const;

export const APPROVAL_STATES = [
  'waiting',
  'confirmed',
  'refused',
  'withdrawn',
  'expired',
  'failed',
] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** The commands that a request can contain. */
export const APPROVABLE_COMMANDS = [
  'apiKeys.resume',
  'approvals.saveRule',
  'banks.remove',
  'banners.remove',
  'depositAccounts.save',
  'qrCodes.update',
  'qrCodes.remove',
  'reconciliation.createDeposit',
  'reconciliation.undoDeposit',
  'review.approve',
  'settings.save',
  'siteUrls.remove',
  'sources.remove',
  'users.adjustBalance',
  'users.create',
  'users.remove',
  'users.resetSecondFactors',
  'users.setFrozen',
  'users.setPassword',
  'users.setRole',
  'users.setStatus',
  'users.setVerificationLevel',
  'verificationLimits.save',
  'webhooks.remove',
  'webhooks.update',
] as const;
export type ApprovableCommand = (typeof APPROVABLE_COMMANDS)[number];

/** Why an administrator may not confirm or refuse a request. */
export const APPROVAL_OBSTACLES = ['maker', 'concerned', 'recentAccount', 'confirmed'] as const;
export type ApprovalObstacle = (typeof APPROVAL_OBSTACLES)[number];

export const MAX_APPROVALS = 3;
export const MAX_WAITING_APPROVALS = 500;
export const APPROVAL_HOURS = 48;
/**
 * Two accounts of which one created the other, or set its password, cannot confirm for each other for this time. For the same
 * time, the requests of an account need a second approval by another administrator than the one who created the account, set its
 * password, changed its verification level or requested money for it with an API key.
 */
export const RECENT_ACCOUNT_DAYS = 30;

/** The state of a rule. */
export interface RuleState {
  thresholdPaise: number | null;
  approvals: number;
  isActive: boolean;
}

/** Returns true if an active rule applies to this amount. Without an amount, every active rule applies. */
export function needsApproval(rule: RuleState, amountPaise: number | undefined): boolean {
  const isBelow =
    amountPaise !== undefined && rule.thresholdPaise !== null && amountPaise <= rule.thresholdPaise;
  return rule.isActive && !isBelow;
}
