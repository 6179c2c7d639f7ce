import type { UserId } from '#contract/shared/base.ts';
import type { Query } from '#server/db/database.ts';
import {
  computed,
  integer,
  personId,
  type Selected,
  select,
  text,
  word,
} from '#server/db/selection.ts';
import type { ConcernedAccount } from './approvals.queries.ts';

const dayOf = (moment: string) => `((${moment} AT TIME ZONE 'Asia/Kolkata')::date)`;

/** Serializes the approvals of each administrator until the transaction ends, so that concurrent ones see each other's sums. */
export async function lockDeciders(query: Query, actorIds: readonly UserId[]): Promise<void> {
  await query(
    `SELECT pg_advisory_xact_lock(7260158, name)
     FROM (SELECT DISTINCT hashtext(id) AS name FROM unnest($1::text[]) AS id ORDER BY name) AS ordered`,
    [actorIds],
  );
}

/** Approved requests of a type, or the change of a balance by adjustments: less than zero if it was lowered. */
export type DaySum = Selected<typeof sumColumns>;
const sumColumns = computed({
  actorId: personId('c.actor_id'),
  ownerId: text('c.owner_id'),
  kind: word(['deposit', 'withdrawal', 'adjustment'], 'k.kind'),
  paise: integer('sum(k.paise)'),
});

/** Returns what each administrator did for an account on the Indian day of `now`, without what another one confirmed. */
export async function selectDaySums(
  query: Query,
  { accounts, now }: { accounts: readonly ConcernedAccount[]; now: Date },
): Promise<DaySum[]> {
  return select(
    query,
    sumColumns,
    `FROM (SELECT DISTINCT * FROM unnest($1::uuid[], $2::text[]) AS pairs (actor_id, owner_id)) AS c
     JOIN audit_log l ON hashtext(l.chain_id) = hashtext(c.owner_id) AND ${dayOf('l.created_at')} = ${dayOf('$3::timestamptz')}
       AND l.chain_id = c.owner_id AND l.actor_id = c.actor_id
     CROSS JOIN LATERAL (
       SELECT l.after ->> 'type' AS kind, (l.after ->> 'amountPaise')::bigint AS paise WHERE l.action = 'transaction.approve'
       UNION ALL SELECT 'adjustment', (l.after ->> 'balancePaise')::bigint - (l.before ->> 'balancePaise')::bigint
         WHERE l.action = 'user.adjustBalance') AS k
     WHERE NOT EXISTS (
       SELECT FROM approval_requests a WHERE a.concerned_id = c.owner_id::uuid AND a.state = 'confirmed'
         AND a.maker_id = l.actor_id AND a.ended_at = l.created_at AND a.action = l.action AND a.target_id = l.entity_id)
     GROUP BY c.actor_id, c.owner_id, k.kind`,
    [accounts.map(({ actorId }) => actorId), accounts.map(({ ownerId }) => ownerId), now],
  );
}
