import type { Decision as Outcome } from '#contract/review/schema.ts';
import { userId } from '#contract/shared/base.ts';
import type { ReasonTexts } from '#contract/transactions/schema.ts';
import type { AppError } from '#server/base/errors.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import type { Passed, Stage } from '#server/platform/commands/stages.ts';
import type { BatchApprovals } from '../approvals/hold-batch.ts';
import type { MatchedLine } from '../statements/accept-matches.ts';
import type { DifferentPayment } from '../transactions/refuse-credited.ts';
import type { TransactionRow } from '../transactions/transactions.ts';

export interface DecisionInput {
  /** Ids of up to 10 000 transactions; duplicates are decided once. */
  ids: string[];
  decision: Outcome;
  notes?: string | undefined;
  sourceId?: string | undefined;
  reasonId?: string | undefined;
  /** Requests whose warnings were acknowledged. If undefined, warnings do not block an approval. */
  acknowledgedIds?: string[] | undefined;
  /** Approved requests with the same receipt that the reviewer has confirmed. */
  confirmedDuplicateIds?: string[] | undefined;
  /** Requests whose reference was credited before, with the reason why they are other payments. */
  differentPayments?: { id: string; reason: string }[] | undefined;
  /** Receipts that the reviewer saw. An approval is refused if one of them was replaced since. */
  seenReceipts?: { id: string; receiptUrl: string | null }[] | undefined;
  requestKey: string;
}

/** Of each request, the error if it could not be decided. */
export type DecisionResults = Map<string, AppError | undefined>;

export interface Command {
  /** Of an automatic approval, the administrator who imported the statement: all limits of this person apply. */
  actor: Actor;
  decision: DecisionInput;
  /** The administrator who switched automatic approvals on; null for the command line. */
  automatic?: { enabledBy: string | null };
  uncheckedIds?: ReadonlySet<string>;
  /** The list that this is a part of. Its first part binds the key of the whole list. */
  part?: { whole: DecisionInput; isFirst: boolean };
}

/** A decision on a locked request, as far as the stages have come. */
export interface PlannedDecision {
  row: TransactionRow;
  command: Command;
  isApproval: boolean;
  reason?: ReasonTexts | undefined;
  /** Approved requests with the same receipt that the command confirms. */
  duplicateIds?: string[];
  /** Received money that an approval accepts as that of the request. */
  matches?: MatchedLine[];
  different?: DifferentPayment;
  approvals?: BatchApprovals;
}

/** Refused is a request, by its id, or the whole list of a command. */
export type DecisionStage = Stage<PlannedDecision, string | Command>;
export type PassedDecisions = Passed<PlannedDecision, string | Command>;

export const isApproving = ({ decision }: Pick<Command, 'decision'>) =>
  decision.decision === 'approved';

/** The administrator who decides; null for the system. */
export const deciderOf = ({ actor, automatic }: Command) => (automatic ? null : actor.userId);

export const ownerOf = (row: TransactionRow) => userId.parse(row.userId);
