import type { SessionView } from '#contract/sessions/schema.ts';
import { serverNow } from '#web/lib/i18n/server-clock.ts';

/** The browser's estimate of the server's time is a few seconds off. Interval of requests until the server agrees. */
const SHORTEST_MS = 2000;

/**
 * Returns how long to wait until the time for a required second factor is over, at most `longest`; undefined if none is
 * missing, or the time is over.
 */
export function msUntilOverdue(
  due: SessionView['secondFactorDue'] | undefined,
  longest: number,
): number | undefined {
  if (!due || due.isOver) return undefined;
  const left = due.at.getTime() - serverNow().getTime();
  return Math.min(Math.max(left, SHORTEST_MS), longest);
}
