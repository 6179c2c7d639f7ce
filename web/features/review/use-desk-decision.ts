import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/money.ts';
import type { Decision } from '#contract/review.ts';
import type { AdminTransaction } from '#contract/transactions.ts';
import { useErrorText } from '../../lib/errors.ts';
import { useRequestKeys } from '../../lib/request-key.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import { useCheckedForm } from '../../ui/use-checked-form.ts';
import { useDecisionTexts } from './decision-texts.ts';
import { useDecide } from './queries.ts';
import { type DecisionForm, NOTHING_SAID } from './use-decision.ts';

type OnDecided = (row: AdminTransaction) => void;

/** The decision on the request that lies on the desk: what is said with it, sending it, and its error. */
export function useDeskDecision(row: AdminTransaction, onDecided: OnDecided) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const form = useCheckedForm<DecisionForm>({ initialValues: NOTHING_SAID });
  const keys = useRequestKeys();
  const { mutate, isPending, variables } = useDecide();
  const approve = useDecisionTexts(row.type, 'approved');
  const reject = useDecisionTexts(row.type, 'rejected');
  const texts = { approved: approve, rejected: reject };

  const decide = (decision: Decision) => {
    const { notes, sourceId } = form.values;
    const said = { notes: notes.trim() || undefined, sourceId: sourceId ?? undefined };
    const unexpected = t('Failed to process your request. Please try again.');
    mutate(
      { ids: [row.id], decision, ...said, requestKey: keys.keyFor([decision, sourceId, notes]) },
      {
        onSuccess: ({ results: [result] }) => {
          keys.renew();
          if (result?.refusal) return form.setError(errorText(result.refusal, unexpected));
          const params = { amount: formatRupees(row.amountPaise), user: row.userName };
          toastSuccess({
            title: texts[decision].done,
            message: texts[decision].doneMessage(params),
          });
          onDecided({ ...row, status: decision });
        },
        onError: (error) => form.setError(errorText(error, unexpected)),
      },
    );
  };
  return { form, isPending, sending: isPending ? variables?.decision : undefined, texts, decide };
}
