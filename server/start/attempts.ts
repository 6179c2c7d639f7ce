import { setTimeout } from 'node:timers/promises';
import { describeError } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import { isDatabaseLost } from '../base/outages.ts';
import type { DefaultAccount } from '../features/users/seed-users.ts';

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5000;

/** Starts something that needs the database, and starts it again whenever the database is lost meanwhile, until `signal`. */
export async function startUntilKept<Started>(
  { log, signal }: { log: Logger; signal: AbortSignal },
  start: () => Promise<Started>,
): Promise<Started> {
  for (let retryMs = FIRST_PAUSE_MS; ; retryMs = Math.min(2 * retryMs, MAX_PAUSE_MS)) {
    try {
      return await start();
    } catch (error) {
      if (signal.aborted || !isDatabaseLost(error)) throw error;
      const about = { error: describeError(error), retryMs };
      log.warn(about, 'the database was lost during the start, which begins again');
      await setTimeout(retryMs, undefined, { signal });
    }
  }
}

/** Keeps the passwords of accounts that an earlier attempt of a start has made: they are printed once. */
export function withPasswordsOf(
  earlier: readonly DefaultAccount[],
  accounts: readonly DefaultAccount[],
): DefaultAccount[] {
  return accounts.map((account) => {
    const before = earlier.find(({ username }) => username === account.username);
    return account.password === undefined && before ? before : account;
  });
}
