import { splitPosition } from '#contract/event-position.ts';
import type { LiveEvent } from '#contract/events.ts';
import type { Role } from '#contract/rules.ts';
import type { Query } from '../db.ts';
import type { SessionsEnded } from './outbox.ts';

/** An event as the outbox holds it. `id` is its position, by which streams resume. */
export interface LoggedEvent {
  id: string;
  userId: string | null;
  forAdmins: boolean;
  forEveryone: boolean;
  payload: LiveEvent | SessionsEnded;
}

/** What a session is allowed now; undefined when it is over. */
export interface SessionState {
  sessionId: string;
  role: Role;
}

/** How long a stream can be away and still be told what it missed. */
const RETENTION_MS = 24 * 60 * 60_000;
/** As the sign-in gate has it: sessions unused for so long are over. */
const IDLE_MS = 7 * 24 * 60 * 60_000;

const columns = `xid::text || ':' || events.id::text AS id, user_id AS "userId", for_admins AS "forAdmins",
  for_everyone AS "forEveryone", payload`;

/** A position between events: everything that commits from now on comes after it. */
export async function readHorizon(query: Query): Promise<string> {
  const [row] = await query<{ xid: string }>(
    'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xid',
  );
  if (!row) throw new Error('The database told no snapshot');
  return `${row.xid}:0`;
}

/**
 * Reads on from a position, in the order `(transaction id, id)`. Events of a transaction with an
 * older one still open are held back, because that one may yet commit before
 * them in this order and would be skipped: `isBlocked` says that there are such.
 */
export async function readEvents(
  query: Query,
  after: string,
  limit: number,
): Promise<{ events: LoggedEvent[]; isBlocked: boolean; isFull: boolean }> {
  const rows = await query<LoggedEvent & { settled: boolean }>(
    `SELECT ${columns}, xid < pg_snapshot_xmin(pg_current_snapshot()) AS settled
     FROM events WHERE (xid, events.id) > ($1::xid8, $2::bigint) ORDER BY xid, events.id LIMIT $3`,
    [...splitPosition(after), limit],
  );
  const events = rows.filter((row) => row.settled);
  return { events, isBlocked: events.length < rows.length, isFull: events.length === limit };
}

/** What a session missed between two positions. Undefined when that is no longer known or too much to tell. */
export async function readMissed(
  query: Query,
  {
    after,
    until,
    userId,
    role,
    limit,
    now,
  }: { after: string; until: string; userId: string; role: Role; limit: number; now: Date },
): Promise<LoggedEvent[] | undefined> {
  if (!(await isRetained(query, after, now))) return undefined;
  const rows = await query<LoggedEvent>(
    `SELECT ${columns} FROM events
     WHERE (xid, events.id) > ($1::xid8, $2::bigint) AND (xid, events.id) <= ($3::xid8, $4::bigint)
       AND (user_id = $5 OR for_everyone OR (for_admins AND $6))
     ORDER BY xid, events.id LIMIT $7`,
    [...splitPosition(after), ...splitPosition(until), userId, role === 'admin', limit + 1],
  );
  return rows.length > limit ? undefined : rows;
}

/** Pruning leaves the last event it found too old: before that one nothing is known. */
async function isRetained(query: Query, position: string, now: Date): Promise<boolean> {
  const [oldest] = await query<{ isBefore: boolean; createdAt: Date }>(
    `SELECT (xid, id) <= ($1::xid8, $2::bigint) AS "isBefore", created_at AS "createdAt"
     FROM events ORDER BY xid, id LIMIT 1`,
    splitPosition(position),
  );
  return !oldest || oldest.isBefore || oldest.createdAt.getTime() > now.getTime() - RETENTION_MS;
}

/** Deletes what is too old to resume from, all but the newest of it (see `isRetained`). */
export async function pruneEvents(query: Query, now: Date): Promise<void> {
  await query(
    `DELETE FROM events WHERE (xid, id) < (
       SELECT xid, id FROM events WHERE created_at < $1 ORDER BY created_at DESC, id DESC LIMIT 1)`,
    [new Date(now.getTime() - RETENTION_MS)],
  );
}

/** What each of these sessions is allowed now; sessions that are over are left out. */
export async function readSessionStates(
  query: Query,
  sessionIds: string[],
  now: Date,
): Promise<SessionState[]> {
  return query<SessionState>(
    `SELECT s.id AS "sessionId", u.role FROM sessions s JOIN users u ON u.id = s.user_id
     WHERE s.id = ANY($1) AND s.ended_at IS NULL AND s.expires_at > $2 AND u.status = 'active'
       AND s.last_seen_at > $3`,
    [sessionIds, now, new Date(now.getTime() - IDLE_MS)],
  );
}

/** True for a position as `readEvents` gives them; a client may send anything. */
export function isPosition(text: string): boolean {
  return /^\d{1,19}:\d{1,18}$/.test(text);
}
