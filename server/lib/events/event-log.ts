import { type EventPosition, splitPosition } from '#contract/event-position.ts';
import type { LiveEvent } from '#contract/events.ts';
import type { Query } from '../../db/database.ts';
import type { SessionsEnded } from './outbox.ts';

/** An event as the outbox holds it. `id` is its position, by which streams resume. */
export interface LoggedEvent {
  id: EventPosition;
  userId: string | null;
  forAdmins: boolean;
  forEveryone: boolean;
  payload: LiveEvent | SessionsEnded;
}

/** The position before every event. */
export const ORIGIN: EventPosition = '0:0:0';
/** How far behind a server may be and still catch up. */
const RETENTION_MS = 24 * 60 * 60_000;

const columns = `xid::text || ':' || events.id::text || ':' || (extract(epoch FROM created_at) * 1000)::bigint::text AS id,
  user_id AS "userId", for_admins AS "forAdmins", for_everyone AS "forEveryone", payload`;

/** The newest events that nothing can still commit before, oldest first. */
export async function readNewest(query: Query, limit: number): Promise<LoggedEvent[]> {
  const newest = await query<LoggedEvent>(
    `SELECT ${columns} FROM events WHERE xid < pg_snapshot_xmin(pg_current_snapshot())
     ORDER BY xid DESC, events.id DESC LIMIT $1`,
    [limit],
  );
  return newest.reverse();
}

/**
 * Reads on from a position, in the order `(transaction id, id)`. Events of a transaction with an
 * older one still open are held back, because that one may yet commit before
 * them in this order and would be skipped: `isBlocked` says that there are such. Undefined when the
 * event at the position is gone, and so may be others after it: pruned, or never in this database.
 */
export async function readEvents(
  query: Query,
  after: EventPosition,
  limit: number,
): Promise<{ events: LoggedEvent[]; isBlocked: boolean; isFull: boolean } | undefined> {
  const rows = await query<LoggedEvent & { settled: boolean }>(
    `SELECT ${columns}, xid < pg_snapshot_xmin(pg_current_snapshot()) AS settled
     FROM events WHERE (xid, events.id) >= ($1::xid8, $2::bigint)
       AND xid < pg_snapshot_xmax(pg_current_snapshot())
     ORDER BY xid, events.id LIMIT $3`,
    [...splitPosition(after), limit + 1],
  );
  if (after !== ORIGIN && rows.shift()?.id !== after) return undefined;
  const events = rows.filter((row) => row.settled);
  return { events, isBlocked: events.length < rows.length, isFull: events.length >= limit };
}

/**
 * Deletes events of transactions that this database has yet to reach. Restoring a dump into a new
 * cluster leaves such: its transaction ids begin anew, and those would come up as news one day.
 */
export async function deleteEventsAhead(query: Query): Promise<void> {
  await query('DELETE FROM events WHERE xid >= pg_snapshot_xmax(pg_current_snapshot())');
}

/** Deletes what is too old, all but the newest of it: a server that had read up to there goes on. */
export async function pruneEvents(query: Query, now: Date): Promise<void> {
  await query(
    `DELETE FROM events WHERE (xid, id) < (
       SELECT xid, id FROM events WHERE created_at < $1 ORDER BY created_at DESC, id DESC LIMIT 1)`,
    [new Date(now.getTime() - RETENTION_MS)],
  );
}
