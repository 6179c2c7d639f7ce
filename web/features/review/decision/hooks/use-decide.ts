import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Decision } from '#contract/review/schema.ts';
import type { TransactionId } from '#contract/shared/base.ts';
import type { TransactionType } from '#contract/transactions/rules.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { orpc } from '#web/lib/api/api.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { useRequestKeys } from '#web/lib/api/request-key.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useCheckedForm } from '#web/ui/form/use-checked-form.ts';
import { refreshReviews, showDeferred } from '../../queries.ts';
import { toastDecision, useDecisionTexts } from '../model/decision-texts.ts';

/** Input fields of a decision. */
export type DecisionForm = { notes: string; sourceId: string | null; reasonId: string | null };

export const EMPTY_DECISION_FORM: DecisionForm = { notes: '', sourceId: null, reasonId: null };

/** Returns the input for a decision; only rejections include a reason. */
function toDecisionInput(decision: Decision, { notes, sourceId, reasonId }: DecisionForm) {
  return {
    notes: notes.trim() || undefined,
    sourceId: sourceId ?? undefined,
    reasonId: decision === 'rejected' ? (reasonId ?? undefined) : undefined,
  };
}

/** A decision that was accepted: its requests, and the undo time in milliseconds (0 if it cannot be undone). */
export type MadeDecision = { rows: AdminTransaction[]; decision: Decision; undoMs: number };

type DecideOptions = {
  type: TransactionType;
  /** Defers the decision of a single request until the undo time is over. */
  undoable: boolean;
  /** Name under which the input is stored if the session ends. */
  draftKey?: string;
  /** Called with the requests that were decided; refused requests are in `results`. */
  onSettled: (made: MadeDecision) => void;
  /** Called if the call failed. The error is shown in the form. */
  onFailed?: () => void;
};

type DecisionInput = {
  decision: Decision;
  rows: AdminTransaction[];
  values: DecisionForm;
  /** Bulk decisions: requests whose warnings were checked. The server refuses to approve others with warnings. */
  acknowledgedIds?: TransactionId[] | undefined;
  /** Approved requests with the same receipt that the reviewer confirmed. */
  confirmedDuplicateIds?: TransactionId[] | undefined;
  /** Why the request is a different payment than the one that was credited with its UTR. */
  differentReason?: string | undefined;
};

/**
 * Decides one or more requests: form, submission, results and error. A retry after a lost response does not decide
 * twice. Shows a toast for a single request that cannot be undone; the caller shows the results of a bulk decision.
 */
export function useDecide({ type, undoable, draftKey, onSettled, onFailed }: DecideOptions) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const texts = useDecisionTexts(type);
  const form = useCheckedForm<DecisionForm>({ initialValues: EMPTY_DECISION_FORM, draftKey });
  const keys = useRequestKeys();
  const { mutate, reset, isPending, isSuccess, variables, error, data } = useDecisionCall();

  const fail = (failure: unknown) =>
    form.setError(errorText(failure, t('Failed to process your request. Please try again.')));

  const decide = ({ decision, rows, values, differentReason, ...checked }: DecisionInput) => {
    form.setError(undefined);
    const ids = rows.map(({ id }) => id);
    const input = toDecisionInput(decision, values);
    const { notes, sourceId, reasonId } = input;
    const seenReceipts = rows.map(({ id, receiptUrl }) => ({ id, receiptUrl }));
    const differentPayments =
      differentReason === undefined
        ? undefined
        : ids.map((id) => ({ id, reason: differentReason }));
    const given = { ...checked, differentPayments, seenReceipts, undoable };
    const said = JSON.stringify([checked, differentPayments]);
    const contents = [decision, ids.join(), sourceId, reasonId, notes, said];
    mutate(
      { ids, decision, ...input, ...given, requestKey: keys.keyFor(contents) },
      {
        onError: (error) => {
          fail(error);
          onFailed?.();
        },
        onSuccess: ({ results, undoMs = 0 }) => {
          keys.renew();
          const refused = new Set(results.flatMap(({ id, refusal }) => (refusal ? [id] : [])));
          const decided = rows.filter(({ id }) => !refused.has(id));
          const [row] = decided;
          if (rows.length === 1) {
            if (!row) fail(results[0]?.refusal);
            else if (undoMs === 0) toastDecision(texts[decision], row);
          }
          onSettled({ rows: decided, decision, undoMs });
        },
      },
    );
  };

  const refusal = variables?.ids.length === 1 ? data?.results[0]?.refusal : undefined;
  return {
    form,
    texts,
    decide,
    reset,
    isPending,
    /** Whether the last call decided its requests, at least in part. */
    isMade: isSuccess && refusal === undefined,
    /** The decision that is being sent. */
    sending: isPending ? variables?.decision : undefined,
    /** Result of each request. */
    results: data?.results,
    /** Why the last call failed or its single request was refused. */
    failure: refusal ?? error,
  };
}

function useDecisionCall() {
  const { username } = useSession().user;
  return useMutation(
    orpc.review.decide.mutationOptions({
      // Until a deferred decision is executed, only its own state changes.
      onSuccess: ({ undoMs = 0 }, { ids, decision }) => {
        if (undoMs === 0) return refreshReviews();
        for (const id of ids) {
          showDeferred(id, { decision, decidedBy: username, isOwn: true, undoMs });
        }
      },
      onError: refreshReviews,
    }),
  );
}
