import { countFailure, type Job } from '#server/base/timers.ts';
import type { Database } from '#server/db/database.ts';
import type { OutgoingKind } from '#server/db/schema/outgoing.ts';
import type { Logger } from '../../base/log.ts';
import { claim, deleteExpired, type Message, type Outcome, settle } from './outgoing.queries.ts';

export interface Sender<One extends Message> {
  /** Returns what becomes of the message, or undefined if that is stored already. */
  send(message: One): Promise<Outcome | undefined>;
  close?(): void;
}

export interface Sending<One extends Message> {
  /** The job's name. */
  name: string;
  kinds: readonly OutgoingKind[];
  /** Lists of lanes. Lists are worked on at the same time; a lane before those after it in its list. */
  listLanes(): Promise<readonly (readonly string[])[]>;
  /** SQL: another condition of a row of `outgoing` that is claimed. */
  condition?: string;
  /** Messages of a list that are sent at the same time. */
  atOnce: number;
  perTurn?: number;
  /** Returns undefined if this server cannot send: it leaves the messages to others. */
  open(signal: AbortSignal): Promise<Sender<One> | undefined>;
  onExpired?(count: number): void;
}

export interface QueueJob extends Job {
  /** Starts to send what is due; a later run starts lists that this one does not work on. `sent` resolves after all attempts. */
  run(): Promise<{ sent: Promise<unknown> }>;
  stop(): Promise<unknown>;
}

/** Returns a job that sends due messages. Servers share them and take over those of a killed one, so some are sent twice. */
export function runQueue<One extends Message>(
  { db, log }: { db: Database; log: Logger },
  sending: Sending<One>,
): QueueJob {
  const { name, condition, atOnce, perTurn = Number.POSITIVE_INFINITY } = sending;
  const stopping = new AbortController();
  const { signal } = stopping;
  const busy = new Map<string, Promise<void>>();
  const drain = async (lanes: readonly string[]) => {
    const sender = await sending.open(signal);
    if (!sender) return;
    try {
      for (let count = 0; count < perTurn && !signal.aborted; ) {
        const claimed = await claim<One>(db.query, lanes, { limit: atOnce, condition });
        if (claimed.length === 0) return;
        count += claimed.length;
        await Promise.all(claimed.map((message) => sendOne(sender, message)));
      }
    } finally {
      sender.close?.();
    }
  };
  const sendOne = async (sender: Sender<One>, message: One) => {
    const outcome = await sender.send(message);
    if (outcome) await settle(db.query, message, outcome);
  };
  const start = (lanes: readonly string[]) => {
    const key = lanes.join();
    if (busy.has(key)) return;
    // The next run starts again; what is claimed waits for the end of its lease.
    const drained = drain(lanes).catch((error) => countFailure({ name, log }, error));
    busy.set(
      key,
      drained.finally(() => busy.delete(key)),
    );
  };
  return {
    name,
    intervalMs: 1000,
    async run() {
      // Also if this server cannot send: another one may have queued it.
      const expired = await deleteExpired(db.query, sending.kinds);
      if (expired > 0) sending.onExpired?.(expired);
      if (!signal.aborted) for (const lanes of await sending.listLanes()) start(lanes);
      return { sent: Promise.all(busy.values()) };
    },
    async stop() {
      stopping.abort();
      await Promise.all(busy.values());
    },
  };
}
