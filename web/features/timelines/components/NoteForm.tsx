import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UserId } from '#contract/shared/base.ts';
import { MAX_NOTES_LENGTH } from '#contract/shared/limits.ts';
import { useRequestKeys } from '#web/lib/api/request-key.ts';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { useCheckedForm } from '#web/ui/form/use-checked-form.ts';
import { IconNote } from '#web/ui/icons/IconNote.ts';
import { PageForm } from '#web/ui/page/PageForm.tsx';
import { useAddNote } from '../queries.ts';

const EMPTY = { text: '' };

/** Adds a note about a user that other administrators can read. */
export function NoteForm({ userId }: { userId: UserId }) {
  const { t } = useTranslation();
  const draftKey = `note on ${userId}`;
  const keys = useRequestKeys(draftKey);
  const form = useCheckedForm<typeof EMPTY, { text: boolean }>({
    initialValues: EMPTY,
    findProblems: ({ text }) => (text.trim() === '' ? { text: true } : {}),
    draftKey,
  });
  const add = useAddNote(() => {
    keys.renew();
    form.start(EMPTY);
  });
  return (
    <PageForm
      form={form}
      pending={add.isPending}
      failure={add.error}
      onSubmit={({ text }) => add.mutate({ userId, text, requestKey: keys.keyFor([text]) })}
    >
      <Textarea
        label={t('Note')}
        description={t('Only administrators see notes.')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={MAX_NOTES_LENGTH}
        {...form.field('text')}
        error={form.problems.text && t('Please enter a note.')}
      />
      <SubmitButton
        variant="default"
        label={t('Add note')}
        pendingLabel={t('Adding...')}
        pending={add.isPending}
        leftSection={<IconNote size={16} />}
      />
    </PageForm>
  );
}
