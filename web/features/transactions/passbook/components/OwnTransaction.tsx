import { SimpleGrid, Stack, Text, Timeline } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OwnTransactionDetails } from '#contract/transactions/schema.ts';
import { isDecidable, toShownStatus } from '#contract/transactions/states.ts';
import { ReceiptImage } from '#web/features/transactions/components/ReceiptImage.tsx';
import { useFormat } from '#web/lib/i18n/format.ts';
import { STATES } from '#web/ui/state/states.ts';
import { DetailsList } from '../../components/DetailsList.tsx';
import { TransactionNotes } from '../../components/TransactionNotes.tsx';
import { useExpectedTime } from '../../hooks/use-expected-time.ts';
import { useFacts } from '../../hooks/use-facts.tsx';
import { FollowUps } from './FollowUps.tsx';
import { TransactionAmount } from './PassbookRow.tsx';
import { PendingActions } from './PendingActions.tsx';

type Shown = { transaction: OwnTransactionDetails };

/** A person's own request: its amount, timeline, facts and what can be done next. */
export default function OwnTransaction({ transaction }: Shown) {
  const { t } = useTranslation();
  const facts = useFacts('own');
  const { receiptUrl } = transaction;
  return (
    <SimpleGrid cols={{ base: 1, sm: receiptUrl ? 2 : 1 }} spacing="lg">
      <Stack gap="md">
        <TransactionAmount row={transaction} fz="h1" />
        <Course transaction={transaction} />
        <DetailsList details={facts(transaction)} />
        <TransactionNotes transaction={transaction} isOwn />
        {isDecidable(transaction) && <PendingActions transaction={transaction} />}
        <FollowUps transaction={transaction} />
      </Stack>
      {receiptUrl && (
        <ReceiptImage key={receiptUrl} url={receiptUrl} failedText={t('Failed to load receipt')} />
      )}
    </SimpleGrid>
  );
}

/** Timeline of a transaction: the request, then in bold the decision or what it waits for. */
function Course({ transaction }: Shown) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const expectedTime = useExpectedTime(transaction.type);
  const { createdAt, decidedAt } = transaction;
  const status = toShownStatus(transaction);
  const look = STATES[status];
  const title = {
    approved: t('Approved by an administrator'),
    rejected: t('Rejected by an administrator'),
    cancelled: t('Cancelled by you'),
    pending: t('Waiting for approval'),
  }[status];
  const isRequest = transaction.kind === 'request';
  return (
    <Timeline active={1} bulletSize={28} color={look.tone}>
      {isRequest && (
        <Timeline.Item
          bullet={<STATES.done.icon size={16} aria-hidden />}
          color={STATES.unknown.tone}
          title={<Text c="dimmed">{t('Requested')}</Text>}
        >
          <Text size="sm" c="dimmed">
            {dateTime(createdAt)}
          </Text>
        </Timeline.Item>
      )}
      <Timeline.Item
        bullet={<look.icon size={16} aria-hidden />}
        title={<Text fw={650}>{title}</Text>}
      >
        <Text size="sm" c="dimmed">
          {decidedAt ? dateTime(decidedAt) : expectedTime}
        </Text>
      </Timeline.Item>
    </Timeline>
  );
}
