import type { UserId } from '#contract/shared/base.ts';
import type { ReasonTexts } from '#contract/transactions/schema.ts';
import type { Tx } from '#server/db/database.ts';
import { NO_DECISION, NO_DETAILS } from '#server/db/new-transactions.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { newId } from '#server/platform/runtime/ids.ts';
import { insertUnlessTaken, type TransactionRow } from './queries.ts';
import { takeMillisecond } from './requests/references.ts';

export { toTransactionEvent } from './events.ts';
export {
  deleteTransactionsOfUser,
  findNamedRow,
  hasMoreTransactions,
  type LockedTransaction,
  lockOwnRow,
  lockTransactionsOfUser,
  selectNamedRows,
  type TransactionRow,
} from './queries.ts';
export { findRequests } from './requests/queries.ts';
export {
  type MadeRequest,
  makeRequests,
  pruneCancelled,
  type RequestCommand,
  requireSameRequest,
} from './requests/service.ts';
// The functions that other features use; most are implemented in separate files.
export { DEFAULT_DECIDER, toAdminTransactions, toTransactionDetails } from './search/views.ts';
export { receiptUrlOf, toOwnDetails, toOwnTransaction } from './views.ts';
export { MAX_COMPARED } from './warnings/queries.ts';
export { findWarnings } from './warnings/service.ts';

const MAX_REFERENCE_ATTEMPTS = 1000;

export interface NewAdjustment {
  actor: Actor;
  userId: UserId;
  differencePaise: number;
  requestKey: string;
  requestFingerprint: Buffer;
  sourceId: string;
  paymentMethod: string;
  notes: string;
  /** The texts of a canned reason, whose English text is in `notes`. */
  reason: ReasonTexts | null;
  referenceOf: (ms: number) => string;
}

/** Inserts the transaction of a balance adjustment. The caller has locked the wallet and posts the amount. */
export async function insertAdjustment(
  tx: Tx,
  { actor, differencePaise, notes, referenceOf, ...given }: NewAdjustment,
): Promise<TransactionRow> {
  const now = tx.at;
  const values = {
    ...NO_DETAILS,
    ...NO_DECISION,
    ...given,
    ...({ id: newId(), kind: 'adjustment', status: 'approved', version: 1 } as const),
    type: differencePaise > 0 ? ('deposit' as const) : ('withdrawal' as const),
    amountPaise: Math.abs(differencePaise),
    receiptUrl: null,
    adminNotes: notes,
    decidedBy: actor.userId,
    decidedAt: now,
    approvedBy: actor.userId,
    approvedAt: now,
    createdAt: now,
    updatedAt: now,
  };
  for (let attempt = 0; attempt < MAX_REFERENCE_ATTEMPTS; attempt++) {
    const row = { ...values, referenceId: referenceOf(takeMillisecond(tx.at)) };
    if ((await insertUnlessTaken(tx, [row])) > 0) return { ...row, isAdjustment: true };
  }
  throw new Error('No free reference was found');
}
