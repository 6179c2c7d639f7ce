import { z } from 'zod';
import { cursor, forUsers, id, pageOf, pageSize, requestKey, typedAmount } from '../shared/base.ts';
import { errorsOf } from '../shared/errors.ts';
import { ownTransaction } from '../transactions/schema.ts';

export const withdrawals = {
  request: forUsers
    .route({
      method: 'POST',
      path: '/withdrawals',
      summary: 'Request a withdrawal; holds its amount',
    })
    .errors(
      errorsOf(
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
      ),
    )
    .input(z.object({ amount: typedAmount, bankAccountId: id.optional(), requestKey }))
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
