import { type UserId, userId } from '#contract/shared/base.ts';
import { errorTable, fillText } from '#contract/shared/errors.ts';
import { formatRupees } from '#contract/shared/money.ts';
import { isPosted, isRefused } from '#contract/transactions/states.ts';
import type { AppError } from '#server/base/errors.ts';
import type { NewNotification } from '../notifications/insert-notifications.ts';
import type { TransactionRow } from '../transactions/transactions.ts';

/** English texts of section 8 and resolutions.md; they are catalogue keys. */
const texts = {
  deposit: {
    approvedTitle: 'Deposit Approved',
    approved: 'Your deposit of {{amountPaise}} ({{reference}}) has been approved.',
    rejectedTitle: 'Deposit Rejected',
    rejected: 'Your deposit of {{amountPaise}} ({{reference}}) has been rejected.',
    rejectedBecause:
      'Your deposit of {{amountPaise}} ({{reference}}) has been rejected. Reason: {{reason}}',
  },
  withdrawal: {
    approvedTitle: 'Withdrawal Approved',
    approved: 'Your withdrawal of {{amountPaise}} ({{reference}}) has been approved.',
    rejectedTitle: 'Withdrawal Rejected',
    rejected: 'Your withdrawal of {{amountPaise}} ({{reference}}) has been rejected.',
    rejectedBecause:
      'Your withdrawal of {{amountPaise}} ({{reference}}) has been rejected. Reason: {{reason}}',
  },
  dropped: {
    title: 'Decision not carried out',
    decidedByOther: '{{amountPaise}} ({{reference}}) was already decided by {{decidedBy}}.',
    cancelledByOwner: '{{amountPaise}} ({{reference}}) was cancelled by {{decidedBy}}.',
    stillWaiting:
      'Your decision on {{amountPaise}} ({{reference}}) was not carried out. The request is still waiting.',
    needsApproval:
      'Your decision on {{amountPaise}} ({{reference}}) needs a second approval. The request is still waiting.',
  },
} as const;

export function toFailedNotification(
  decider: UserId,
  row: TransactionRow | undefined,
  refused: AppError,
): NewNotification {
  const { title } = texts.dropped;
  const messageKey = row ? reasonOf(refused) : errorTable.TRANSACTION_NOT_FOUND.message;
  const { amountPaise = 0, referenceId: reference = '' } = row ?? {};
  const decidedBy = String(refused.data?.decidedBy ?? '');
  const params = { amountPaise, reference, decidedBy };
  return {
    userId: decider,
    title,
    message: fillText(messageKey, { ...params, amountPaise: formatRupees(amountPaise) }),
    titleKey: title,
    messageKey,
    params,
    type: 'warning',
    category: 'system',
    topic: 'work',
  };
}

function reasonOf({ code, data }: AppError) {
  if (code === 'SECOND_APPROVAL_REQUIRED') return texts.dropped.needsApproval;
  if (code !== 'ALREADY_DECIDED') return texts.dropped.stillWaiting;
  return data?.status === 'cancelled'
    ? texts.dropped.cancelledByOwner
    : texts.dropped.decidedByOther;
}

export function toNotification(row: TransactionRow): NewNotification {
  const { amountPaise, referenceId: reference } = row;
  const { titleKey, messageKey, type } = chooseTexts(row);
  const reason = isRefused(row) ? row.adminNotes : null;
  const params = { amountPaise, reference, ...(reason && { reason }) };
  return {
    userId: userId.parse(row.userId),
    title: titleKey,
    message: fillText(messageKey, { ...params, amountPaise: formatRupees(amountPaise) }),
    titleKey,
    messageKey,
    params,
    type,
    category: 'transaction',
    topic: `${row.type}s`,
    mailKey: isPosted(row) ? messageKey : texts[row.type].rejected,
    data: {
      transaction_id: row.id,
      ...(reason && { rejection_reason: reason }),
      ...(reason && row.reason && { rejection_texts: row.reason }),
    },
  };
}

function chooseTexts(row: TransactionRow) {
  const { approvedTitle, approved, rejectedTitle, rejected, rejectedBecause } = texts[row.type];
  if (isPosted(row)) {
    return { titleKey: approvedTitle, messageKey: approved, type: 'success' } as const;
  }
  const messageKey = row.adminNotes ? rejectedBecause : rejected;
  return { titleKey: rejectedTitle, messageKey, type: 'error' } as const;
}
