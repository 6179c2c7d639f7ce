import type { LiveEvent } from '#contract/events.ts';
import type { Tx } from '../../db/database.ts';

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

/** What an open transaction has to announce. */
const outboxes = new WeakMap<Tx, OutboxEvent[]>();

/**
 * Announces a change in its own transaction, and nudges this server's tailer once it has committed. The events are
 * written as the last of it, by one statement however many there are: a bulk decision has thousands.
 */
export function publish(tx: Tx, events: readonly OutboxEvent[]): void {
  if (events.length === 0) return;
  const known = outboxes.get(tx);
  const outbox = known ?? [];
  for (const event of events) outbox.push(event);
  if (known) return;
  outboxes.set(tx, outbox);
  tx.beforeCommit(() => write(tx, outbox));
}

async function write(tx: Tx, outbox: OutboxEvent[]): Promise<void> {
  await tx.query(
    `INSERT INTO events (user_id, for_admins, for_everyone, payload, created_at)
     SELECT "userId", coalesce("forAdmins", false), coalesce("forEveryone", false), payload, $2
     FROM jsonb_to_recordset($1::jsonb) AS event
       ("userId" uuid, "forAdmins" boolean, "forEveryone" boolean, payload jsonb)`,
    [JSON.stringify(outbox), tx.at],
  );
  tx.nudgeFollowers();
}
