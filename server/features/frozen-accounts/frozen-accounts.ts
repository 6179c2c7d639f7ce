import type { UserId } from '#contract/shared/base.ts';
import { type AppError, appError } from '#server/base/errors.ts';
import type { Query } from '#server/db/database.ts';
import { selectFreezes } from './frozen-accounts.queries.ts';

/** The reasons of frozen accounts, by user. */
export type Freezes = ReadonlyMap<string, string>;

/**
 * Returns which of these accounts are frozen. Read it in a command's transaction after the users' rows or their requests
 * are locked: a freeze locks both, so that it takes effect before or after the command.
 */
export async function findFreezes(query: Query, userIds: readonly UserId[]): Promise<Freezes> {
  const found = userIds.length > 0 ? await selectFreezes(query, userIds) : [];
  return new Map(found.map(({ userId, reason }) => [userId, reason]));
}

export function accountFrozen(reason: string): AppError {
  return appError('ACCOUNT_FROZEN', { reason });
}

/** Throws ACCOUNT_FROZEN with the reason if the account is frozen. */
export function refuseFrozen(frozen: Freezes, userId: UserId): void {
  const reason = frozen.get(userId);
  if (reason !== undefined) throw accountFrozen(reason);
}
