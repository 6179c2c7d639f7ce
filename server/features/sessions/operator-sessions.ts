import type { OpenSession } from '#contract/sessions/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import { COMMAND_LINE } from '#contract/shared/enums.ts';
import { errorTable } from '#contract/shared/errors.ts';
import { appError } from '#server/base/errors.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor, Principal } from '#server/platform/auth/gate.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { notifyOfChange } from '../notifications/notify-of-change.ts';
import { deleteAttempts } from '../second-factors/factor-attempts.ts';
import { publishSessionsEnded, toEndedEntry } from './end-sessions.ts';
import { listSessions } from './own-sessions.ts';
import {
  endOpenSessions,
  findUsername,
  listAddressesOf,
  listOpenSessions,
} from './sessions.queries.ts';
import { counterKeysOf, sessionKeyOf } from './throttle/login-counters.ts';
import { deleteCounters } from './throttle/throttle-logins.queries.ts';

/** Returns the open sessions of a user. Throws USER_NOT_FOUND. */
export async function listSessionsOf(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  userId: UserId,
): Promise<OpenSession[]> {
  if (!(await findUsername(deps.db.query, userId))) throw appError('USER_NOT_FOUND');
  return listSessions(deps, { userId, currentId: actor.credential.id });
}

/**
 * Ends one or all sessions of another user, who is notified. Returns their number. Throws OWN_ACCOUNT_PROTECTED,
 * USER_NOT_FOUND, or SESSION_NOT_FOUND if the named one is not open.
 */
export async function endSessions(
  deps: Deps,
  actor: Principal,
  { userId, sessionId }: { userId: UserId; sessionId?: string | undefined },
): Promise<number> {
  if (actor !== COMMAND_LINE && actor.userId === userId) throw appError('OWN_ACCOUNT_PROTECTED');
  return runCommand(deps, { actor, changing: [userId] }, async (tx) => {
    const username = await findUsername(tx.query, userId);
    if (username === undefined) throw appError('USER_NOT_FOUND');
    const which = { of: { userId }, only: sessionId, reason: 'revoked', now: tx.at } as const;
    const ended = await endOpenSessions(tx.query, which);
    if (ended.length === 0 && sessionId) throw appError('SESSION_NOT_FOUND');
    if (ended.length === 0) return 0;
    await publishSessionsEnded(tx, ended, errorTable.MISSING_SESSION.message);
    const entries = [toEndedEntry(userId, { sessions: ended.length })];
    await recordAudit(tx, { actor, entries });
    await notifyOfChange(tx, { kind: 'sessionsEnded', actor, person: { userId, username } });
    return ended.length;
  });
}

/**
 * Deletes the failed attempts of all new devices, of the given addresses, and of the addresses, networks and ids of the user's
 * sessions, and those to present a second factor.
 */
export async function resetAttempts(
  deps: Deps,
  actor: Principal,
  { userId, username, addresses }: { userId: UserId; username: string; addresses: string[] },
): Promise<void> {
  await runCommand(deps, { actor, changing: [userId] }, async (tx) => {
    const known = await listAddressesOf(tx.query, userId);
    const ips = [...new Set([...known, ...addresses])];
    const sessions = await listOpenSessions(tx.query, userId, tx.at);
    await deleteCounters(tx.query, [
      ...counterKeysOf(username, ips),
      ...sessions.map(({ id }) => sessionKeyOf(id)),
    ]);
    await deleteAttempts(tx.query, userId);
    const entry = {
      chainId: userId,
      entity: 'user',
      entityId: userId,
      action: 'user.unlock',
    } as const;
    await recordAudit(tx, { actor, entries: [{ ...entry, before: null, after: null }] });
  });
}
