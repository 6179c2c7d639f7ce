import { useTranslation } from 'react-i18next';
import type { Decision } from '#contract/review.ts';
import type { AdminTransaction } from '#contract/transactions.ts';
import { useErrorText } from '../../lib/errors.ts';
import { useCheckedForm } from '../../ui/use-checked-form.ts';
import { type DecisionForm, NOTHING_SAID, useSendDecision } from './use-send-decision.ts';

type OnDecided = (row: AdminTransaction) => void;

/** The decision on the request that lies on the desk: what is said with it, sending it, and its error. */
export function useDeskDecision(row: AdminTransaction, onDecided: OnDecided) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const form = useCheckedForm<DecisionForm>({ initialValues: NOTHING_SAID });
  const { send, texts, isPending, variables } = useSendDecision(row.type);

  const decide = (decision: Decision) => {
    const refuse = (reason: unknown) =>
      form.setError(errorText(reason, t('Failed to process your request. Please try again.')));
    send(
      { decision, rows: [row], form: form.values },
      {
        onAnswer: ([decided], [result]) =>
          decided ? onDecided({ ...decided, status: decision }) : refuse(result?.refusal),
        onError: refuse,
      },
    );
  };
  return { form, isPending, sending: isPending ? variables?.decision : undefined, texts, decide };
}
