import { type EventPosition, numberOf } from '#contract/events/position.ts';
import type { LiveEvent } from '#contract/events/schema.ts';
import type { Query } from '../../db/database.ts';
import type { SessionsEnded } from './outbox.ts';

/** An event as stored in the outbox. `id` is its position, from which streams resume. */
export interface LoggedEvent {
  id: EventPosition;
  userId: string | null;
  forAdmins: boolean;
  forEveryone: boolean;
  payload: LiveEvent | SessionsEnded;
}

export const ORIGIN: EventPosition = '0:0:0';
/** How far behind a server may be and still catch up. */
const RETENTION_MS = 24 * 60 * 60_000;

const columns = `xid::text || ':' || events.id::text || ':' || (extract(epoch FROM created_at) * 1000)::bigint::text AS id,
  user_id AS "userId", for_admins AS "forAdmins", for_everyone AS "forEveryone", payload`;

/** The high 16 bits of the advisory lock that the trigger `mark_event_writer` takes. */
const WRITER_MARK = 7260;

/**
 * Returns a number up to which every event is either committed or will never be. A statement that starts after this one
 * sees all of the committed ones.
 *
 * A transaction takes its advisory lock before its first event gets a number. Every event in progress therefore has a
 * higher number than its writer's lock. The newest number is read before the locks (the subquery of locks depends on
 * it). A writer whose lock is not yet visible therefore gets a higher number. The lock is released after the commit is
 * visible.
 */
async function readHorizon(query: Query): Promise<number> {
  const [row] = await query<{ horizon: number }>(
    `SELECT least(newest.number, (
       SELECT min((classid::bigint << 32 | objid::bigint) & (1::bigint << 48) - 1) FROM pg_locks
       WHERE newest.number IS NOT NULL AND locktype = 'advisory' AND objsubid = 1 AND granted
         AND classid::bigint >> 16 = ${WRITER_MARK}
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))) AS horizon
     FROM (SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END AS number FROM events_id_seq) AS newest`,
  );
  return row?.horizon ?? 0;
}

/** Returns the newest events before which no other event can still commit, oldest first. */
export async function readNewest(query: Query, limit: number): Promise<LoggedEvent[]> {
  const newest = await query<LoggedEvent>(
    `SELECT ${columns} FROM events WHERE events.id <= $1 ORDER BY events.id DESC LIMIT $2`,
    [await readHorizon(query), limit],
  );
  return newest.reverse();
}

export interface ReadEvents {
  events: LoggedEvent[];
  /** Committed events that follow, held back until an open transaction with lower numbers ends. */
  heldBack: LoggedEvent[];
  isFull: boolean;
}

/**
 * Reads the events after a position, in order of their numbers. Returns undefined if the event at the position is
 * missing, because it was pruned or never in this database. Later events may then be missing too.
 */
export async function readEvents(
  query: Query,
  after: EventPosition,
  limit: number,
): Promise<ReadEvents | undefined> {
  const horizon = await readHorizon(query);
  const rows = await query<LoggedEvent & { isSettled: boolean }>(
    `SELECT ${columns}, events.id <= $2 AS "isSettled" FROM events WHERE events.id >= $1
     ORDER BY events.id LIMIT $3`,
    [numberOf(after), horizon, limit + 1],
  );
  if (after !== ORIGIN && rows.shift()?.id !== after) return undefined;
  const events = rows.filter((row) => row.isSettled);
  return { events, heldBack: rows.slice(events.length), isFull: events.length >= limit };
}

/** Deletes expired events but keeps the newest of them, from which a server that had read so far continues. */
export async function pruneEvents(query: Query, now: Date): Promise<void> {
  await query(
    `DELETE FROM events WHERE id < (
       SELECT id FROM events WHERE created_at < $1 ORDER BY created_at DESC, id DESC LIMIT 1)`,
    [new Date(now.getTime() - RETENTION_MS)],
  );
}
