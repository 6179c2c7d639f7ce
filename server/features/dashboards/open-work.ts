import { OTHER_WORK, type OtherWork, type Work } from '#contract/dashboards/schema.ts';
import { can, type Permission, type Rights } from '#contract/shared/permissions.ts';
import { toIndianDay } from '#server/base/days.ts';
import type { Deps } from '#server/deps/deps.ts';
import { countClaims } from '../review/claims.ts';
import { getSetting } from '../settings/settings.ts';
import {
  selectAtWork,
  selectDeciders,
  selectOthers,
  selectToday,
  selectWaiting,
} from './open-work.queries.ts';

const MINUTE_MS = 60_000;

/** The permission that the list of each kind requires. */
const READERS: Record<OtherWork['kind'], Permission> = {
  approval: 'requests:read',
  verification: 'documents:read',
  message: 'messages:read',
  closure: 'users:read',
};

export async function getWork(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  reader: Rights,
): Promise<Work> {
  const now = clock.now();
  const day = toIndianDay(now);
  const targetMinutes = await getSetting(db.query, 'targetMinutes');
  const overdueBefore = new Date(now.getTime() - targetMinutes * MINUTE_MS);
  const kinds = OTHER_WORK.filter((kind) => can(reader, READERS[kind]));
  const [queue, others, today, seen, claims, decidedToday] = await Promise.all([
    selectWaiting(db.query, overdueBefore),
    selectOthers(db.query, kinds),
    selectToday(db.query, day),
    selectAtWork(db.query, now),
    countClaims(db.query),
    selectDeciders(db.query, day),
  ]);
  const atWork = seen.map((admin) => ({ ...admin, claimed: claims.get(admin.userId) ?? 0 }));
  return { targetMinutes, queue, others, day, today, atWork, decidedToday };
}
