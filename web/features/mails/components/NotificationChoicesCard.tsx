import { Checkbox, Stack, Switch, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MailPreferences } from '#contract/mails/schema.ts';
import { type ChosenTopic, TOPICS_OF } from '#contract/notifications/rules.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Card } from '#web/ui/Card.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { useSavedForm } from '#web/ui/form/use-checked-form.ts';
import { PageForm } from '#web/ui/page/PageForm.tsx';
import { LoadingPart } from '#web/ui/state/LoadingPart.tsx';
import { DeviceSwitch } from '../../push-subscriptions/DeviceSwitch.tsx';
import { usePushKey } from '../../push-subscriptions/queries.ts';
import { useMailPreferences, useSaveMailPreferences } from '../queries.ts';
import { useTopicLabels } from '../use-topic-labels.ts';
import classes from './NotificationChoicesCard.module.css';

/** The topics that the person receives by e-mail and on devices. Absent where the server sends neither. */
export function NotificationChoicesCard() {
  const { t } = useTranslation();
  const { data, isPending } = useMailPreferences();
  const push = usePushKey();
  if (isPending || push.isPending) return <LoadingPart />;
  const publicKey = push.data?.publicKey ?? null;
  if (!data || (!data.isAvailable && publicKey === null)) return null;
  const channels = {
    topics: data.isAvailable && data.address !== null,
    pushTopics: publicKey !== null,
  };
  return (
    <Card title={t('Emails and notifications')}>
      <Stack gap="md">
        {data.isAvailable && (
          <Text size="sm">
            <MailAddress address={data.address} />
          </Text>
        )}
        {publicKey !== null && <DeviceSwitch publicKey={publicKey} />}
        {(channels.topics || channels.pushTopics) && (
          <ChoicesForm saved={data} channels={channels} />
        )}
      </Stack>
    </Card>
  );
}

function MailAddress({ address }: { address: string | null }) {
  const { t } = useTranslation();
  return address === null
    ? t('Add a recovery email to receive emails about your account.')
    : t('Emails go to {{address}}.', { address });
}

// Texts, which the form compares with the saved ones.
const toFields = ({ topics, pushTopics, hasDigest, hidesDetails }: MailPreferences) => ({
  topics: topics.join(' '),
  pushTopics: pushTopics.join(' '),
  hasDigest,
  hidesDetails,
});

type Channel = 'topics' | 'pushTopics';
const CHANNELS = ['topics', 'pushTopics'] as const satisfies Channel[];

interface ChoicesFormProps {
  saved: MailPreferences;
  /** The columns that are shown. */
  channels: Record<Channel, boolean>;
}

function ChoicesForm({ saved, channels }: ChoicesFormProps) {
  const { t } = useTranslation();
  const { role } = useSession().user;
  const form = useSavedForm(toFields(saved));
  const save = useSaveMailPreferences((kept) => form.start(toFields(kept)));
  const known: readonly ChosenTopic[] = TOPICS_OF[role];
  const chosenOf = (channel: Channel) =>
    known.filter((topic) => form.values[channel].split(' ').includes(topic));
  const toggle = (channel: Channel, topic: ChosenTopic, isChosen: boolean) => {
    const before = chosenOf(channel);
    const after = known.filter((one) => (one === topic ? isChosen : before.includes(one)));
    form.field(channel).onChange(after.join(' '));
  };
  return (
    <PageForm
      form={form}
      pending={save.isPending}
      failure={save.error}
      onSubmit={({ hasDigest, hidesDetails }) =>
        save.mutate({
          topics: chosenOf('topics'),
          pushTopics: chosenOf('pushTopics'),
          hasDigest,
          hidesDetails,
        })
      }
      footer={
        <SubmitButton label={t('Save')} pendingLabel={t('Saving...')} pending={save.isPending} />
      }
    >
      <TopicTable
        shown={CHANNELS.filter((channel) => channels[channel])}
        known={known}
        isChosen={(channel, topic) => chosenOf(channel).includes(topic)}
        onToggle={toggle}
      />
      {channels.pushTopics && (
        <Switch
          label={t('Hide details on devices')}
          description={t('Notifications show no amounts, also on a locked screen.')}
          {...form.checkbox('hidesDetails')}
        />
      )}
      {channels.topics && role === 'admin' && (
        <Switch
          label={t('Daily digest')}
          description={t('What waits and what failed, each morning.')}
          {...form.checkbox('hasDigest')}
        />
      )}
    </PageForm>
  );
}

interface TopicTableProps {
  shown: readonly Channel[];
  known: readonly ChosenTopic[];
  isChosen: (channel: Channel, topic: ChosenTopic) => boolean;
  onToggle: (channel: Channel, topic: ChosenTopic, isChosen: boolean) => void;
}

function TopicTable({ shown, known, isChosen, onToggle }: TopicTableProps) {
  const { t } = useTranslation();
  const labels = useTopicLabels();
  const names: Record<Channel, string> = { topics: t('Email'), pushTopics: t('Device') };
  return (
    <Table horizontalSpacing="2xs" verticalSpacing="2xs" fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('Topic')}</Table.Th>
          {shown.map((channel) => (
            <Table.Th scope="col" key={channel}>
              {names[channel]}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {/* Cannot be switched off: a thief with a session must not end them. */}
        <Table.Tr>
          <Table.Th scope="row" fw={400}>
            {labels.security}
          </Table.Th>
          {shown.map((channel) => (
            <Table.Td key={channel}>
              <Choice isChosen name={`${labels.security}: ${names[channel]}`} />
            </Table.Td>
          ))}
        </Table.Tr>
        {known.map((topic) => (
          <Table.Tr key={topic}>
            <Table.Th scope="row" fw={400}>
              {labels[topic]}
            </Table.Th>
            {shown.map((channel) => (
              <Table.Td key={channel}>
                <Choice
                  isChosen={isChosen(channel, topic)}
                  onToggle={(isWanted) => onToggle(channel, topic, isWanted)}
                  name={`${labels[topic]}: ${names[channel]}`}
                />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface ChoiceProps {
  isChosen: boolean;
  /** Without it, the choice cannot be changed. */
  onToggle?: (isWanted: boolean) => void;
  name: string;
}

/** A checkbox with the area of a finger. */
function Choice({ isChosen, onToggle, name }: ChoiceProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox in it.
    <label className={classes.choice}>
      <Checkbox
        checked={isChosen}
        disabled={onToggle === undefined}
        onChange={({ currentTarget }) => onToggle?.(currentTarget.checked)}
        aria-label={name}
      />
    </label>
  );
}
