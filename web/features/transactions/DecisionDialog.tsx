import { useTranslation } from 'react-i18next';
import type { AdminTransaction } from '#contract/transactions.ts';
import { useErrorText } from '../../lib/errors.ts';
import { ActionDialog } from '../../ui/ActionDialog.tsx';
import { NotesInput, SourceSelect } from './DecisionFields.tsx';
import { DetailsList } from './DetailsList.tsx';
import { useCurrentRow } from './use-current-row.ts';
import { useDecidedText } from './use-decided-text.ts';
import type { DecisionState } from './use-decision.ts';
import { useRequestFacts } from './use-request-facts.tsx';

/** Asks for what goes with an approval or a rejection, and stays open, with what was typed, when it fails. */
export function DecisionDialog({ decision }: { decision: DecisionState }) {
  const { target, texts, isOpen, isPending } = decision;
  const { current, isGone } = useCurrentRow(target?.row, isOpen);
  const error = useDecisionError(decision, current, isGone);
  const facts = useRequestFacts();
  const isReject = target?.decision === 'reject';
  const hasSource = target?.decision === 'approve' && target.row.type === 'deposit';
  return (
    <ActionDialog
      opened={isOpen}
      onClose={decision.close}
      title={texts.title}
      submitLabel={texts.title}
      pendingLabel={texts.pending}
      pending={isPending}
      error={error.text}
      submitDisabled={error.isFinal}
      onSubmit={decision.submit}
      danger={isReject}
      focusSubmit={!isReject}
    >
      {current && <DetailsList details={facts(current)} />}
      {hasSource && <SourceSelect form={decision} />}
      <NotesInput form={decision} isReject={isReject} />
    </ActionDialog>
  );
}

/** What keeps the decision from being taken; final when trying again can't help. */
function useDecisionError(
  { error, texts, isPending, isOpen }: DecisionState,
  current: AdminTransaction | undefined,
  isGone: boolean,
) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const decidedText = useDecidedText()(current);
  // The own decision is on its way, or has just closed the dialog: that is no news.
  if (isPending || !isOpen) return { text: undefined, isFinal: false };
  if (isGone) return { text: texts.invalid, isFinal: true };
  if (decidedText) return { text: decidedText, isFinal: true };
  if (!error) return { text: undefined, isFinal: false };
  const unexpected = t('Failed to process your request. Please try again.');
  return { text: errorText(error, unexpected), isFinal: false };
}
