import type { TransactionType } from '#contract/transactions/rules.ts';
import type { Query } from '#server/db/database.ts';
import { userProfiles } from '#server/db/schema/profiles.ts';
import { pendingRequests } from '#server/db/schema/transactions.ts';
import { users } from '#server/db/schema/users.ts';
import {
  computed,
  integer,
  optional,
  renamed,
  type Selected,
  select,
  selectFirst,
  selectionOf,
  together,
} from '#server/db/selection.ts';
import type { Position } from '#server/platform/lists/cursor.ts';
import { MAX_RELATED, type RelatedRow, requestColumns } from '../transactions/related-views.ts';
import type { TransactionRow } from '../transactions/transactions.ts';
import { SENT_AGAIN } from '../transactions/warnings.ts';

export const MAX_COUNTED = 500;

const queueColumns = renamed(pendingRequests, 'p', { at: 'createdAt', id: 'id' });

export async function selectQueue(
  query: Query,
  { type, after, limit }: { type: TransactionType; after: Position | undefined; limit: number },
): Promise<Position[]> {
  return select(
    query,
    queueColumns,
    `FROM pending_requests p
     WHERE type = $1 AND ($2::timestamptz IS NULL OR (created_at, id) > ($2, $3::uuid))
     ORDER BY created_at, id LIMIT $4`,
    [type, after?.at ?? null, after?.id ?? null, limit],
  );
}

const personColumns = together(
  optional(selectionOf(userProfiles, 'p', ['firstName', 'lastName'])),
  renamed(users, 'u', { status: 'status', since: 'createdAt' }),
  computed({
    balancePaise: integer('coalesce(balance_paise, 0)'),
    heldPaise: integer('coalesce(held_paise, 0)'),
  }),
);

export async function findPerson(
  query: Query,
  userId: string,
): Promise<Selected<typeof personColumns> | undefined> {
  return selectFirst(
    query,
    personColumns,
    `FROM users u LEFT JOIN user_profiles p ON p.user_id = u.id LEFT JOIN wallet_balances w ON w.user_id = u.id
     WHERE u.id = $1`,
    [userId],
  );
}

type Looked = Pick<TransactionRow, 'id' | 'userId' | 'type' | 'amountPaise' | 'createdAt'>;

/** Up to one more than are counted. */
export async function selectEarlier(
  query: Query,
  { id, userId, createdAt }: Looked,
): Promise<RelatedRow[]> {
  return select(
    query,
    requestColumns,
    `FROM transactions t JOIN users u ON u.id = t.user_id
     WHERE t.user_id = $1 AND (t.created_at, t.id) < ($2, $3::uuid) AND NOT t.is_adjustment
     ORDER BY t.created_at DESC, t.id DESC LIMIT $4`,
    [userId, createdAt, id, MAX_COUNTED + 1],
  );
}

/** Returns the requests with which the person sent the amount again. */
export async function selectSameAmount(query: Query, { id }: Looked): Promise<RelatedRow[]> {
  return select(
    query,
    requestColumns,
    `FROM (
       SELECT o.* FROM transactions t JOIN transactions o ON ${SENT_AGAIN} WHERE t.id = $1) AS t
     JOIN users u ON u.id = t.user_id ORDER BY t.created_at DESC, t.id DESC LIMIT ${MAX_RELATED}`,
    [id],
  );
}
