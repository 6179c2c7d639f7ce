import { Select, Textarea } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Decision } from '#contract/review/schema.ts';
import { MAX_NOTES_LENGTH } from '#contract/shared/limits.ts';
import type { TransactionType } from '#contract/transactions/rules.ts';
import { useOfferedReasons } from '#web/features/settings/queries.ts';
import { useReasonText } from '#web/features/transactions/hooks/use-reason-text.ts';
import { useTranslated } from '#web/features/translations/use-translated.ts';
import { useActiveSources } from '../../queries.ts';
import type { useDecide } from '../hooks/use-decide.ts';
import classes from './DecisionFields.module.css';

type FieldsState = Pick<ReturnType<typeof useDecide>, 'form' | 'isPending'>;

type DecisionFieldsProps = {
  decision: FieldsState;
  type: TransactionType;
  /** The decision that the fields belong to; 'either' while none is chosen. */
  outcome: Decision | 'either';
  /** Element ids, for shortcuts that move the focus. */
  ids?: { source: string; notes: string };
};

/** Fields of a decision: source of an approved deposit, reason of a rejection, notes. */
export function DecisionFields({ decision, type, outcome, ids }: DecisionFieldsProps) {
  return (
    <>
      {type === 'deposit' && outcome !== 'rejected' && (
        <SourceSelect decision={decision} id={ids?.source} />
      )}
      {outcome === 'rejected' && <ReasonSelect decision={decision} />}
      <NotesInput decision={decision} outcome={outcome} id={ids?.notes} />
    </>
  );
}

/** Selects the source to which an approved deposit is attributed. */
function SourceSelect({ decision, id }: { decision: FieldsState; id: string | undefined }) {
  const { t } = useTranslation();
  const sources = useActiveSources();
  const listed = sources.data ?? [];
  const names = useTranslated(listed.map(({ name }) => name));
  return (
    <Select
      id={id}
      label={t('Source')}
      placeholder={t('Select a source (optional)')}
      data={listed.map(({ id, name }, index) => ({ value: id, label: names[index] ?? name }))}
      {...decision.form.field('sourceId')}
      disabled={decision.isPending}
      error={sources.isError ? t('Failed to fetch sources') : undefined}
      nothingFoundMessage={t('No sources found')}
      comboboxProps={{ withinPortal: true }}
      clearButtonProps={{ 'aria-label': t('Clear', { context: 'field' }) }}
      clearable
      searchable
    />
  );
}

/** Selects a canned rejection reason. */
function ReasonSelect({ decision }: { decision: FieldsState }) {
  const { t } = useTranslation();
  const textOf = useReasonText();
  const { data: offered = [], isError } = useOfferedReasons('rejection');
  return (
    <Select
      label={t('Reason')}
      placeholder={t('Select a reason (optional)')}
      data={offered.map(({ id, texts }) => ({ value: id, label: textOf(texts) }))}
      {...decision.form.field('reasonId')}
      disabled={decision.isPending}
      error={isError ? t('Failed to load the reasons') : undefined}
      comboboxProps={{ withinPortal: true }}
      clearButtonProps={{ 'aria-label': t('Clear', { context: 'field' }) }}
      clearable
    />
  );
}

/** Enter inserts a new line; Ctrl+Enter or Command+Enter submits. */
function sendOnModifiedEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

type NotesInputProps = Pick<DecisionFieldsProps, 'decision' | 'outcome'> & {
  id: string | undefined;
};

/** The administrator's notes; for a rejection, the reason. */
function NotesInput({ decision, outcome, id }: NotesInputProps) {
  const { t } = useTranslation();
  const descriptions = {
    approved: undefined,
    rejected: t('The user is shown this as the reason.'),
    either: t('If you reject, the user is shown this as the reason.'),
  };
  const isReject = outcome === 'rejected';
  return (
    <Textarea
      id={id}
      label={t('Notes')}
      description={descriptions[outcome]}
      placeholder={isReject ? t('Reason for the rejection (optional)') : t('Notes (optional)')}
      {...decision.form.field('notes')}
      onKeyDown={sendOnModifiedEnter}
      maxLength={MAX_NOTES_LENGTH}
      disabled={decision.isPending}
      // On the review page, the history of the user is below.
      rows={outcome === 'either' ? 1 : 3}
      classNames={{ input: classes.notes }}
    />
  );
}
