import type { AuditDetails } from '#contract/audit-details.ts';
import { isDecidable, toShownStatus } from '#contract/transactions/rules.ts';
import { appError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { publish } from '#server/platform/events/outbox.ts';
import { forgetChoices } from '../statements/accept-matches.ts';
import { lockRequests } from '../transactions/lock-requests.ts';
import type { TransactionRow } from '../transactions/transactions.ts';
import { findDeciders } from './decide.queries.ts';
import type { DecisionResults } from './decisions.ts';
import { cancelAllDeferred } from './defer-decisions.queries.ts';

/** Does nothing if there is no deferred decision. Throws ALREADY_DECIDED or TRANSACTION_NOT_FOUND. */
export async function undoDecision(deps: Deps, actor: Actor, id: string): Promise<void> {
  for (const refused of (await undoDecisions(deps, actor, [id])).values()) {
    if (refused) throw refused;
  }
}

/**
 * Undoes the deferred decisions of the caller on these requests. Returns ALREADY_DECIDED or TRANSACTION_NOT_FOUND for those
 * that are not pending any more.
 */
export async function undoDecisions(
  deps: Deps,
  actor: Actor,
  ids: readonly string[],
): Promise<DecisionResults> {
  return runCommand(deps, actor, async (tx) => {
    const rows = await lockRequests(tx, ids);
    const cancelled = await cancelAllDeferred(tx.query, { ids, decidedBy: actor.userId });
    const undone = rows.filter(({ id }) => cancelled.has(id));
    if (undone.length > 0) {
      forgetChoices(tx, [...cancelled]);
      const entries = undone.map((row) => toUndoEntry('transaction.undo', row, {}));
      await recordAudit(tx, { actor, entries });
      publishReviewEvents(tx, [...cancelled], 'delete');
    }
    const deciders = await findDeciders(tx, rows);
    const found = new Map(rows.map((row) => [row.id, row]));
    return new Map(
      ids.map((id) => {
        const row = found.get(id);
        if (!row) return [id, appError('TRANSACTION_NOT_FOUND')];
        if (isDecidable(row)) return [id, undefined];
        const decidedBy = deciders.get(row.decidedBy ?? '') ?? null;
        return [id, appError('ALREADY_DECIDED', { status: toShownStatus(row), decidedBy })];
      }),
    );
  });
}

export function toUndoEntry(
  action: 'transaction.undo' | 'transaction.drop',
  row: TransactionRow,
  after: AuditDetails<'transaction.drop'>,
) {
  const { id, userId: chainId, status } = row;
  const subject = { chainId, entity: 'transaction', entityId: id } as const;
  return { ...subject, action, before: { status }, after };
}

export function publishReviewEvents(tx: Tx, ids: readonly string[], op: 'insert' | 'delete'): void {
  publish(
    tx,
    ids.map((id) => ({ forAdmins: true, payload: { entity: 'review', op, id } as const })),
  );
}
