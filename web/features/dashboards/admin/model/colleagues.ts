import type { AtWork, Decisions, Work } from '#contract/dashboards/schema.ts';

/** An administrator with today's decisions; `lastSeenAt` is null unless the account is in use now. */
export type Colleague = Decisions & {
  lastSeenAt: AtWork['lastSeenAt'] | null;
  claimed: AtWork['claimed'];
};

/** Returns the administrators who are active now, most recently seen first, then the others with decisions today. */
export function colleaguesOf({ atWork, decidedToday }: Pick<Work, 'atWork' | 'decidedToday'>) {
  const decisions = new Map(decidedToday.map((row) => [row.userId, row]));
  const active: Colleague[] = atWork.map((admin) => ({
    approved: 0,
    rejected: 0,
    ...decisions.get(admin.userId),
    ...admin,
  }));
  const seen = new Set<string | null>(atWork.map(({ userId }) => userId));
  const others = decidedToday.filter(({ userId }) => !seen.has(userId));
  return [...active, ...others.map((row): Colleague => ({ ...row, lastSeenAt: null, claimed: 0 }))];
}
