import type { TFunction } from 'i18next';
import type { ApprovalObstacle, ApprovalState } from '#contract/approvals/rules.ts';
import type { Approval } from '#contract/approvals/schema.ts';
import type { TransactionId } from '#contract/shared/base.ts';
import type { ApprovalKind } from '#contract/shared/enums.ts';
import { errorTable } from '#contract/shared/errors.ts';
import { parseRupees } from '#contract/shared/money.ts';
import { stripCurrency } from '../../lib/i18n/typed-amount.ts';
import type { State } from '../../ui/state/states.ts';

/** Returns the labels of what rules cover. */
export function kindLabels(t: TFunction): Record<ApprovalKind, string> {
  return {
    deposit: t('Approving a deposit'),
    withdrawal: t('Approving a withdrawal'),
    connectedAccount: t('Approving for an account that the same admin created or changed'),
    differentPayment: t('Crediting a UTR for the second time'),
    adjustment: t('Changing a balance'),
    administrator: t("Changing an admin's account"),
    newAdministrator: t('Adding an admin'),
    deletion: t('Deleting users, banks, sources, banners and site URLs'),
    qrCode: t('Changing QR codes and bank details for deposits'),
    limits: t('Changing limits'),
    securitySettings: t('Loosening security settings'),
    rules: t('Changing these rules'),
    apiKey: t('Activating API keys'),
    webhook: t('Changing webhooks'),
  };
}

/** Returns the id of the deposit or withdrawal whose approval waits; undefined for other commands. */
export function approvedRequestId({ command, targetId }: Approval): TransactionId | undefined {
  return command === 'review.approve' ? (targetId as TransactionId) : undefined;
}

export function stateLabels(t: TFunction): Record<ApprovalState, string> {
  return {
    waiting: t('Waiting for a second approval'),
    confirmed: t('Confirmed'),
    refused: t('Rejected'),
    withdrawn: t('Taken back'),
    expired: t('Expired'),
    failed: t('Not carried out'),
  };
}

/** How each state looks. */
export const STATE_LOOKS: Record<ApprovalState, State> = {
  waiting: 'pending',
  confirmed: 'approved',
  refused: 'rejected',
  withdrawn: 'inactive',
  expired: 'inactive',
  failed: 'rejected',
};

/** Returns why the reader cannot confirm or refuse a request. */
export function obstacleTexts(t: TFunction): Record<ApprovalObstacle, string> {
  return {
    maker: t('Another admin has to confirm this request.'),
    concerned: t(errorTable.APPROVAL_CONCERNS_CALLER.message),
    recentAccount: t(errorTable.APPROVAL_RECENT_ACCOUNT.message),
    confirmed: t('You have confirmed this request. Another confirmation is needed.'),
  };
}

export interface RuleForm {
  isActive: boolean;
  threshold: string;
  approvals: string;
}

export type RuleProblems = { threshold: true; approvals: true };

/** Returns the amount that was typed in paise; null for none, undefined for a text that is no amount. */
export function thresholdOf(typed: string): number | null | undefined {
  return typed.trim() === '' ? null : parseRupees(stripCurrency(typed));
}

export function findRuleProblems({ threshold, approvals }: RuleForm): Partial<RuleProblems> {
  return {
    ...(thresholdOf(threshold) === undefined && { threshold: true as const }),
    ...(!/^[1-3]$/.test(approvals.trim()) && { approvals: true as const }),
  };
}
