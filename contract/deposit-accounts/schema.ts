import { z } from 'zod';
import { MAX_ACCOUNT_NUMBER_LENGTH } from '../bank-accounts/rules.ts';
import { forAdmins, forUsers, id, line } from '../shared/base.ts';
import { errorsOf, SECOND_APPROVAL } from '../shared/errors.ts';

/** A bank account of the operator, with what a person needs to pay to it. */
export const depositAccount = z.object({
  /** The account's id in `statements.accounts`. */
  id,
  accountHolderName: z.string(),
  accountNumber: z.string(),
  ifscCode: z.string(),
  bankName: z.string(),
});
export type DepositAccount = z.infer<typeof depositAccount>;

/** `isActive`: users see it. */
export const keptDepositAccount = depositAccount.extend({ isActive: z.boolean() });
export type KeptDepositAccount = z.infer<typeof keptDepositAccount>;

const text = line(200);

export const depositAccountForm = z.object({
  accountHolderName: text,
  accountNumber: line(MAX_ACCOUNT_NUMBER_LENGTH),
  ifscCode: text,
  bankName: text,
  isActive: z.boolean(),
});
export type DepositAccountForm = z.infer<typeof depositAccountForm>;

export const depositAccounts = {
  listActive: forUsers
    .route({
      method: 'GET',
      path: '/deposit-accounts/active',
      summary: 'Bank accounts to pay to above the highest UPI payment',
    })
    .output(z.array(depositAccount)),
  list: forAdmins('statements:read')
    .route({
      method: 'GET',
      path: '/deposit-accounts',
      summary: "The operator's bank accounts that have details for deposits",
      description: 'An account number that the server cannot decrypt is masked.',
    })
    .output(z.array(keptDepositAccount)),
  save: forAdmins('payment-details:manage')
    .meta({ stepUp: 'always', approval: ['qrCode'] })
    .route({
      method: 'PUT',
      path: '/deposit-accounts/{id}',
      summary: 'Set which details of a bank account users see for deposits',
      description: 'Fields that are left out stay as they are.',
    })
    .errors(
      errorsOf(
        'STEP_UP_REQUIRED',
        'STATEMENT_ACCOUNT_NOT_FOUND',
        'ACCOUNT_HOLDER_REQUIRED',
        'ACCOUNT_NUMBER_TOO_SHORT',
        'BANK_NAME_REQUIRED',
        'INVALID_IFSC',
        'DEPOSIT_ACCOUNTS_UNAVAILABLE',
        ...SECOND_APPROVAL,
      ),
    )
    .input(depositAccountForm.partial().extend({ id }))
    .output(keptDepositAccount),
};
