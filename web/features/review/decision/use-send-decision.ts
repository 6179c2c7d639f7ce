import type { TransactionId } from '#contract/base.ts';
import type { Decision, DecisionResult } from '#contract/review.ts';
import type { TransactionType } from '#contract/rules.ts';
import type { AdminTransaction } from '#contract/transactions.ts';
import { useRequestKeys } from '../../../lib/request-key.ts';
import { useDecide } from '../queries.ts';
import { tellDecided, useDecisionTexts } from './decision-texts.ts';

/** Input fields of a decision. */
export type DecisionForm = { notes: string; sourceId: string | null; reasonId: string | null };

export const NOTHING_SAID: DecisionForm = { notes: '', sourceId: null, reasonId: null };

/** Returns the input for a decision; only rejections include a reason. */
export function toSaid(decision: Decision, { notes, sourceId, reasonId }: DecisionForm) {
  return {
    notes: notes.trim() || undefined,
    sourceId: sourceId ?? undefined,
    reasonId: decision === 'rejected' ? (reasonId ?? undefined) : undefined,
  };
}

type Sent = {
  decision: Decision;
  rows: AdminTransaction[];
  form: DecisionForm;
  /** Bulk decisions: requests whose warnings were checked. The server refuses to approve others with warnings. */
  acknowledgedIds?: TransactionId[] | undefined;
};

type Answered = {
  onAnswer: (decided: AdminTransaction[], results: DecisionResult[]) => void;
  onError: (error: Error) => void;
};

/**
 * Decides one or more requests. A retry after a lost response does not decide twice. Shows a toast for a single
 * request; the caller shows the results of a bulk decision.
 */
export function useSendDecision(type: TransactionType) {
  const texts = useDecisionTexts(type);
  const keys = useRequestKeys();
  const { mutate, reset, isPending, variables, error, data } = useDecide();

  const send = (
    { decision, rows, form, acknowledgedIds }: Sent,
    { onAnswer, onError }: Answered,
  ) => {
    const ids = rows.map(({ id }) => id);
    const said = toSaid(decision, form);
    const requestKey = keys.keyFor([
      decision,
      ids.join(),
      said.sourceId,
      said.reasonId,
      said.notes,
      acknowledgedIds?.join(),
    ]);
    mutate(
      { ids, decision, ...said, acknowledgedIds, requestKey },
      {
        onError,
        onSuccess: ({ results }) => {
          keys.renew();
          const refused = new Set(results.flatMap(({ id, refusal }) => (refusal ? [id] : [])));
          const decided = rows.filter(({ id }) => !refused.has(id));
          const [row] = decided;
          if (row && rows.length === 1) tellDecided(texts[decision], row);
          onAnswer(decided, results);
        },
      },
    );
  };
  return { send, texts, reset, isPending, variables, error, results: data?.results };
}
