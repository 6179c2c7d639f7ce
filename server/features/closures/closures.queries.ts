import type { Closure, ClosureRow } from '#contract/closures/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Query, Tx } from '#server/db/database.ts';
import { insertMany } from '#server/db/insert-many.ts';
import { closureRequests } from '#server/db/schema/closures.ts';
import { walletBalances } from '#server/db/schema/ledger.ts';
import { users } from '#server/db/schema/users.ts';
import {
  computed,
  countOf,
  renamed,
  select,
  selectFirst,
  selectionOf,
  text,
  together,
} from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';
import type { Position } from '#server/platform/lists/cursor.ts';

/** Older requests of a user are deleted with a new one. */
const MAX_KEPT = 20;

const columns = selectionOf(closureRequests, 'c', [
  ...(['id', 'state', 'reason', 'createdAt', 'endedAt', 'refusalReason'] as const),
]);

export async function findNewest(query: Query, userId: UserId): Promise<Closure | undefined> {
  return selectFirst(
    query,
    columns,
    `FROM closure_requests c WHERE user_id = $1
     ORDER BY created_at DESC, id DESC LIMIT 1`,
    [userId],
  );
}

export async function findOpenClosure(query: Query, userId: UserId): Promise<Closure | undefined> {
  return selectFirst(
    query,
    columns,
    `FROM closure_requests c WHERE user_id = $1 AND state = 'open'`,
    [userId],
  );
}

export async function countPending(query: Query, userId: UserId): Promise<number> {
  return countOf(query, 'pending_requests WHERE user_id = $1', [userId]);
}

export async function countClosuresSince(
  query: Query,
  { userId, since }: { userId: UserId; since: Date },
): Promise<number> {
  return countOf(query, 'closure_requests WHERE user_id = $1 AND created_at > $2', [userId, since]);
}

/** The caller has locked the user. */
export async function insertClosure(
  tx: Tx,
  { userId, id, reason }: { userId: UserId; id: string; reason: string },
): Promise<Closure> {
  await tx.query(
    `DELETE FROM closure_requests WHERE user_id = $1 AND id NOT IN (
       SELECT id FROM closure_requests WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2)`,
    [userId, MAX_KEPT - 1],
  );
  const row = { id, state: 'open' as const, reason, createdAt: tx.at };
  insertMany(tx, closureRequests, [{ ...row, userId, refusalReason: null, endedAt: null }]);
  return { ...row, endedAt: null, refusalReason: null };
}

const stateOnly = selectionOf(closureRequests, 'c', ['state']);

/** Ends an open request. Returns its state before, or undefined if there is none with this id. */
export async function endClosure(
  tx: Tx,
  closure: {
    userId: UserId;
    id: string;
    state: 'withdrawn' | 'refused';
    refusalReason: string | null;
  },
): Promise<Closure['state'] | undefined> {
  const { userId, id, state, refusalReason } = closure;
  const before = await selectFirst(
    tx.query,
    stateOnly,
    'FROM closure_requests c WHERE user_id = $1 AND id = $2 FOR UPDATE',
    [userId, id],
  );
  if (before?.state !== 'open') return before?.state;
  await update(tx.query, closureRequests, {
    set: { state, refusalReason, endedAt: tx.at },
    where: { userId, id },
  });
  return before.state;
}

const openColumns = together(
  selectionOf(closureRequests, 'c', ['id', 'reason', 'createdAt']),
  renamed(users, 'u', { userId: 'id', username: 'username' }),
  computed({
    name: text(
      `coalesce(nullif(concat_ws(' ', nullif(p.first_name, ''), nullif(p.last_name, '')), ''), u.username::text)`,
    ),
  }),
  selectionOf(walletBalances, 'w', ['balancePaise']),
);

export async function selectOpen(
  query: Query,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<ClosureRow[]> {
  return select(
    query,
    openColumns,
    `FROM (SELECT * FROM closure_requests WHERE state = 'open'
             AND ($1::timestamptz IS NULL OR (created_at, id) > ($1, $2::uuid))
           ORDER BY created_at, id LIMIT $3) AS c
     JOIN users u ON u.id = c.user_id LEFT JOIN user_profiles p ON p.user_id = u.id
     JOIN wallet_balances w ON w.user_id = u.id
     ORDER BY c.created_at, c.id`,
    [after?.at ?? null, after?.id ?? null, limit],
  );
}

export async function countOpen(query: Query): Promise<number> {
  return countOf(query, `closure_requests WHERE state = 'open'`);
}
