import type { DepositForm } from '#contract/deposits/schema.ts';
import { type Caller, signInToApi } from './api.ts';
import { buildReceipt } from './images.ts';
import { ACCOUNTS, type Account, type Wallet } from './wallet.ts';

/** A payment on an invented statement, in rupees. */
export type Payment = { day: string; narration: string; amount: string; utr?: string };

/** Imports received payments to a new bank account of the operator. */
export async function importPayments(admin: Caller, payments: Payment[]): Promise<void> {
  const { id: accountId } = await admin.api.statements.createAccount({
    name: 'Current account',
    lastFour: '4321',
    isActive: true,
  });
  const rows = payments.map(({ day, narration, utr = '', amount }) =>
    [day, narration, utr, '', amount].join(','),
  );
  const text = ['Date,Narration,Reference,Debit,Credit', ...rows, ''].join('\n');
  const file = { name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  const form = { accountId, fileName: file.name, isImport: true };
  await admin.upload('/files/statements', form, file);
}

/** Adds pending deposits of the demo user, or of another. */
export async function requestDeposits(
  wallet: Wallet,
  deposits: { amount: string; utr?: string }[],
  account: Account = ACCOUNTS.demo,
): Promise<void> {
  const user = await signInToApi(wallet, account);
  for (const deposit of deposits) {
    const form: DepositForm = { ...deposit, requestKey: crypto.randomUUID() };
    await user.upload('/files/deposits', form, await buildReceipt());
  }
}
