import type { Query } from '#server/db/database.ts';
import { transactions } from '#server/db/schema/transactions.ts';
import { users } from '#server/db/schema/users.ts';
import {
  computed,
  nullable,
  renamed,
  type Selected,
  select,
  selectionOf,
  text,
  together,
} from '#server/db/selection.ts';

export const MAX_RELATED = 5;

/** Of the transaction `t` and its user `u`. */
export const requestColumns = together(
  selectionOf(transactions, 't', ['id', 'type', 'status', 'isCancelled', 'amountPaise']),
  selectionOf(transactions, 't', ['referenceId', 'createdAt', 'bankAccountId']),
  renamed(users, 'u', { userName: 'username' }),
  computed({
    receiptUrl: nullable(text(`nullif(coalesce(t.permanent_receipt_url, t.receipt_url), '')`)),
  }),
);
export type RelatedRow = Selected<typeof requestColumns>;

/** Also with `ofId`, the transaction `looked` that they are related to. */
export const relatedColumns = together(
  renamed(transactions, 'looked', { ofId: 'id' }),
  requestColumns,
);

/**
 * Returns the newest requests with the UTR of these requests, `ofId`, and those that were credited from a line of a statement with
 * this UTR.
 */
export async function selectSameUtr(
  query: Query,
  ids: string[],
): Promise<Selected<typeof relatedColumns>[]> {
  const statement = `SELECT same.* FROM transactions looked CROSS JOIN LATERAL (
      SELECT ${relatedColumns.sql} FROM transactions t JOIN users u ON u.id = t.user_id
      WHERE t.id <> looked.id AND t.id = ANY (ARRAY(
        SELECT id FROM transactions WHERE utr = looked.utr
        UNION SELECT m.request_id FROM statement_lines l JOIN statement_matches m ON m.line_id = l.id
        WHERE string_to_array(l.utrs, ' ') && ARRAY[looked.utr] AND m.state = 'accepted'))
      ORDER BY t.created_at DESC, t.id DESC LIMIT ${MAX_RELATED}) AS same
    WHERE looked.id = ANY ($1::uuid[]) AND looked.utr IS NOT NULL`;
  return select(query, relatedColumns, statement, [ids]);
}
