import type { TFunction } from 'i18next';
import type { LineFinding, MatchGrade, MatchReason } from '#contract/reconciliation/rules.ts';
import type { State } from '#web/ui/state/states.ts';

export function gradeLabels(t: TFunction): Record<MatchGrade, string> {
  return {
    certain: t('Certain'),
    likely: t('Likely'),
    possible: t('Possible'),
    manual: t('By hand'),
  };
}

export const GRADE_LOOKS: Record<MatchGrade, State> = {
  certain: 'done',
  likely: 'hint',
  possible: 'unknown',
  manual: 'active',
};

export function reasonTexts(t: TFunction): Record<MatchReason, string> {
  return {
    utr_amount: t('Same UTR and amount'),
    reference_amount: t('Our reference in the narration, same amount'),
    payer_amount: t('Same amount at a similar time, known payer'),
    manual: t('Matched by an admin'),
  };
}

/** Why a line was not matched, and the proposed next step. */
export function findingTexts(
  t: TFunction,
  finding: LineFinding | null,
): { what: string; next: string } {
  switch (finding) {
    case 'amount_differs':
      return {
        what: t('The request has another amount'),
        next: t('Match a part of it, or ask the user.'),
      };
    case 'already_approved':
      return {
        what: t('The request was approved without this money'),
        next: t('Match it by hand with the approved request.'),
      };
    case 'after_rejection':
      return {
        what: t('The request was rejected or cancelled'),
        next: t('Create a deposit for the user, or send the money back.'),
      };
    case 'two_requests':
      return {
        what: t('Two requests fit'),
        next: t('Match it by hand with the right one.'),
      };
    case 'account_closed':
      return {
        what: t('The account of the user is closed or frozen'),
        next: t('Send the money back, and mark the line as not for us.'),
      };
    case 'returned':
      return {
        what: t('The money was sent back later'),
        next: t('Mark the line as not for us.'),
      };
    case null:
      return {
        what: t('No request found'),
        next: t('Match it by hand, or create a deposit.'),
      };
  }
}

/** Why a certain match waits for an administrator although automatic approvals are on. */
export function obstacleText(t: TFunction, code: string): string {
  switch (code) {
    case 'SECOND_APPROVAL_REQUIRED':
      return t('A second approval is needed');
    case 'WARNING_NOT_ACKNOWLEDGED':
    case 'RECEIPT_ALREADY_APPROVED':
    case 'PAYMENT_ALREADY_CREDITED':
      return t('The request has a warning');
    case 'AUTOMATIC_APPROVAL_ALONE':
      return t('The same admin changed the setting and imported the statement');
    case 'STATEMENT_LINE_USED':
    case 'ALREADY_DECIDED':
    case 'DECISION_WAITING':
      return t('An admin works on it');
    default:
      return t('The admin who imported the statement may not approve it');
  }
}
