import type { UserId } from '#contract/shared/base.ts';
import type { Query } from '#server/db/database.ts';
import { bankAccounts } from '#server/db/schema/bank-accounts.ts';
import { type Selected, select, selectionOf } from '#server/db/selection.ts';
import { POSTED } from '#server/db/statuses.ts';

const unused = selectionOf(bankAccounts, 'b', ['id', 'createdAt']);

/** Returns accounts added after a moment to which no withdrawal was approved yet. */
export async function selectUnusedAccounts(
  query: Query,
  accounts: { userId: UserId; id: string }[],
  addedAfter: Date,
): Promise<Selected<typeof unused>[]> {
  return select(
    query,
    unused,
    `FROM bank_accounts b
     WHERE (b.user_id, b.id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[])) AND b.created_at > $3
       AND NOT EXISTS (SELECT FROM transactions t WHERE t.user_id = b.user_id AND t.bank_account_id = b.id
         AND t.created_at >= b.created_at AND t.type = 'withdrawal' AND t.status ${POSTED})`,
    [accounts.map(({ userId }) => userId), accounts.map(({ id }) => id), addedAfter],
  );
}
