import { SimpleGrid, Stack, Text, Timeline } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { TransactionId } from '#contract/shared/base.ts';
import { isDecidable, toShownStatus } from '#contract/transactions/rules.ts';
import type { OwnTransactionDetails } from '#contract/transactions/schema.ts';
import { ReceiptImage } from '#web/features/transactions/components/ReceiptImage.tsx';
import { orpc } from '#web/lib/api/api.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { openedTransaction, passbookSearch } from '#web/lib/lists/transaction-filters.ts';
import { DetailsDialog } from '#web/ui/dialog/DetailsDialog.tsx';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { STATES } from '#web/ui/state/states.ts';
import { ListSkeleton } from '#web/ui/table/ListSkeleton.tsx';
import { DetailsList } from '../../components/DetailsList.tsx';
import { TransactionNotes } from '../../components/TransactionNotes.tsx';
import { useExpectedTime } from '../../hooks/use-expected-time.ts';
import { useFacts } from '../../hooks/use-facts.tsx';
import { FollowUps } from './FollowUps.tsx';
import { TransactionAmount } from './PassbookRow.tsx';
import { PendingActions } from './PendingActions.tsx';

const SKELETON_ROWS = 6;

/** Details of the transaction in the URL, over the passbook. */
export function TransactionDialog() {
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const id = openedTransaction(search);
  const close = () => {
    const { details: _, ...filters } = passbookSearch(search);
    void navigate({ to: '.', search: filters, replace: true, resetScroll: false });
  };
  return <OwnTransactionDialog id={id} opened={id !== undefined} onClose={close} />;
}

type OwnTransactionDialogProps = { id: string | undefined; opened: boolean; onClose: () => void };

/** Details of the user's transaction with its timeline and rejection reason. */
export function OwnTransactionDialog({ id, opened, onClose }: OwnTransactionDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { data, error, refetch } = useQuery(
    // The id in the URL is unchecked; the server validates it.
    orpc.transactions.own.queryOptions({ input: id ? { id: id as TransactionId } : skipToken }),
  );
  return (
    <DetailsDialog
      opened={opened}
      onClose={onClose}
      title={t('Transaction Details')}
      size={data?.receiptUrl ? 'xl' : 'lg'}
    >
      {data && <Details transaction={data} />}
      {!data && error && (
        <ErrorState
          message={errorText(error, t('Failed to fetch transactions'))}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <ListSkeleton rows={SKELETON_ROWS} />}
    </DetailsDialog>
  );
}

type Shown = { transaction: OwnTransactionDetails };

function Details({ transaction }: Shown) {
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
