import { userId } from '#contract/base.ts';
import { fillText } from '#contract/errors.ts';
import { formatRupees } from '#contract/money.ts';
import type { NewNotification } from '../notifications/service.ts';
import type { TransactionRow } from '../transactions/service.ts';

/** English texts of section 8 and resolutions.md; the catalogues hold them under themselves as keys. */
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
} as const;

/** The notification of a decision to the request's owner. */
export function toNotification(row: TransactionRow): NewNotification {
  const { amountPaise, referenceId: reference } = row;
  const { titleKey, messageKey, type } = chooseTexts(row);
  const reason = row.status === 'rejected' ? row.adminNotes : null;
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
    data: { transaction_id: row.id, ...(reason && { rejection_reason: reason }) },
  };
}

function chooseTexts(row: TransactionRow) {
  const { approvedTitle, approved, rejectedTitle, rejected, rejectedBecause } = texts[row.type];
  if (row.status === 'approved') {
    return { titleKey: approvedTitle, messageKey: approved, type: 'success' } as const;
  }
  const messageKey = row.adminNotes ? rejectedBecause : rejected;
  return { titleKey: rejectedTitle, messageKey, type: 'error' } as const;
}
