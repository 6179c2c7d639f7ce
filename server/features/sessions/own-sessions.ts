import { MAX_SESSIONS } from '#contract/sessions/rules.ts';
import type { OpenSession } from '#contract/sessions/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import { errorTable } from '#contract/shared/errors.ts';
import { appError } from '#server/base/errors.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { type AuditEntry, recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { describeUserAgent } from '#server/platform/http/user-agent.ts';
import { publishSessionsEnded, toEndedEntry } from './end-sessions.ts';
import { endOpenSessions, listOpenSessions, type OpenSessionRow } from './sessions.queries.ts';
import { placeOf } from './throttle/login-network.ts';

/** Returns the caller's open sessions, the last used first. */
export async function listOwnSessions(
  deps: Pick<Deps, 'db' | 'clock'>,
  { userId, credential }: Actor,
): Promise<OpenSession[]> {
  return listSessions(deps, { userId, currentId: credential.id });
}

export async function listSessions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId, currentId }: { userId: UserId; currentId: string },
): Promise<OpenSession[]> {
  const rows = await listOpenSessions(db.query, userId, clock.now());
  return rows.slice(0, MAX_SESSIONS).map((row) => toView(row, currentId));
}

function toView(
  { id, createdAt, lastSeenAt, ip, userAgent }: OpenSessionRow,
  currentId: string,
): OpenSession {
  const network = ip === null ? null : shortenedAddress(ip);
  const common = { id, createdAt, lastUsedAt: lastSeenAt, network, isCurrent: id === currentId };
  return { ...common, ...describeUserAgent(userAgent) };
}

/** Returns an address without its last part: `203.0.113.*`, `2001:db8:1::*`. */
export function shortenedAddress(ip: string): string {
  const { network } = placeOf(ip);
  return network.includes(':') ? `${network}*` : `${network}.*`;
}

/** Ends one session of the caller and its event streams. Throws SESSION_NOT_FOUND. */
export async function endSession(deps: Deps, actor: Actor, { id }: { id: string }): Promise<void> {
  const entry = { action: 'session.end', entity: 'session', before: null, after: null } as const;
  const ended = await endOwn(deps, actor, { only: id }, () => ({
    ...entry,
    chainId: actor.userId,
    entityId: id,
  }));
  if (ended === 0) throw appError('SESSION_NOT_FOUND');
}

/** Ends the caller's sessions except the one that calls. Returns their number. */
export async function endOtherSessions(deps: Deps, actor: Actor): Promise<{ ended: number }> {
  const { userId, credential } = actor;
  const ended = await endOwn(deps, actor, { except: credential.id }, (sessions) =>
    toEndedEntry(userId, { sessions }),
  );
  return { ended };
}

async function endOwn(
  deps: Deps,
  actor: Actor,
  which: { only: string } | { except: string },
  toEntry: (sessions: number) => AuditEntry,
): Promise<number> {
  const { userId } = actor;
  return runCommand(deps, { actor, changing: [userId] }, async (tx) => {
    const ended = await endOpenSessions(tx.query, {
      of: { userId },
      reason: 'revoked',
      now: tx.at,
      ...which,
    });
    if (ended.length === 0) return 0;
    await publishSessionsEnded(tx, ended, errorTable.MISSING_SESSION.message);
    await recordAudit(tx, { actor, entries: [toEntry(ended.length)] });
    return ended.length;
  });
}
