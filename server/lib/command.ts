import type { UserId } from '#contract/base.ts';
import { COMMAND_LINE } from '#contract/rules.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from './deps.ts';
import { type AppError, appError } from './errors.ts';
import type { Actor, Doer } from './gate.ts';
import { readSession, type SessionState } from './session-state.ts';

/**
 * Runs a person's command in one transaction, which begins by checking that they may still do what the
 * gate let them in for, and keeps it so until the end: between the gate and here an upload may have taken
 * minutes. An operator on the command line has no session to lose. `changing` names the users whose own
 * rows the command changes or makes wait for each other.
 * Throws MISSING_SESSION, SESSION_USER_NOT_FOUND, ACCOUNT_INACTIVE or ADMIN_REQUIRED, and what `work` throws.
 */
export async function runCommand<Result>(
  deps: Pick<Deps, 'db'>,
  who: Doer | { actor: Doer; changing: UserId[] },
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const isWithMore = typeof who === 'object' && 'actor' in who;
  const { actor, changing } = isWithMore ? who : { actor: who, changing: [] };
  if (actor === COMMAND_LINE) return deps.db.transaction((tx) => work(tx));
  const actors = { actors: [actor], changing };
  return deps.db.transaction((tx) => checked(tx, actors, work), { by: actor.userId });
}

/**
 * Runs commands of several people in one transaction, as `runCommand` runs one's; what forbids one of them
 * is thrown for all.
 */
export async function runCommands<Result>(
  deps: Pick<Deps, 'db'>,
  { actors, lockTimeoutMs }: { actors: Actor[]; lockTimeoutMs: number },
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return deps.db.transaction((tx) => checked(tx, { actors, changing: [] }, work), {
    lockTimeoutMs,
  });
}

/**
 * Runs what someone asked for earlier, in one transaction that begins as a command's does: `work` is told what
 * keeps them from it by now, if anything.
 */
export async function runKeptCommand<Result>(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  work: (tx: Tx, refusal: AppError | undefined) => Promise<Result>,
): Promise<Result> {
  return deps.db.transaction(async (tx) => {
    const refusals = await lockActors(tx, { actors: [actor], changing: [] });
    return work(tx, refusals.get(actor));
  });
}

async function checked<Result>(
  tx: Tx,
  actors: { actors: Actor[]; changing: UserId[] },
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  for (const refusal of (await lockActors(tx, actors)).values()) if (refusal) throw refusal;
  return work(tx);
}

/**
 * Checks of any number of actors whether they may still act, and locks what says so until the transaction
 * ends: undefined by actor, or why not. This is step 0 of the lock order of `ledger/wallets.ts`: users by
 * id, then sessions by id, before anything else.
 *
 * Who takes a right away waits for the commands that are using it: a role, a status and a password change
 * only under a lock of the user's row, and an end of a session is an update of the session's. A shared lock
 * of the user's row costs little, since the foreign keys of what a command writes take a weaker one of the
 * same row. It can't be made stronger later without the risk that two commands of one person wait for each
 * other, so users in `changing` are locked against all but foreign keys from the start, and all actors with
 * them: two administrators who demote each other come one after the other, and the second is one no more.
 */
export async function lockActors(
  tx: Tx,
  { actors, changing }: { actors: Actor[]; changing: UserId[] },
): Promise<Map<Actor, AppError | undefined>> {
  const sessions = await tx.query<SessionState & { sessionId: string }>(
    changing.length > 0 ? lockingFor('NO KEY UPDATE') : lockingFor('SHARE'),
    [actors.map((actor) => actor.sessionId), [...actors.map((actor) => actor.userId), ...changing]],
  );
  const states = new Map(sessions.map((session) => [session.sessionId, session]));
  return new Map(
    actors.map((actor) => [actor, refusalOf(actor, states.get(actor.sessionId), tx.at)]),
  );
}

function refusalOf(
  actor: Actor,
  session: SessionState | undefined,
  now: Date,
): AppError | undefined {
  if (!session) return appError('MISSING_SESSION');
  const found = readSession(session, now);
  if (found.refusal) return found.refusal;
  return actor.access === 'admin' && found.role !== 'admin'
    ? appError('ADMIN_REQUIRED')
    : undefined;
}

/** The condition on the count has all users locked before the first session. */
function lockingFor(strength: 'SHARE' | 'NO KEY UPDATE'): string {
  return `WITH people AS MATERIALIZED (
       SELECT id, username, role, status FROM users WHERE id = ANY ($2::uuid[]) ORDER BY id FOR ${strength})
     SELECT s.id AS "sessionId", s.last_seen_at AS "lastSeenAt", s.expires_at AS "expiresAt",
       s.ended_at AS "endedAt", s.ended_reason AS "endedReason", p.username, p.role, p.status
     FROM sessions s LEFT JOIN people p ON p.id = s.user_id
     WHERE s.id = ANY ($1::uuid[]) AND (SELECT count(*) FROM people) >= 0
     ORDER BY s.id FOR SHARE OF s`;
}
