import type { LiveEvent } from '#contract/events.ts';
import type { Tx } from '../db/database.ts';
import { recordAudit } from './audit.ts';
import { publish } from './events/outbox.ts';
import type { Actor } from './gate.ts';

type Op = 'insert' | 'update' | 'delete';

/** A change of something that administrators keep for all: null where it was not there before, or is no longer. */
export interface SharedChange {
  actor: Actor;
  /** The audit chain of its kind. */
  chainId: string;
  entity: string;
  entityId: string;
  before: object | null;
  after: object | null;
  /** The event for open screens: everyone's, unless only administrators see such rows. */
  event: (op: Op) => LiveEvent;
  isForAdminsOnly?: boolean;
}

/** Records a change in the audit log and publishes it to the screens that show it, in the transaction that makes it. */
export async function recordSharedChange(
  tx: Tx,
  { actor, event, isForAdminsOnly = false, ...entry }: SharedChange,
): Promise<void> {
  const op: Op = !entry.before ? 'insert' : !entry.after ? 'delete' : 'update';
  const entries = [{ ...entry, action: `${entry.entity}.${op}` }];
  await recordAudit(tx, { actor, entries });
  const audience = isForAdminsOnly ? { forAdmins: true } : { forEveryone: true };
  publish(tx, [{ ...audience, payload: event(op) }]);
}
