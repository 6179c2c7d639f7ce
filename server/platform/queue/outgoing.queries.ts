import { sql } from 'drizzle-orm';
import type { UserId } from '#contract/shared/base.ts';
import { DELIVERIES_KEPT_DAYS } from '#contract/webhooks/rules.ts';
import type { Query } from '#server/db/database.ts';
import { type OutgoingKind, outgoing } from '#server/db/schema/outgoing.ts';
import { boolean, computed, type Selected, select, selectionOf } from '#server/db/selection.ts';
import { update } from '#server/db/update.ts';

/** Longer than all time limits of one attempt; then another server takes over. */
const LEASE = "interval '2 minutes'";

/** SQL: a row of `outgoing` is due and no server sends it. A later lease was written before the clock was set back. */
export const IS_DUE = `next_at <= clock_timestamp() AND expires_at > clock_timestamp()
  AND (taken_until IS NULL OR taken_until <= clock_timestamp() OR taken_until > clock_timestamp() + 2 * ${LEASE})`;

const columns = selectionOf(outgoing, 'o');

/** A claimed message. `attempts` includes this one. */
export type Message = Selected<typeof columns>;
/** A message for a person. */
export type PersonalMessage = Message & { userId: UserId; kind: Exclude<OutgoingKind, 'webhook'> };

/** What becomes of a message after an attempt. */
export type Outcome =
  /** It was sent, or has no use. */
  | { next: 'delete' }
  | { next: 'retry'; delayMs: number }
  /** The attempt does not count, because the server stops. */
  | { next: 'release' }
  /** No server claims it any more; administrators can send it again. */
  | { next: 'keep'; failure: string; days: number };

/**
 * Claims the messages that have been due longest, of the first lane that has any; servers share them. `condition` is SQL.
 * Times are the database's.
 */
export async function claim<One extends Message>(
  query: Query,
  lanes: readonly string[],
  { limit, condition = 'true' }: { limit: number; condition?: string | undefined },
): Promise<One[]> {
  for (const lane of lanes) {
    const claimed = await query<One>(
      `UPDATE outgoing o SET taken_until = clock_timestamp() + ${LEASE}, attempts = attempts + 1
       FROM (SELECT id FROM outgoing WHERE lane = $1 AND ${IS_DUE} AND ${condition}
         ORDER BY next_at LIMIT $2 FOR UPDATE SKIP LOCKED) due
       WHERE o.id = due.id RETURNING ${columns.sql}`,
      [lane, limit],
    );
    if (claimed.length > 0) return claimed;
  }
  return [];
}

/** Changes nothing if the message was renewed meanwhile: it has another id then. */
export async function settle(
  query: Query,
  { id }: Pick<Message, 'id'>,
  outcome: Outcome,
): Promise<void> {
  if (outcome.next === 'delete') {
    await query('DELETE FROM outgoing WHERE id = $1', [id]);
    return;
  }
  await update(query, outgoing, {
    set: { takenUntil: null, ...changesOf(outcome) },
    where: { id },
  });
}

function changesOf(outcome: Exclude<Outcome, { next: 'delete' }>) {
  if (outcome.next === 'retry') return { nextAt: later(outcome.delayMs) };
  if (outcome.next === 'release') {
    return { attempts: sql`greatest(0, ${outgoing.attempts} - 1)` };
  }
  const { failure, days } = outcome;
  return {
    failure,
    nextAt: sql`'infinity'`,
    failedAt: sql`clock_timestamp()`,
    expiresAt: later(days * 24 * 60 * 60_000),
  };
}

/** SQL: this time from now. */
export const later = (ms: number) => sql`clock_timestamp() + ${ms} * interval '1 millisecond'`;

const expired = computed({ isFailed: boolean('failed_at IS NOT NULL') });

/** Deletes messages that have no use any more, and old failed ones. Returns how many were not sent in time. */
export async function deleteExpired(query: Query, kinds: readonly OutgoingKind[]): Promise<number> {
  const rows = await select(
    query,
    expired,
    `DELETE FROM outgoing WHERE expires_at <= clock_timestamp() AND kind = ANY ($1)
     RETURNING ${expired.sql}`,
    [kinds],
  );
  return rows.filter(({ isFailed }) => !isFailed).length;
}

/** SQL: queues the deliveries that the statement before it, named `logged`, returns; one that waits becomes due. */
export const QUEUE_LOGGED = `INSERT INTO outgoing (id, kind, lane, recipient, next_at, expires_at, created_at)
  SELECT gen_random_uuid(), 'webhook', endpoint_id, id, now(), now() + interval '${DELIVERIES_KEPT_DAYS} days', now() FROM logged
  ON CONFLICT (user_id, kind, lane, recipient) DO UPDATE SET attempts = 0, next_at = excluded.next_at`;
