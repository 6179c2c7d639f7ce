import type { Decisions, WaitingRequests } from '#contract/dashboards/schema.ts';
import type { Deps } from '#server/deps.ts';
import { toIndianDay } from '#server/platform/runtime/days.ts';
import { getSetting } from '../../settings/service.ts';
import { selectDeciders, selectWaiting } from './queries.ts';

const MINUTE_MS = 60_000;

interface Work {
  targetMinutes: number;
  queue: WaitingRequests[];
  decidedToday: Decisions[];
}

export async function getWork({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Work> {
  const now = clock.now();
  const targetMinutes = await getSetting(db.query, 'targetMinutes');
  const overdueBefore = new Date(now.getTime() - targetMinutes * MINUTE_MS);
  const [queue, decidedToday] = await Promise.all([
    selectWaiting(db.query, overdueBefore),
    selectDeciders(db.query, toIndianDay(now)),
  ]);
  return { targetMinutes, queue, decidedToday };
}
