import pLimit from 'p-limit';
import { type AppError, appError, describeError, toAppError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import { restoreActor } from '#server/platform/auth/gate.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { runDeferredCommand } from '#server/platform/commands/command.ts';
import { insertNotifications } from '../notifications/insert-notifications.ts';
import { forgetChoices } from '../statements/accept-matches.ts';
import { lockWithDuplicates } from '../transactions/lock-requests.ts';
import type { TransactionRow } from '../transactions/transactions.ts';
import { bindKey } from './decide.queries.ts';
import { decide } from './decide.ts';
import { type Command, isApproving } from './decisions.ts';
import { cancelDeferred, claimDue, type DeferredRow, postpone } from './defer-decisions.queries.ts';
import { toFailedNotification } from './review.events.ts';
import { publishReviewEvents, toUndoEntry } from './undo-decision.ts';

const CLAIM_BATCH_SIZE = 64;
const MAX_PARALLEL_EXECUTIONS = 4;
/** After this many unexpected failures, a decision counts as failed, so that its request can be decided again. */
const MAX_ATTEMPTS = 20;

/**
 * Executes the deferred decisions that are due, each once, even if several servers run this. Gives up decisions that can't
 * be executed or whose administrator has lost the right, and notifies the administrator. Postpones an approval whose
 * account number cannot be opened.
 */
export async function executeDueDecisions(deps: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const inTurn = pLimit(MAX_PARALLEL_EXECUTIONS);
  for (;;) {
    const due = await claimDue(deps.db.query, CLAIM_BATCH_SIZE);
    await Promise.all(due.map((waiting) => inTurn(() => executeDue(deps, waiting))));
    if (due.length < CLAIM_BATCH_SIZE) return;
  }
}

async function executeDue(deps: Pick<Deps, 'db' | 'log'>, waiting: DeferredRow): Promise<void> {
  try {
    await attempt(deps, waiting);
  } catch (error) {
    const refused = toAppError(error);
    if (refused?.code === 'UNAVAILABLE' && (await postpone(deps.db.query, waiting))) return;
    const isHopeless = waiting.attempts >= MAX_ATTEMPTS;
    if (!refused && !isHopeless) throw error;
    deps.log.warn(
      { error: describeError(error) },
      'review: executing a deferred decision failed, giving up',
    );
    await attempt(deps, waiting, refused ?? appError('INTERNAL'));
  }
}

async function attempt(
  deps: Pick<Deps, 'db'>,
  waiting: DeferredRow,
  known?: AppError,
): Promise<void> {
  const command = toCommand(waiting);
  const { transactionId } = waiting;
  await runDeferredCommand(deps, command.actor, async (tx, forbidden) => {
    if (!known) await bindKey(tx, command);
    const [row] = await lockWithDuplicates(tx, {
      ids: command.decision.ids,
      approving: isApproving(command) ? command.decision.ids : [],
    });
    // It was undone meanwhile, or another server executed it.
    if (!(await cancelDeferred(tx.query, waiting))) return;
    const refused = known ?? forbidden ?? (await decide(tx, command)).get(transactionId);
    // The rollback keeps the decision.
    if (refused?.code === 'UNAVAILABLE' && !known) throw refused;
    publishReviewEvents(tx, [transactionId], 'delete');
    if (refused) await failDecision(tx, { waiting, row, refused });
  });
}

function toCommand(waiting: DeferredRow): Command {
  const { decidedBy, deciderName, sessionId, ip, transactionId, decision, requestKey } = waiting;
  const actor = restoreActor({
    ...({ role: 'admin', access: 'admin', permission: 'requests:decide' } as const),
    // Unused: the stored one is read in the transaction.
    adminRole: 'reviewer',
    ...{ userId: decidedBy, username: deciderName ?? '', ip },
    // API keys can't defer decisions.
    credential: { kind: 'session', id: sessionId },
  });
  const said = {
    notes: waiting.notes ?? undefined,
    sourceId: waiting.sourceId ?? undefined,
    reasonId: waiting.reasonId ?? undefined,
    confirmedDuplicateIds: waiting.confirmedDuplicateIds ?? undefined,
  };
  const seenReceipts = [{ id: transactionId, receiptUrl: waiting.receiptUrl }];
  return {
    actor,
    decision: { ids: [transactionId], decision, requestKey, ...said, seenReceipts },
  };
}

type FailedDecision = { waiting: DeferredRow; row: TransactionRow | undefined; refused: AppError };

async function failDecision(tx: Tx, { waiting, row, refused }: FailedDecision): Promise<void> {
  const after = { decision: waiting.decision, becauseOf: refused.code };
  const actor = toCommand(waiting).actor;
  if (row) {
    forgetChoices(tx, [row.id]);
    await recordAudit(tx, { actor, entries: [toUndoEntry('transaction.drop', row, after)] });
  }
  // The administrator's account was deleted: skip the notification.
  if (waiting.deciderName === null) return;
  insertNotifications(tx, [toFailedNotification(waiting.decidedBy, row, refused)]);
}
