import { z } from 'zod';
import {
  cursor,
  forAdmins,
  forUsers,
  id,
  pageOf,
  pageSize,
  requestKey,
  typedAmount,
  userId,
} from '../shared/base.ts';
import { ACTING, errorsOf } from '../shared/errors.ts';
import { ownTransaction } from '../transactions/schema.ts';

const REFUSALS = [
  'ACCOUNT_FROZEN',
  'INVALID_WITHDRAWAL_AMOUNT',
  'BELOW_MINIMUM_WITHDRAWAL',
  'INSUFFICIENT_BALANCE',
  'BANK_ACCOUNT_REQUIRED',
  'BANK_ACCOUNT_NOT_OWNED',
  'BANK_ACCOUNT_WAITING',
  'WITHDRAWAL_ABOVE_LIMIT',
  'WITHDRAWAL_DAY_LIMIT',
  'WITHDRAWAL_MONTH_LIMIT',
  'IDEMPOTENCY_CONFLICT',
  'REQUEST_CANCELLED',
] as const;
const withdrawalForm = z.object({ amount: typedAmount, bankAccountId: id.optional(), requestKey });

export const withdrawals = {
  request: forUsers
    .route({
      method: 'POST',
      path: '/withdrawals',
      summary: 'Request a withdrawal; holds its amount',
    })
    .errors(errorsOf(...REFUSALS))
    .input(withdrawalForm)
    .output(ownTransaction),
  requestFor: forAdmins('users:manage')
    .meta({ scope: 'withdrawals:create', keysOnly: true })
    .route({
      method: 'POST',
      path: '/users/{userId}/withdrawals',
      summary: 'Request a withdrawal for a user, within their limits; the user is notified',
    })
    .errors(errorsOf(...REFUSALS, ...ACTING))
    .input(withdrawalForm.extend({ userId }))
    .output(ownTransaction),
  list: forUsers
    .route({
      method: 'GET',
      path: '/withdrawals',
      summary: "The caller's withdrawals, newest first",
    })
    .input(
      z.object({
        cursor: cursor.optional(),
        limit: pageSize,
      }),
    )
    .output(pageOf(ownTransaction)),
};
