import type { UserId } from '#contract/shared/base.ts';
import type { Query } from '#server/db/database.ts';
import { getSetting } from '../settings/settings.ts';
import { selectUnusedAccounts } from './waiting-accounts.queries.ts';

const HOUR_MS = 60 * 60_000;

/**
 * Returns the accounts that cannot be used yet, by id, with the moment from which they can: new accounts without an
 * approved withdrawal, if the setting `newAccountHours` has a waiting time.
 */
export async function findWaitingAccounts(
  query: Query,
  accounts: { userId: UserId; id: string }[],
  at: Date,
): Promise<Map<string, Date>> {
  const waitingMs = (await getSetting(query, 'newAccountHours')) * HOUR_MS;
  if (waitingMs === 0) return new Map();
  const unused = await selectUnusedAccounts(query, accounts, new Date(at.getTime() - waitingMs));
  return new Map(
    unused.map(({ id, createdAt }) => [id, new Date(createdAt.getTime() + waitingMs)]),
  );
}
