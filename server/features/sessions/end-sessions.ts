import { MAX_SESSIONS } from '#contract/sessions/rules.ts';
import type { UserId } from '#contract/shared/base.ts';
import { errorTable } from '#contract/shared/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { AuditEntry } from '#server/platform/commands/audit.ts';
import { publish } from '#server/platform/events/outbox.ts';
import { hashToken } from './cookie.ts';
import {
  endOpenSessions,
  endSessionsBeyond,
  endSessionsByProvider,
  endSessionsOfKey,
  expediteDecisions,
} from './sessions.queries.ts';
import { deleteLinksOf } from './sign-in-links.queries.ts';

/** Ends the session of a token, and the undo time of the decisions made in it. */
export async function endByToken(tx: Tx, token: string): Promise<void> {
  const ended = await endOpenSessions(tx.query, {
    of: { tokenHash: hashToken(token) },
    reason: 'logout',
    now: tx.at,
  });
  // Locks decisions after the session, in the order that executing a decision uses.
  if (ended.length > 0)
    await expediteDecisions(
      tx.query,
      ended.map(({ id }) => id),
    );
  await publishSessionsEnded(tx, ended, errorTable.MISSING_SESSION.message);
}

/** Ends all of a user's sessions except `except`, and their event streams, in the caller's transaction. */
export async function endSessionsOfUser(
  tx: Tx,
  {
    userId,
    ...which
  }: { userId: UserId; except?: string; reason: 'inactive' | 'password_changed' },
): Promise<void> {
  const ended = await endOpenSessions(tx.query, { of: { userId }, now: tx.at, ...which });
  await deleteLinksOf(tx.query, userId);
  await publishSessionsEnded(tx, ended, errorTable.ACCOUNT_INACTIVE.message);
}

/** Ends the sessions that sign-in links of an API key opened, in the transaction that has locked and revoked the key. */
export async function endKeySessions(tx: Tx, apiKeyId: string): Promise<AuditEntry[]> {
  const ended = await endSessionsOfKey(tx.query, { apiKeyId, now: tx.at });
  const owners = [...new Set(ended.map(({ userId }) => userId))] as UserId[];
  const entries: AuditEntry[] = [];
  for (const userId of owners) {
    const own = ended.filter((session) => session.userId === userId);
    await publishSessionsEnded(tx, own, errorTable.MISSING_SESSION.message);
    entries.push(toEndedEntry(userId, { sessions: own.length, becauseOf: 'api-key.revoke' }));
  }
  return entries;
}

/** Ends the sessions of a user that the provider opened, except one. Returns the audit entry, if any. */
export async function endProviderSessions(
  tx: Tx,
  { userId, except, becauseOf }: { userId: UserId; except?: string; becauseOf: string },
): Promise<AuditEntry[]> {
  const ended = await endSessionsByProvider(tx.query, { userId, except, now: tx.at });
  await publishSessionsEnded(tx, ended, errorTable.MISSING_SESSION.message);
  return ended.length > 0 ? [toEndedEntry(userId, { sessions: ended.length, becauseOf })] : [];
}

export async function publishSessionsEnded(
  tx: Tx,
  ended: { id: string; userId: string }[],
  reason: string,
): Promise<void> {
  const [first] = ended;
  if (!first) return;
  const sessionIds = ended.map((session) => session.id);
  const payload = { entity: 'sessionsEnded', sessionIds, reason } as const;
  publish(tx, [{ userId: first.userId, payload }]);
}

/**
 * Makes room for another session of a user, who is locked: ends those that were not used for the longest time. Returns the
 * audit entry, if any.
 */
export async function endLeastUsed(tx: Tx, userId: UserId): Promise<AuditEntry[]> {
  const ended = await endSessionsBeyond(tx.query, { userId, kept: MAX_SESSIONS - 1, now: tx.at });
  await publishSessionsEnded(tx, ended, errorTable.MISSING_SESSION.message);
  const after = { sessions: ended.length, becauseOf: 'session.start' };
  return ended.length > 0 ? [toEndedEntry(userId, after)] : [];
}

/** Returns the record that several sessions of a user ended. */
export function toEndedEntry(
  userId: UserId,
  after: { sessions: number; becauseOf?: string },
): AuditEntry {
  const subject = { chainId: userId, entity: 'user', entityId: userId } as const;
  return { ...subject, action: 'user.endSessions', before: null, after };
}
