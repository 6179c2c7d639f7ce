import { MAX_FAILED_LOGINS } from '#contract/sessions/rules.ts';
import type { FailedLogins } from '#contract/sessions/schema.ts';

export interface RecentFailures {
  /** At most `MAX_FAILED_LOGINS`; there are more if `isMore`. */
  attempts: number;
  isMore: boolean;
  newest: FailedLogins['rows'][number];
}

/** Returns the failed logins since the previous login that were not dismissed; undefined if there are none. */
export function recentFailuresOf(
  { previousLoginAt, rows }: FailedLogins,
  dismissedId: string | null,
): RecentFailures | undefined {
  const dismissed = rows.findIndex(({ id }) => id === dismissedId);
  const unseen = dismissed === -1 ? rows : rows.slice(0, dismissed);
  const recent = unseen.filter(({ at }) => previousLoginAt === null || at > previousLoginAt);
  const [newest] = recent;
  if (!newest) return undefined;
  const total = recent.reduce((sum, { attempts }) => sum + attempts, 0);
  const isMore = total > MAX_FAILED_LOGINS || recent.length === MAX_FAILED_LOGINS;
  return { attempts: Math.min(total, MAX_FAILED_LOGINS), isMore, newest };
}
