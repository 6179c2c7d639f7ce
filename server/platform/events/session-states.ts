import type { Rights } from '#contract/shared/permissions.ts';
import { type BatchedCall, batchCalls } from '../../base/batch-calls.ts';
import type { Clock } from '../../base/clock.ts';
import type { Query } from '../../db/database.ts';
import {
  lifetimesOf,
  readSession,
  type SessionState,
  WITH_SETTINGS,
} from '../auth/session-state.ts';

const MOST_AT_ONCE = 1000;

export interface OpenSession extends Rights {
  sessionId: string;
}

/** Reads a session's state as of a moment after the call, one statement for concurrent calls; undefined if over. */
export function readsSessionStates({
  query,
  clock,
}: {
  query: Query;
  clock: Clock;
}): BatchedCall<string, OpenSession | undefined> {
  return batchCalls({
    runBatch: (sessionIds) => readSessionStates(query, sessionIds, clock.now()),
    maxBatchSize: MOST_AT_ONCE,
  });
}

async function readSessionStates(
  query: Query,
  sessionIds: readonly string[],
  now: Date,
): Promise<(OpenSession | undefined)[]> {
  const sessions = await query<SessionState & { sessionId: string }>(
    `SELECT s.id AS "sessionId", s.last_seen_at AS "lastSeenAt", s.expires_at AS "expiresAt",
       s.ended_at AS "endedAt", s.ended_reason AS "endedReason", s.created_at AS "createdAt", ${lifetimesOf('u')}, u.username, u.role,
       u.admin_role AS "adminRole", u.status
     FROM sessions s LEFT JOIN users u ON u.id = s.user_id ${WITH_SETTINGS}
     WHERE s.id = ANY($1)`,
    [sessionIds],
  );
  const states = new Map(sessions.map((session) => [session.sessionId, session]));
  return sessionIds.map((sessionId) => {
    const session = states.get(sessionId);
    const found = session && readSession(session, now);
    if (!found || found.refusal) return undefined;
    return { sessionId, role: found.role, adminRole: found.adminRole };
  });
}
