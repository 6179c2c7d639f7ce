import type { Rights } from '#contract/shared/permissions.ts';
import { type BatchedCall, batchCalls } from '../../base/batch-calls.ts';
import type { Clock } from '../../base/clock.ts';
import type { Query } from '../../db/database.ts';
import { sessions } from '../../db/schema/sessions.ts';
import { renamed, select, together } from '../../db/selection.ts';
import { readSession, sessionStateOf, WITH_SETTINGS } from '../auth/session-state.ts';

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

const columns = together(renamed(sessions, 's', { sessionId: 'id' }), sessionStateOf('u'));

async function readSessionStates(
  query: Query,
  sessionIds: readonly string[],
  now: Date,
): Promise<(OpenSession | undefined)[]> {
  const found = await select(
    query,
    columns,
    `FROM sessions s LEFT JOIN users u ON u.id = s.user_id ${WITH_SETTINGS}
     WHERE s.id = ANY($1)`,
    [sessionIds],
  );
  const states = new Map(found.map((session) => [session.sessionId, session]));
  return sessionIds.map((sessionId) => {
    const session = states.get(sessionId);
    const owner = session && readSession(session, now);
    if (!owner || owner.refusal) return undefined;
    return { sessionId, role: owner.role, adminRole: owner.adminRole };
  });
}
