import { z } from 'zod';
import { done, forAdmins, forUsers, id, line, userId } from '../shared/base.ts';
import { errorsOf, OF_SUBJECT } from '../shared/errors.ts';
import { MAX_ACCOUNT_NUMBER_LENGTH } from './rules.ts';

export const bankAccount = z.object({
  id,
  accountHolderName: z.string(),
  maskedAccountNumber: z.string(),
  bankName: z.string(),
  ifscCode: z.string().nullable(),
  isDefault: z.boolean(),
  createdAt: z.date(),
  /** While a new account cannot be used: when the first withdrawal to it is possible. */
  usableFrom: z.date().nullable(),
});
export type BankAccount = z.infer<typeof bankAccount>;

const text = line(200);

export const bankAccounts = {
  list: forUsers
    .route({
      method: 'GET',
      path: '/bank-accounts',
      summary: "The caller's bank accounts, newest first",
    })
    .output(z.array(bankAccount)),
  ofUser: forAdmins('users:read')
    .meta({ scope: 'withdrawals:create' })
    .route({
      method: 'GET',
      path: '/users/{userId}/bank-accounts',
      summary: 'The bank accounts of a user, newest first',
    })
    .errors(errorsOf(...OF_SUBJECT))
    .input(z.object({ userId }))
    .output(z.array(bankAccount)),
  create: forUsers
    .meta({ stepUp: 'always' })
    .route({ method: 'POST', path: '/bank-accounts', summary: 'Add a bank account' })
    .errors(
      errorsOf(
        'STEP_UP_REQUIRED',
        'ACCOUNT_FROZEN',
        'ACCOUNT_HOLDER_REQUIRED',
        'ACCOUNT_NUMBER_TOO_SHORT',
        'BANK_NAME_REQUIRED',
        'INVALID_IFSC',
        'TOO_MANY_BANK_ACCOUNTS',
        'DEFAULT_ACCOUNT_CONFLICT',
      ),
    )
    .input(
      z.object({
        accountName: text,
        accountNumber: line(MAX_ACCOUNT_NUMBER_LENGTH),
        bankName: text,
        ifscCode: text.optional(),
        isDefault: z.boolean(),
      }),
    )
    .output(bankAccount),
  setDefault: forUsers
    .route({
      method: 'PUT',
      path: '/bank-accounts/{id}/default',
      summary: 'Make a bank account the default',
    })
    .errors(errorsOf('ACCOUNT_FROZEN', 'BANK_ACCOUNT_NOT_OWNED', 'DEFAULT_ACCOUNT_CONFLICT'))
    .input(z.object({ id }))
    .output(done),
  remove: forUsers
    .route({ method: 'DELETE', path: '/bank-accounts/{id}', summary: 'Remove a bank account' })
    .errors(errorsOf('ACCOUNT_FROZEN', 'BANK_ACCOUNT_NOT_OWNED'))
    .input(z.object({ id }))
    .output(done),
};
