import type { UserStatus } from '#contract/shared/enums.ts';
import type { TransactionType } from '#contract/transactions/rules.ts';
import type { Query } from '#server/db/database.ts';
import type { Position } from '#server/platform/lists/cursor.ts';
import { MAX_RELATED, RELATED_COLUMNS, type RelatedRow } from '../transactions/related-views.ts';
import type { TransactionRow } from '../transactions/transactions.ts';
import { SENT_AGAIN } from '../transactions/warnings.ts';

export const MAX_COUNTED = 500;

export async function selectQueue(
  query: Query,
  { type, after, limit }: { type: TransactionType; after: Position | undefined; limit: number },
): Promise<Position[]> {
  return query(
    `SELECT created_at AS at, id FROM pending_requests
     WHERE type = $1 AND ($2::timestamptz IS NULL OR (created_at, id) > ($2, $3::uuid))
     ORDER BY created_at, id LIMIT $4`,
    [type, after?.at ?? null, after?.id ?? null, limit],
  );
}

export interface PersonRow {
  firstName: string | null;
  lastName: string | null;
  status: UserStatus;
  since: Date;
  balancePaise: number;
  heldPaise: number;
}

export async function findPerson(query: Query, userId: string): Promise<PersonRow | undefined> {
  const [row] = await query<PersonRow>(
    `SELECT first_name AS "firstName", last_name AS "lastName", status, u.created_at AS since,
       coalesce(balance_paise, 0) AS "balancePaise", coalesce(held_paise, 0) AS "heldPaise"
     FROM users u LEFT JOIN user_profiles p ON p.user_id = u.id LEFT JOIN wallet_balances w ON w.user_id = u.id
     WHERE u.id = $1`,
    [userId],
  );
  return row;
}

type Looked = Pick<TransactionRow, 'id' | 'userId' | 'type' | 'amountPaise' | 'createdAt'>;

/** Up to one more than are counted. */
export async function selectEarlier(
  query: Query,
  { id, userId, createdAt }: Looked,
): Promise<RelatedRow[]> {
  return query(
    `SELECT ${RELATED_COLUMNS} FROM transactions t JOIN users u ON u.id = t.user_id
     WHERE t.user_id = $1 AND (t.created_at, t.id) < ($2, $3::uuid) AND NOT t.is_adjustment
     ORDER BY t.created_at DESC, t.id DESC LIMIT $4`,
    [userId, createdAt, id, MAX_COUNTED + 1],
  );
}

/** Returns the requests with which the person sent the amount again. */
export async function selectSameAmount(query: Query, { id }: Looked): Promise<RelatedRow[]> {
  return query(
    `SELECT ${RELATED_COLUMNS} FROM (
       SELECT o.* FROM transactions t JOIN transactions o ON ${SENT_AGAIN} WHERE t.id = $1) AS t
     JOIN users u ON u.id = t.user_id ORDER BY t.created_at DESC, t.id DESC LIMIT ${MAX_RELATED}`,
    [id],
  );
}
