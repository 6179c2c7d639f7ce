import type { LiveEvent } from '#contract/events.ts';
import { events } from '../db/schema.ts';
import type { Tx } from './db.ts';
import type { Deps } from './deps.ts';

/** For the servers' own ears: ends the open streams of these sessions. Browsers see `sessionEnded` instead. */
export interface SessionsEnded {
  entity: 'sessionsEnded';
  sessionIds: string[];
  reason: string;
}

/** An event and who may see it: its owner, administrators, both, or everyone signed in. */
export interface OutboxEvent {
  userId?: string;
  forAdmins?: boolean;
  forEveryone?: boolean;
  payload: LiveEvent | SessionsEnded;
}

/** Writes events in the transaction of what they tell, and nudges this server's tailer once it has committed. */
export async function publish(
  deps: Pick<Deps, 'clock' | 'events'>,
  tx: Tx,
  outbox: OutboxEvent[],
): Promise<void> {
  if (outbox.length === 0) return;
  const createdAt = deps.clock.now();
  await tx.orm.insert(events).values(
    outbox.map(({ userId, forAdmins = false, forEveryone = false, payload }) => ({
      userId,
      forAdmins,
      forEveryone,
      payload: { ...payload },
      createdAt,
    })),
  );
  tx.afterCommit(() => deps.events.nudge());
}
