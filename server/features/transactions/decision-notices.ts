import { fillText } from '#contract/errors.ts';
import { formatRupees } from '#contract/money.ts';
import type { Tx } from '#server/lib/db.ts';
import type { Deps } from '#server/lib/deps.ts';
import { newId } from '#server/lib/ids.ts';
import { publish } from '#server/lib/outbox.ts';
import type { TransactionRow } from './service.ts';

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

/** Writes each owner the notification of a decision, and tells their screens. */
export async function notifyOwners(
  deps: Pick<Deps, 'clock' | 'events'>,
  tx: Tx,
  rows: TransactionRow[],
): Promise<void> {
  const notices = rows.map(toNotice);
  await tx.query(
    `INSERT INTO notifications
       (user_id, id, title, message, title_key, message_key, params, type, category, data, created_at)
     SELECT user_id, id, title, message, title, message_key, params, type, 'transaction', data, $9
     FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::jsonb[], $7::text[], $8::jsonb[])
       AS n (user_id, id, title, message, message_key, params, type, data)`,
    [
      notices.map((notice) => notice.userId),
      notices.map((notice) => notice.id),
      notices.map((notice) => notice.title),
      notices.map((notice) => notice.message),
      notices.map((notice) => notice.messageKey),
      notices.map((notice) => JSON.stringify(notice.params)),
      notices.map((notice) => notice.type),
      notices.map((notice) => JSON.stringify(notice.data)),
      deps.clock.now(),
    ],
  );
  const events = notices.map(({ userId, id }) => ({
    userId,
    payload: { entity: 'notification', op: 'insert', id } as const,
  }));
  await publish(deps, tx, events);
}

function toNotice(row: TransactionRow) {
  const { userId, amountPaise, referenceId: reference } = row;
  const { title, messageKey, type } = chooseTexts(row);
  const reason = row.status === 'rejected' ? row.adminNotes : null;
  const params = { amountPaise, reference, ...(reason && { reason }) };
  const message = fillText(messageKey, { ...params, amountPaise: formatRupees(amountPaise) });
  const data = { transaction_id: row.id, ...(reason && { rejection_reason: reason }) };
  return { userId, id: newId(), title, message, messageKey, params, type, data };
}

function chooseTexts(row: TransactionRow) {
  const { approvedTitle, approved, rejectedTitle, rejected, rejectedBecause } = texts[row.type];
  if (row.status === 'approved') {
    return { title: approvedTitle, messageKey: approved, type: 'success' };
  }
  const messageKey = row.adminNotes ? rejectedBecause : rejected;
  return { title: rejectedTitle, messageKey, type: 'error' };
}
