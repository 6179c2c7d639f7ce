import type { AuditedChange } from '#contract/audit-details.ts';
import type { Role } from '#contract/shared/enums.ts';
import { appError } from '../../base/errors.ts';
import type { Tx } from '../../db/database.ts';
import { countOf } from '../../db/selection.ts';

const HOUR_MS = 60 * 60_000;
const CHANGES_PER_HOUR = 60;
const LOGINS_PER_HOUR = 300;

/**
 * Most records of an hour that a person causes in the own chain, by action. Only of actions that could be repeated without end:
 * the audit log is kept for good. Removals have no limit, so that a stolen session cannot use up those of its owner.
 */
const LIMITS: Partial<Record<AuditedChange['action'], number>> = {
  'bankAccount.insert': CHANGES_PER_HOUR,
  'bankAccount.update': CHANGES_PER_HOUR,
  'identity.link': CHANGES_PER_HOUR,
  'profile.update': CHANGES_PER_HOUR,
  'recovery-codes.replace': CHANGES_PER_HOUR,
  'second-factor.insert': CHANGES_PER_HOUR,
  'second-factor.rename': CHANGES_PER_HOUR,
  'session.confirm': CHANGES_PER_HOUR,
  'session.start': LOGINS_PER_HOUR,
};

interface OwnChanges {
  /** The system, the command line, or a person. A visitor who signs in has no role yet. */
  actor: string | { userId: string | null; role?: Role };
  entries: readonly { action: AuditedChange['action']; chainId: string }[];
}

/** Throws RATE_LIMITED above the limit. The lock of the person's chain makes the count exact. */
export async function limitOwnChanges(tx: Tx, { actor, entries }: OwnChanges): Promise<void> {
  if (typeof actor === 'string' || actor.userId === null) return;
  // Administrators are few and known.
  if (actor.role === 'admin') return;
  for (const { chainId, action } of entries) {
    const limit = LIMITS[action];
    if (limit === undefined || chainId !== actor.userId) continue;
    if (!(await isBelow(tx, { userId: actor.userId, action, limit })))
      throw appError('RATE_LIMITED');
  }
}

/** Uses the index of actor, action and Indian day, and reads at most `limit` records of the last hour. */
async function isBelow(
  tx: Tx,
  { userId, action, limit }: { userId: string; action: string; limit: number },
): Promise<boolean> {
  const since = new Date(tx.at.getTime() - HOUR_MS);
  const count = await countOf(
    tx.query,
    `(SELECT FROM audit_log WHERE actor_id = $1::uuid AND hashtext(action) = hashtext($2) AND action = $2
         AND (created_at AT TIME ZONE 'Asia/Kolkata')::date >= ($3::timestamptz AT TIME ZONE 'Asia/Kolkata')::date
         AND created_at > $3 AND chain_id = $1::text LIMIT $4) AS recent`,
    [userId, action, since, limit],
  );
  return count < limit;
}
