import type { UserId } from '#contract/shared/base.ts';
import { errorTable } from '#contract/shared/errors.ts';
import type { Deps } from '#server/deps.ts';
import type { Principal } from '#server/platform/auth/gate.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { publishSessionsEnded, toEndedEntry } from '../ending/service.ts';
import { endOpenSessions, listAddressesOf } from '../queries.ts';
import { counterKeysOf } from '../throttle/counters.ts';
import { deleteCounters } from '../throttle/queries.ts';

export async function endSessions(
  deps: Deps,
  actor: Principal,
  { userId, sessionId }: { userId: UserId; sessionId?: string | undefined },
): Promise<number> {
  return runCommand(deps, { actor, changing: [userId] }, async (tx) => {
    const which = { value: userId, only: sessionId, reason: 'revoked', now: tx.at } as const;
    const ended = await endOpenSessions(tx.query, { where: 'user_id', ...which });
    if (ended.length === 0) return 0;
    await publishSessionsEnded(tx, ended, errorTable.MISSING_SESSION.message);
    const entries = [toEndedEntry(userId, { sessions: ended.length })];
    await recordAudit(tx, { actor, entries });
    return ended.length;
  });
}

/** Of all new devices, the given addresses, and the addresses and networks of the user's sessions. */
export async function resetAttempts(
  deps: Deps,
  actor: Principal,
  { userId, username, addresses }: { userId: UserId; username: string; addresses: string[] },
): Promise<void> {
  await runCommand(deps, { actor, changing: [userId] }, async (tx) => {
    const known = await listAddressesOf(tx.query, userId);
    const ips = [...new Set([...known, ...addresses])];
    await deleteCounters(tx.query, counterKeysOf(username, ips));
    const entry = {
      chainId: userId,
      entity: 'user',
      entityId: userId,
      action: 'user.unlock',
    } as const;
    await recordAudit(tx, { actor, entries: [{ ...entry, before: null, after: null }] });
  });
}
