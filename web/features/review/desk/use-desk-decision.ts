import { useTranslation } from 'react-i18next';
import type { Decision } from '#contract/review.ts';
import type { AdminTransaction } from '#contract/transactions.ts';
import { errorCode, useErrorText } from '../../../lib/errors.ts';
import { useRequestKeys } from '../../../lib/request-key.ts';
import { useSession } from '../../../lib/session.ts';
import { useCheckedForm } from '../../../ui/use-checked-form.ts';
import { tellDecided, useDecisionTexts } from '../decision/decision-texts.ts';
import { type DecisionForm, NOTHING_SAID, toSaid } from '../decision/use-send-decision.ts';
import { useDecideOne } from '../queries.ts';

/** A decision made on the review page, and its undo time; 0 if it cannot be undone. */
export type MadeDecision = { row: AdminTransaction; decision: Decision; undoMs: number };

/**
 * State of the decision on the current request: input, submission and error. A retry after a lost response does not
 * decide twice.
 */
export function useDeskDecision(row: AdminTransaction, onMade: (made: MadeDecision) => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { user } = useSession();
  const form = useCheckedForm<DecisionForm>({
    initialValues: NOTHING_SAID,
    keptAs: `desk-decision-${row.id}`,
  });
  const texts = useDecisionTexts(row.type);
  const keys = useRequestKeys();
  const { mutate, isPending, isSuccess, variables } = useDecideOne(user.username);

  const decide = (decision: Decision, reasonId?: string) => {
    const said = toSaid(decision, { ...form.values, reasonId: reasonId ?? null });
    const requestKey = keys.keyFor([decision, row.id, said.sourceId, said.reasonId, said.notes]);
    mutate(
      { id: row.id, decision, ...said, requestKey },
      {
        onError: (error) => {
          // The next decision needs a new idempotency key.
          if (errorCode(error) === 'DECISION_UNDONE') keys.renew();
          form.setError(errorText(error, t('Failed to process your request. Please try again.')));
        },
        onSuccess: ({ undoMs }) => {
          keys.renew();
          if (undoMs === 0) tellDecided(texts[decision], row);
          onMade({ row, decision, undoMs });
        },
      },
    );
  };
  return {
    form,
    isPending,
    /** True from the server's response until the next request is shown. */
    isMade: isSuccess,
    sending: isPending ? variables?.decision : undefined,
    texts,
    decide,
  };
}
