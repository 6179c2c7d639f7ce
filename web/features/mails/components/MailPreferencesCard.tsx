import { Checkbox, Stack, Switch, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MailPreferences } from '#contract/mails/schema.ts';
import { type ChosenTopic, TOPICS_OF } from '#contract/notifications/rules.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Card } from '#web/ui/Card.tsx';
import { PageForm } from '#web/ui/form/PageForm.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { useSavedForm } from '#web/ui/form/use-checked-form.ts';
import { LoadingPart } from '#web/ui/state/LoadingPart.tsx';
import { useTopicLabels } from '../hooks/use-topic-labels.ts';
import { useMailPreferences, useSaveMailPreferences } from '../queries.ts';

/** Which e-mails the person receives. Absent where the server sends none. */
export function MailPreferencesCard() {
  const { t } = useTranslation();
  const { data, isPending } = useMailPreferences();
  if (isPending) return <LoadingPart />;
  if (!data?.isAvailable) return null;
  return (
    <Card title={t('Emails')}>
      {data.address === null ? (
        <Text size="sm">{t('Add a recovery email to receive emails about your account.')}</Text>
      ) : (
        <Stack gap="md">
          <Text size="sm">
            {t('Sent to {{address}}. Security alerts are always sent.', { address: data.address })}
          </Text>
          <PreferencesForm saved={data} />
        </Stack>
      )}
    </Card>
  );
}

// A text, which the form compares with the saved one.
const toFields = ({ topics, hasDigest }: Pick<MailPreferences, 'topics' | 'hasDigest'>) => ({
  topics: topics.join(' '),
  hasDigest,
});

function PreferencesForm({ saved }: { saved: MailPreferences }) {
  const { t } = useTranslation();
  const labels = useTopicLabels();
  const { role } = useSession().user;
  const form = useSavedForm(toFields(saved));
  const save = useSaveMailPreferences((kept) => form.start(toFields(kept)));
  const topics: readonly ChosenTopic[] = TOPICS_OF[role];
  const chosen = topics.filter((topic) => form.values.topics.split(' ').includes(topic));
  const { onChange } = form.field('topics');
  return (
    <PageForm
      form={form}
      pending={save.isPending}
      failure={save.error}
      onSubmit={({ hasDigest }) => save.mutate({ topics: chosen, hasDigest })}
      footer={
        <SubmitButton label={t('Save')} pendingLabel={t('Saving...')} pending={save.isPending} />
      }
    >
      <Checkbox.Group
        label={t('Email me about')}
        value={chosen}
        onChange={(values) => onChange(topics.filter((topic) => values.includes(topic)).join(' '))}
      >
        <Stack gap="xs" mt="xs">
          {topics.map((topic) => (
            <Checkbox key={topic} value={topic} label={labels[topic]} />
          ))}
        </Stack>
      </Checkbox.Group>
      {role === 'admin' && (
        <Switch
          label={t('Daily digest')}
          description={t('What waits and what failed, each morning.')}
          {...form.checkbox('hasDigest')}
        />
      )}
    </PageForm>
  );
}
