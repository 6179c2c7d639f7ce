import { transactionId, userId } from '#contract/shared/base.ts';
import type { TransactionType } from '#contract/transactions/rules.ts';
import type { Tx } from '#server/db/database.ts';
import {
  alreadyCredited,
  findCredited,
  type PaymentCredit,
  type PaymentLine,
} from '#server/ledger/credit-payments.ts';
import type { Passed, Refused } from '#server/platform/commands/stages.ts';

/** A planned decision on a locked, pending request, as far as the stage needs it. */
interface Creditable {
  row: { id: string; userId: string; type: TransactionType; utr: string | null };
  isApproval: boolean;
  matches?: readonly { line: PaymentLine }[];
  command: {
    decision: { differentPayments?: readonly { id: string; reason: string }[] | undefined };
  };
  different?: DifferentPayment;
}

/** The request that was credited with the reference before, and why this is another payment. */
export interface DifferentPayment {
  fromId: string;
  reason: string;
}

/**
 * A stage: refuses, with PAYMENT_ALREADY_CREDITED, approvals of a payment that was credited before, or that another approval of the
 * list credits. One whose command says why it is a different payment passes: it needs a second approval. The ledger checks again
 * when it posts.
 */
export async function refuseCredited<Planned extends Creditable>(
  tx: Tx,
  planned: readonly Planned[],
): Promise<Passed<Planned>> {
  const credits = planned.flatMap((one) => toCredit(one) ?? []);
  const found = credits.length > 0 ? await findCredited(tx.query, credits) : new Map();
  if (found.size === 0) return { planned: [...planned], refused: new Map() };
  const refused: Refused = new Map();
  const passed = planned.flatMap((one) => {
    const { id } = one.row;
    const first = found.get(id);
    if (!first || !one.isApproval) return [one];
    const said = one.command.decision.differentPayments?.find(
      (different) => different.id.toLowerCase() === id,
    );
    if (said) return [{ ...one, different: { fromId: first.id, reason: said.reason } }];
    refused.set(id, alreadyCredited(first));
    return [];
  });
  return { planned: passed, refused };
}

function toCredit({ row, isApproval, matches = [] }: Creditable): PaymentCredit | undefined {
  if (!isApproval || row.type === 'withdrawal') return undefined;
  const lines = matches.map(({ line }) => line);
  const payment = { utr: row.utr, lines };
  return { transactionId: transactionId.parse(row.id), userId: userId.parse(row.userId), payment };
}
