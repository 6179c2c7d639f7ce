import { type ConfigEntity, isAuditAction } from '#contract/audit-actions.ts';
import type { AuditDetails, AuditedChange } from '#contract/audit-details.ts';
import type { LiveEvent } from '#contract/events/schema.ts';
import type { Tx } from '../../db/database.ts';
import { publish } from '../events/outbox.ts';
import { type AuditInput, recordAudit } from './audit.ts';

type Op = 'insert' | 'update' | 'delete';

export type ChangedConfig = {
  [Entity in ConfigEntity]: {
    entity: Entity;
    before: AuditDetails<`${Entity}.update`> | null;
    after: AuditDetails<`${Entity}.update`> | null;
  };
}[ConfigEntity];

export type ConfigChange = ChangedConfig & {
  actor: AuditInput['actor'];
  chainId: string;
  entityId: string;
  event: (op: Op) => LiveEvent;
  isForAdminsOnly?: boolean;
};

export async function recordConfigChange(
  tx: Tx,
  { actor, chainId, entityId, event, isForAdminsOnly = false, ...changed }: ConfigChange,
): Promise<void> {
  const { entity, before, after } = changed;
  const op: Op = !before ? 'insert' : !after ? 'delete' : 'update';
  const action = `${entity}.${op}`;
  if (!isAuditAction(action)) throw new Error(`${action} is missing in audit-actions.ts`);
  const audited = { action, entity, before, after } as AuditedChange; // Of one entity, by `ChangedConfig`.
  await recordAudit(tx, { actor, entries: [{ ...audited, chainId, entityId }] });
  const audience = isForAdminsOnly ? { forAdmins: true } : { forEveryone: true };
  publish(tx, [{ ...audience, payload: event(op) }]);
}
