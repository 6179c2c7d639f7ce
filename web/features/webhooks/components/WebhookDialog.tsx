import { Checkbox, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_URL_LENGTH } from '#contract/shared/limits.ts';
import type { Webhook, WebhookForm } from '#contract/webhooks/schema.ts';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import type { FormDialogState } from '#web/ui/dialog/use-form-dialog.ts';
import { useEventLabels, useWebhookEvents } from '../hooks/use-event-labels.ts';
import type { WebhookProblems } from '../model.ts';
import { useSaveWebhook } from '../queries.ts';

type DialogState = FormDialogState<Webhook, WebhookForm, WebhookProblems>;
type WebhookDialogProps = {
  state: DialogState;
  /** Called with the signing secret of a new webhook. */
  onSecret: (secret: string) => void;
};

export function WebhookDialog({ state, onSecret }: WebhookDialogProps) {
  const { t } = useTranslation();
  const { edited, form } = state;
  const save = useSaveWebhook((secret) => {
    state.close();
    if (secret !== undefined) onSecret(secret);
  });
  return (
    <FormDialog
      opened={state.isOpen}
      onClose={state.close}
      title={edited ? t('Edit webhook') : t('Add webhook')}
      submitLabel={edited ? t('Update webhook') : t('Create webhook')}
      pendingLabel={edited ? t('Updating...') : t('Creating...')}
      pending={save.isPending}
      failure={save.error}
      form={form}
      onSubmit={(typed) => save.mutate({ id: edited?.id, form: typed })}
    >
      <Fields form={form} />
    </FormDialog>
  );
}

function Fields({ form }: Pick<DialogState, 'form'>) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t('URL')}
        type="url"
        inputMode="url"
        placeholder="https://"
        {...form.field('url')}
        error={form.problems.url && t(errorTable.INVALID_WEBHOOK_URL.message)}
        maxLength={MAX_URL_LENGTH}
        required
        data-autofocus
      />
      <Textarea
        label={t('Description')}
        {...form.field('description')}
        maxLength={MAX_DESCRIPTION_LENGTH}
        minRows={1}
        maxRows={3}
        autosize
      />
      <EventBoxes form={form} />
      <Switch
        label={t('Active')}
        description={t('Events are sent only to active webhooks.')}
        {...form.checkbox('isActive')}
      />
    </>
  );
}

function EventBoxes({ form }: Pick<DialogState, 'form'>) {
  const { t } = useTranslation();
  const labels = useEventLabels();
  const events = useWebhookEvents();
  const { value, onChange } = form.field('eventTypes');
  const choose = (chosen: string[]) => onChange(events.filter((event) => chosen.includes(event)));
  return (
    <Checkbox.Group
      label={t('Events')}
      value={value}
      onChange={choose}
      error={form.problems.eventTypes && t(errorTable.WEBHOOK_EVENTS_REQUIRED.message)}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" my="xs">
        {events.map((event) => (
          <Checkbox key={event} value={event} label={labels[event]} description={event} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}
