import type { UserId } from '#contract/shared/base.ts';
import type { Query } from '#server/db/database.ts';
import { insertSelect } from '#server/db/insert-many.ts';
import { requestClaims } from '#server/db/schema/review.ts';
import { users } from '#server/db/schema/users.ts';
import {
  boolean,
  computed,
  integer,
  personId,
  renamed,
  type Selected,
  select,
  selectFirst,
  selectionOf,
  selectValues,
  text,
  together,
} from '#server/db/selection.ts';
import { OPEN } from '#server/db/statuses.ts';

/** A claim expires after this time unless its reviewer renews it. */
const CLAIMED_FOR = "interval '2 minutes'";

const claimColumns = together(
  selectionOf(requestClaims, 'c', ['transactionId', 'claimedBy']),
  renamed(users, 'u', { claimerName: 'username' }),
);

export async function selectClaims(
  query: Query,
  ids: readonly string[],
): Promise<Selected<typeof claimColumns>[]> {
  return select(
    query,
    claimColumns,
    `FROM request_claims c JOIN users u ON u.id = c.claimed_by
     WHERE c.transaction_id = ANY ($1::uuid[]) AND ${isStanding('c')}`,
    [ids],
  );
}

const claimCounts = computed({ claimedBy: personId('claimed_by'), count: integer('count(*)') });

/** Returns the number of claimed requests of each reviewer. */
export async function countClaims(query: Query): Promise<Map<UserId, number>> {
  const statement = `FROM request_claims c WHERE ${isStanding('c')} GROUP BY claimed_by`;
  const rows = await select(query, claimCounts, statement);
  return new Map(rows.map(({ claimedBy, count }) => [claimedBy, count]));
}

export async function selectUnderWay(query: Query, limit: number): Promise<string[]> {
  return selectValues(
    query,
    text('id'),
    `FROM (SELECT transaction_id AS id FROM request_claims c WHERE ${isStanding('c')}
     UNION SELECT transaction_id FROM waiting_decisions LIMIT $1) AS under_way`,
    [limit],
  );
}

const INSERT = insertSelect(requestClaims, {
  transactionId: 'r.id',
  claimedBy: '$2',
  claimedAt: 'clock_timestamp()',
  claimedUntil: `clock_timestamp() + ${CLAIMED_FOR}`,
});

const saved = computed({ isNew: boolean('NOT EXISTS (SELECT 1 FROM before)') });

/** Returns whether the claim is new; undefined if another reviewer holds it or the request is not pending. */
export async function saveClaim(
  query: Query,
  { id, claimedBy }: { id: string; claimedBy: UserId },
): Promise<Selected<typeof saved> | undefined> {
  return selectFirst(
    query,
    saved,
    `WITH before AS (
       SELECT 1 FROM request_claims c WHERE transaction_id = $1 AND claimed_by = $2 AND ${isStanding('c')})
     ${INSERT} FROM transactions r WHERE r.id = $1 AND r.status ${OPEN}
     ON CONFLICT (transaction_id) DO UPDATE
       SET claimed_by = excluded.claimed_by, claimed_at = excluded.claimed_at, claimed_until = excluded.claimed_until
       WHERE t.claimed_by = excluded.claimed_by OR NOT ${isStanding('t')}
     RETURNING ${saved.sql}`,
    [id, claimedBy],
  );
}

const claimedId = renamed(requestClaims, 'c', { id: 'transactionId' });

export async function deleteOtherClaims(
  query: Query,
  { id, claimedBy }: { id: string; claimedBy: UserId },
): Promise<string[]> {
  const given = await select(
    query,
    claimedId,
    `DELETE FROM request_claims c
     WHERE claimed_by = $2 AND transaction_id <> $1 AND NOT EXISTS (
       SELECT 1 FROM transactions one, transactions other
       WHERE one.id = $1 AND other.id = c.transaction_id AND one.type <> other.type)
     RETURNING ${claimedId.sql}`,
    [id, claimedBy],
  );
  return given.map((row) => row.id);
}

/** A claim from the future was written before the database's clock was set back, and is not valid. */
function isStanding(name: string): string {
  return `(${name}.claimed_until > clock_timestamp() AND ${name}.claimed_at <= clock_timestamp())`;
}
