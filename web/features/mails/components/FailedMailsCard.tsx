import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FailedMail } from '#contract/mails/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { useCan } from '#web/lib/session/permissions.ts';
import { Card } from '#web/ui/Card.tsx';
import { LoadingPart } from '#web/ui/state/LoadingPart.tsx';
import { useFailedMails, useResendMail } from '../queries.ts';
import { useTopicLabels } from '../use-topic-labels.ts';

/** E-mails that could not be sent. Absent where the server sends none and none has failed. */
export function FailedMailsCard() {
  const { t } = useTranslation();
  const { data, isPending } = useFailedMails();
  if (isPending) return <LoadingPart />;
  if (!data || (!data.isAvailable && data.total === 0)) return null;
  return (
    <Card
      title={t('Emails that were not sent')}
      description={t('The server tried for about a day. Failed emails are kept for 30 days.')}
    >
      {data.total === 0 && <Text size="sm">{t('All emails were sent.')}</Text>}
      {data.total > 0 && (
        <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {data.rows.map((mail) => (
            <FailedMailRow key={mail.id} mail={mail} />
          ))}
        </Stack>
      )}
      {data.total > data.rows.length && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('Older ones are not shown.')}
        </Text>
      )}
    </Card>
  );
}

function FailedMailRow({ mail }: { mail: FailedMail }) {
  const { t } = useTranslation();
  const labels = useTopicLabels();
  const { dateTime } = useFormat();
  const mayResend = useCan('settings:manage');
  const resend = useResendMail();
  const { id, userId, username, topic, failedAt, failure } = mail;
  return (
    <Group component="li" justify="space-between" gap="sm">
      <Stack gap={0}>
        <Text size="sm" fw={500}>
          {username} · {labels[topic]}
        </Text>
        <Text size="sm" c="dimmed">
          {dateTime(failedAt)} · {failure}
        </Text>
      </Stack>
      {mayResend && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('Send again: {{name}}', {
            name: `${username}, ${labels[topic]}, ${dateTime(failedAt)}`,
          })}
          loading={resend.isPending}
          onClick={() => resend.mutate({ id, userId })}
        >
          {t('Send again')}
        </Button>
      )}
    </Group>
  );
}
