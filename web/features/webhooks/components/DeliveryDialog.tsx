import { Button, Code, Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DeliveryDetails, Webhook } from '#contract/webhooks/schema.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { DetailsDialog } from '#web/ui/dialog/DetailsDialog.tsx';
import { IfCan } from '#web/ui/IfCan.tsx';
import { IconSend } from '#web/ui/icons/IconSend.ts';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { DetailsList } from '../../transactions/components/DetailsList.tsx';
import { useDeliveryLabels } from '../hooks/use-event-labels.ts';
import { useResultText } from '../hooks/use-result-text.ts';
import { inLines } from '../model.ts';
import { useDelivery, useResend } from '../queries.ts';
import { State } from './DeliveryList.tsx';
import classes from './Webhooks.module.css';

type DeliveryDialogProps = { webhook: Webhook; id: string; opened: boolean; onClose: () => void };

/** A delivery with its request and response, and a Resend button. */
export function DeliveryDialog({ webhook, id, opened, onClose }: DeliveryDialogProps) {
  const { t } = useTranslation();
  return (
    <DetailsDialog opened={opened} onClose={onClose} title={t('Delivery')}>
      {/* Unmounted while closing, so that it sends no requests. */}
      {opened && <Content webhook={webhook} id={id} />}
    </DetailsDialog>
  );
}

function Content({ webhook, id }: Pick<DeliveryDialogProps, 'webhook' | 'id'>) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const wanted = { webhookId: webhook.id, id };
  const delivery = useDelivery(wanted);
  const resend = useResend();
  if (delivery.isLoadingError) {
    return (
      <ErrorState
        message={errorText(delivery.error, t('Failed to load deliveries'))}
        error={delivery.error}
        onRetry={() => void delivery.refetch()}
      />
    );
  }
  if (!delivery.data) return <Skeleton height={320} />;
  return (
    <Stack gap="md">
      <Facts delivery={delivery.data} />
      <SentText label={t('Sent')} text={inLines(delivery.data.body)} />
      {delivery.data.answer && <SentText label={t('Response')} text={delivery.data.answer} />}
      <IfCan permission="webhooks:manage">
        <Button
          leftSection={<IconSend size={16} />}
          loading={resend.isPending}
          disabled={!webhook.isActive}
          onClick={() => resend.mutate(wanted)}
        >
          {t('Send again')}
        </Button>
      </IfCan>
    </Stack>
  );
}

function Facts({ delivery }: { delivery: DeliveryDetails }) {
  const { t } = useTranslation();
  const { dateTime, number } = useFormat();
  const labels = useDeliveryLabels();
  const resultText = useResultText();
  const { id, type, createdAt, attempts, lastAt, lastMs, nextAt } = delivery;
  return (
    <DetailsList
      details={[
        { label: t('Event'), value: `${labels[type]} (${type})` },
        { label: t('ID'), value: id, copy: { kind: 'id', value: id } },
        { label: t('Status'), value: <State delivery={delivery} /> },
        { label: t('Date'), value: dateTime(createdAt) },
        { label: t('Attempts'), value: number(attempts) },
        ...(lastAt
          ? [
              { label: t('Last attempt'), value: dateTime(lastAt) },
              { label: t('Result'), value: resultText(delivery) },
              { label: t('Duration'), value: t('{{number}} ms', { number: number(lastMs ?? 0) }) },
            ]
          : []),
        ...(nextAt ? [{ label: t('Next attempt'), value: dateTime(nextAt) }] : []),
      ]}
    />
  );
}

function SentText({ label, text }: { label: string; text: string }) {
  return (
    <Stack gap="2xs">
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Code block className={classes.text} tabIndex={0} role="region" aria-label={label}>
        {text}
      </Code>
    </Stack>
  );
}
