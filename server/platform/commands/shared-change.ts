import type { LiveEvent } from '#contract/events/schema.ts';
import type { Tx } from '../../db/database.ts';
import type { Actor } from '../auth/gate.ts';
import { publish } from '../events/outbox.ts';
import { recordAudit } from './audit.ts';

type Op = 'insert' | 'update' | 'delete';

/** A change of a configuration row shared by all. `before` is null for a new row, `after` for a deleted one. */
export interface SharedChange {
  actor: Actor;
  chainId: string;
  entity: string;
  entityId: string;
  before: object | null;
  after: object | null;
  /** Creates the event for open screens. It is sent to everyone unless `isForAdminsOnly`. */
  event: (op: Op) => LiveEvent;
  isForAdminsOnly?: boolean;
}

/** Records a change in the audit log and publishes its event, in the transaction of the change. */
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
