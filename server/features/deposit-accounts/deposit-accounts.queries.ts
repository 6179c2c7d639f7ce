import type { Query, Tx } from '#server/db/database.ts';
import type { Sealed } from '#server/db/schema/columns.ts';
import { depositAccounts, depositAccounts as table } from '#server/db/schema/deposit-accounts.ts';
import { renamed, type Selected, select, selectFirst, selectionOf } from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';

export const columns = selectionOf(table, 't', [
  ...(['id', 'accountHolderName', 'accountNumber', 'ifscCode', 'bankName', 'isActive'] as const),
  ...(['digestSalt', 'digest', 'createdAt'] as const),
]);
export type StoredAccount = Selected<typeof columns>;

/** Locks the bank account, so that its details are saved once at a time. Returns false if there is none. */
export async function lockBankAccount(tx: Tx, id: string): Promise<boolean> {
  const found = await tx.lock('SELECT 1 FROM statement_accounts WHERE id = $1 FOR NO KEY UPDATE', [
    id,
  ]);
  return found.length > 0;
}

export async function findDetails(query: Query, id: string): Promise<StoredAccount | undefined> {
  return selectFirst(query, columns, 'FROM deposit_accounts t WHERE id = $1', [id]);
}

const numbers = renamed(table, 't', { id: 'id', number: 'accountNumber' });

export async function selectNumbers(query: Query): Promise<Selected<typeof numbers>[]> {
  return select(query, numbers, 'FROM deposit_accounts t ORDER BY id');
}

/** Replaces a number that is still as it was read. */
export async function replaceNumber(
  query: Query,
  { id, number, before }: { id: string; number: Sealed; before: Sealed },
): Promise<boolean> {
  return update(query, depositAccounts, {
    set: { accountNumber: number },
    where: { id, accountNumber: before },
  });
}
