import { Select, Textarea } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Decision } from '#contract/review.ts';
import { MAX_NOTES_LENGTH } from '#contract/rules.ts';
import { useOfferedReasons } from '../../settings/queries.ts';
import { useReasonText } from '../../transactions/use-reason-text.ts';
import { useTranslated } from '../../translations/use-translated.ts';
import { useActiveSources } from '../queries.ts';
import classes from './DecisionFields.module.css';
import type { DecisionState } from './use-decision.ts';

type FieldsState = Pick<DecisionState, 'form' | 'isPending'>;

/** Selects the source to which an approved deposit is attributed. */
export function SourceSelect({ decision, id }: { decision: FieldsState; id?: string }) {
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
export function ReasonSelect({ decision }: { decision: FieldsState }) {
  const { t } = useTranslation();
  const textOf = useReasonText();
  const { data: offered = [], isError } = useOfferedReasons();
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

type NotesInputProps = {
  decision: FieldsState;
  /** The decision that the notes belong to; 'either' while none is chosen. */
  purpose: Decision | 'either';
  id?: string;
};

/** The administrator's notes; for a rejection, the reason. */
export function NotesInput({ decision, purpose, id }: NotesInputProps) {
  const { t } = useTranslation();
  const descriptions = {
    approved: undefined,
    rejected: t('The user is shown this as the reason.'),
    either: t('If you reject, the user is shown this as the reason.'),
  };
  const isReject = purpose === 'rejected';
  return (
    <Textarea
      id={id}
      label={t('Notes')}
      description={descriptions[purpose]}
      placeholder={isReject ? t('Reason for the rejection (optional)') : t('Notes (optional)')}
      {...decision.form.field('notes')}
      onKeyDown={sendOnModifiedEnter}
      maxLength={MAX_NOTES_LENGTH}
      disabled={decision.isPending}
      rows={3}
      classNames={{ input: classes.notes }}
    />
  );
}
