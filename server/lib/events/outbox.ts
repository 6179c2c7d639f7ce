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

/** Writes events in the transaction of the change they announce, and nudges this server's tailer once it has committed. */
export async function publish(tx: Tx, outbox: OutboxEvent[]): Promise<void> {
  if (outbox.length === 0) return;
  // One statement however many events: a bulk decision writes thousands.
  await tx.query(
    `INSERT INTO events (user_id, for_admins, for_everyone, payload, created_at)
     SELECT "userId", coalesce("forAdmins", false), coalesce("forEveryone", false), payload, $2
     FROM jsonb_to_recordset($1::jsonb) AS event
       ("userId" uuid, "forAdmins" boolean, "forEveryone" boolean, payload jsonb)`,
    [JSON.stringify(outbox), tx.at],
  );
  tx.nudgeFollowers();
}
