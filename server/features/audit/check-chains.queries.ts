import type { Orm, Query } from '#server/db/database.ts';
import { auditChecks } from '#server/db/schema/audit.ts';
import { type Selected, selectFirst, selectionOf } from '#server/db/selection.ts';

const columns = selectionOf(auditChecks, 'c', [
  'last',
  'chains',
  'rows',
  'broken',
  'passEndedAt',
  'passChains',
  'passRows',
  'passBroken',
]);

/** Progress of the current pass (`last` is null between passes), and the result of the previous pass. */
export type PassState = Selected<typeof columns>;

export async function lockCheck(query: Query): Promise<PassState | undefined> {
  await query('INSERT INTO audit_checks (id) VALUES (1) ON CONFLICT DO NOTHING');
  return selectFirst(query, columns, 'FROM audit_checks c FOR UPDATE SKIP LOCKED');
}

export async function findVerification(query: Query): Promise<PassState | undefined> {
  return selectFirst(query, columns, 'FROM audit_checks c');
}

export async function saveCheck(orm: Orm, state: PassState): Promise<void> {
  await orm.update(auditChecks).set(state);
}
