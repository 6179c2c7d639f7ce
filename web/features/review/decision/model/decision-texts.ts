import { useTranslation } from 'react-i18next';
import type { Decision } from '#contract/review/schema.ts';
import { formatRupees } from '#contract/shared/money.ts';
import type { TransactionType } from '#contract/transactions/rules.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { toastSuccess } from '#web/ui/toasts.ts';

type Params = { amount: string; user: string };

type DecisionTexts = {
  title: string;
  titleOfMany: string;
  pending: string;
  /** Title of the success toast. */
  done: string;
  doneMessage: (params: Params) => string;
  failed: string;
  /** Error if the request no longer exists. */
  invalid: string;
};

/** Returns the texts of each decision on a deposit or withdrawal. */
export function useDecisionTexts(type: TransactionType): Record<Decision, DecisionTexts> {
  const { t } = useTranslation();
  const steps = {
    approved: {
      titleOfMany: t('Approve selected'),
      pending: t('Approving...'),
      failed: t('Failed to approve transaction'),
    },
    rejected: {
      titleOfMany: t('Reject selected'),
      pending: t('Rejecting...'),
      failed: t('Failed to reject transaction'),
    },
  };
  const texts = {
    deposit: {
      approved: {
        title: t('Approve Deposit'),
        done: t('Deposit Approved'),
        doneMessage: (params: Params) => t('{{amount}} was credited to {{user}}.', params),
        invalid: t('Cannot approve deposit: invalid deposit data'),
      },
      rejected: {
        title: t('Reject Deposit'),
        done: t('Deposit Rejected'),
        doneMessage: (params: Params) =>
          t('{{user}} has been notified that {{amount}} was rejected.', params),
        invalid: t('Cannot reject deposit: invalid deposit data'),
      },
    },
    withdrawal: {
      approved: {
        title: t('Approve Withdrawal'),
        done: t('Withdrawal Approved'),
        doneMessage: (params: Params) => t('{{amount}} was debited from {{user}}.', params),
        invalid: t('Failed to approve transaction'),
      },
      rejected: {
        title: t('Reject Withdrawal'),
        done: t('Withdrawal Rejected'),
        doneMessage: (params: Params) => t('{{amount}} is available to {{user}} again.', params),
        invalid: t('Failed to reject transaction'),
      },
    },
  };
  const { approved, rejected } = texts[type];
  return {
    approved: { ...steps.approved, ...approved },
    rejected: { ...steps.rejected, ...rejected },
  };
}

/** Shows a toast that a request was decided. */
export function toastDecision({ done, doneMessage }: DecisionTexts, row: AdminTransaction): void {
  const params = { amount: formatRupees(row.amountPaise), user: row.userName };
  toastSuccess({ title: done, message: doneMessage(params) });
}
