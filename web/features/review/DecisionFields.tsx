import { Select, Textarea } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_NOTES_LENGTH } from '#contract/rules.ts';
import { useTranslated } from '../translations/use-translated.ts';
import { useActiveSources } from './queries.ts';

type SourceForm = {
  isOpen: boolean;
  isPending: boolean;
  sourceId: string | null;
  setSourceId: (sourceId: string | null) => void;
};

/** What an approved deposit is attributed to. */
export function SourceSelect({ form }: { form: SourceForm }) {
  const { t } = useTranslation();
  const sources = useActiveSources(form.isOpen);
  const listed = sources.data ?? [];
  const names = useTranslated(listed.map(({ name }) => name));
  return (
    <Select
      label={t('Source')}
      placeholder={t('Select a source (optional)')}
      data={listed.map(({ id, name }, index) => ({ value: id, label: names[index] ?? name }))}
      value={form.sourceId}
      onChange={form.setSourceId}
      disabled={form.isPending}
      error={sources.isError ? t('Failed to fetch sources') : undefined}
      nothingFoundMessage={t('No sources found')}
      comboboxProps={{ withinPortal: true }}
      clearButtonProps={{ 'aria-label': t('Clear') }}
      clearable
      searchable
    />
  );
}

type NotesForm = { isPending: boolean; notes: string; setNotes: (notes: string) => void };

/** Enter begins a new line, so sending from here takes Ctrl or Command with it. */
function sendOnModifiedEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** What the administrator has to say; of a rejection, the reason. */
export function NotesInput({ form, isReject }: { form: NotesForm; isReject: boolean }) {
  const { t } = useTranslation();
  return (
    <Textarea
      label={t('Notes')}
      description={isReject ? t('The user is shown this as the reason.') : undefined}
      placeholder={isReject ? t('Reason for the rejection (optional)') : t('Notes (optional)')}
      value={form.notes}
      onChange={(event) => form.setNotes(event.currentTarget.value)}
      onKeyDown={sendOnModifiedEnter}
      maxLength={MAX_NOTES_LENGTH}
      disabled={form.isPending}
      minRows={3}
      autosize
      maxRows={8}
    />
  );
}
