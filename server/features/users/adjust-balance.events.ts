import type { UserId } from '#contract/shared/base.ts';
import { fillText } from '#contract/shared/errors.ts';
import { formatRupees, toDecimal } from '#contract/shared/money.ts';
import type { NewNotification } from '../notifications/insert-notifications.ts';
import type { TransactionRow } from '../transactions/transactions.ts';

/** These texts are catalogue keys. */
const texts = {
  title: 'Balance Updated by Administrator',
  credited: 'Your account was credited with {{amountPaise}}. New balance: {{balancePaise}}.',
  debited: 'Your account was debited by {{amountPaise}}. New balance: {{balancePaise}}.',
  creditedByMail: 'Your account was credited with {{amountPaise}}.',
  debitedByMail: 'Your account was debited by {{amountPaise}}.',
};

/** Returns the owner's notification about an adjustment. `balancePaise` is the new balance. */
export function toNotification(
  row: TransactionRow,
  { userId, balancePaise, reason }: { userId: UserId; balancePaise: number; reason: string },
): NewNotification {
  const isCredit = row.type === 'deposit';
  const messageKey = isCredit ? texts.credited : texts.debited;
  const { amountPaise } = row;
  const differencePaise = isCredit ? amountPaise : -amountPaise;
  const said = { amountPaise: formatRupees(amountPaise), balancePaise: formatRupees(balancePaise) };
  return {
    userId,
    title: texts.title,
    message: fillText(messageKey, said),
    titleKey: texts.title,
    messageKey,
    params: { amountPaise, balancePaise },
    type: isCredit ? 'success' : 'warning',
    category: 'account',
    topic: 'balance',
    mailKey: isCredit ? texts.creditedByMail : texts.debitedByMail,
    data: {
      old_balance: toDecimal(balancePaise - differencePaise),
      new_balance: toDecimal(balancePaise),
      adjustment_amount: toDecimal(differencePaise),
      // Users see that an administrator changed the balance, not which one.
      updated_by: 'admin',
      admin_action: true,
      transaction_id: row.id,
      reason,
      ...(row.reason && { reason_texts: row.reason }),
    },
  };
}
