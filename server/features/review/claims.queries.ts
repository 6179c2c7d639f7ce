import type { TransactionId, UserId } from '#contract/shared/base.ts';
import type { Query } from '#server/db/database.ts';
import { insertSelect } from '#server/db/insert-many.ts';
import { requestClaims } from '#server/db/schema/review.ts';
import { OPEN } from '#server/db/statuses.ts';

/** A claim expires after this time unless its reviewer renews it. */
const CLAIMED_FOR = "interval '2 minutes'";

export interface ClaimRow {
  transactionId: string;
  claimedBy: UserId;
  claimerName: string;
}

export async function selectClaims(query: Query, ids: readonly string[]): Promise<ClaimRow[]> {
  return query(
    `SELECT c.transaction_id AS "transactionId", c.claimed_by AS "claimedBy",
       u.username::text AS "claimerName"
     FROM request_claims c JOIN users u ON u.id = c.claimed_by
     WHERE c.transaction_id = ANY ($1::uuid[]) AND ${isStanding('c')}`,
    [ids],
  );
}

/** Returns the number of claimed requests of each reviewer. */
export async function countClaims(query: Query): Promise<Map<UserId, number>> {
  const rows = await query<{ claimedBy: UserId; count: number }>(
    `SELECT claimed_by AS "claimedBy", count(*)::int AS count FROM request_claims c
     WHERE ${isStanding('c')} GROUP BY claimed_by`,
  );
  return new Map(rows.map(({ claimedBy, count }) => [claimedBy, count]));
}

export async function selectUnderWay(query: Query, limit: number): Promise<TransactionId[]> {
  const rows = await query<{ id: TransactionId }>(
    `SELECT transaction_id AS id FROM request_claims c WHERE ${isStanding('c')}
     UNION SELECT transaction_id FROM waiting_decisions LIMIT $1`,
    [limit],
  );
  return rows.map((row) => row.id);
}

const INSERT = insertSelect(requestClaims, {
  transactionId: 'r.id',
  claimedBy: '$2',
  claimedAt: 'clock_timestamp()',
  claimedUntil: `clock_timestamp() + ${CLAIMED_FOR}`,
});

/** Returns whether the claim is new; undefined if another reviewer holds it or the request is not pending. */
export async function saveClaim(
  query: Query,
  { id, claimedBy }: { id: string; claimedBy: UserId },
): Promise<{ isNew: boolean } | undefined> {
  const [saved] = await query<{ isNew: boolean }>(
    `WITH before AS (
       SELECT 1 FROM request_claims c WHERE transaction_id = $1 AND claimed_by = $2 AND ${isStanding('c')})
     ${INSERT} FROM transactions r WHERE r.id = $1 AND r.status ${OPEN}
     ON CONFLICT (transaction_id) DO UPDATE
       SET claimed_by = excluded.claimed_by, claimed_at = excluded.claimed_at, claimed_until = excluded.claimed_until
       WHERE t.claimed_by = excluded.claimed_by OR NOT ${isStanding('t')}
     RETURNING NOT EXISTS (SELECT 1 FROM before) AS "isNew"`,
    [id, claimedBy],
  );
  return saved;
}

export async function deleteOtherClaims(
  query: Query,
  { id, claimedBy }: { id: string; claimedBy: UserId },
): Promise<string[]> {
  const given = await query<{ id: string }>(
    `DELETE FROM request_claims c
     WHERE claimed_by = $2 AND transaction_id <> $1 AND NOT EXISTS (
       SELECT 1 FROM transactions one, transactions other
       WHERE one.id = $1 AND other.id = c.transaction_id AND one.type <> other.type)
     RETURNING transaction_id AS id`,
    [id, claimedBy],
  );
  return given.map((row) => row.id);
}

/** A claim from the future was written before the database's clock was set back, and is not valid. */
function isStanding(name: string): string {
  return `(${name}.claimed_until > clock_timestamp() AND ${name}.claimed_at <= clock_timestamp())`;
}
