import { Group, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_MESSAGE_LENGTH } from '#contract/support-messages/rules.ts';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { IconSend } from '#web/ui/icons/IconSend.ts';
import { PageForm } from '#web/ui/page/PageForm.tsx';
import type { ReplyFormState } from '../hooks/use-reply-form.ts';

type ReplyFormProps = {
  state: ReplyFormState;
  label: string;
  submitLabel: string;
  pending: boolean;
  failure: Error | null;
  onSend: (reply: { text: string; requestKey: string }) => void;
  /** Further buttons. */
  actions?: ReactNode;
};

/** Field and button for a reply. Keeps the text after a failed request. */
export function ReplyForm({ state, label, submitLabel, onSend, actions, ...rest }: ReplyFormProps) {
  const { t } = useTranslation();
  const { form, keyFor } = state;
  return (
    <PageForm
      form={form}
      {...rest}
      keepsFocus
      onSubmit={({ text }) => onSend({ text, requestKey: keyFor(text) })}
      footer={
        <Group gap="sm">
          <SubmitButton
            label={submitLabel}
            pendingLabel={t('Sending...')}
            pending={rest.pending}
            leftSection={<IconSend size={18} />}
          />
          {actions}
        </Group>
      }
    >
      <Textarea
        label={label}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={MAX_MESSAGE_LENGTH}
        {...form.field('text')}
        error={form.problems.text && t('Please enter a message.')}
      />
    </PageForm>
  );
}
