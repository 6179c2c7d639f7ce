import { Anchor, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskRequest, RelatedRequest } from '#contract/review.ts';
import { isDecidable } from '#contract/rules.ts';
import type { AdminTransaction } from '#contract/transactions.ts';
import { useFormat } from '../../lib/format.ts';
import { Amount } from '../../ui/Amount.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { DecidedBy } from '../transactions/cells.tsx';
import { DetailsList } from '../transactions/DetailsList.tsx';
import { TransactionNotes } from '../transactions/TransactionNotes.tsx';
import { TransactionStatusBadge } from '../transactions/TransactionStatusBadge.tsx';
import { BeneficiaryCard } from './BeneficiaryCard.tsx';
import classes from './Desk.module.css';
import { DeskDecision } from './DeskDecision.tsx';
import { DeskHistory } from './DeskHistory.tsx';
import { DeskWarnings } from './DeskWarnings.tsx';
import { ReceiptImage } from './ReceiptImage.tsx';
import type { DeskState } from './use-desk.ts';
import { useRequestCircumstances } from './use-request-facts.tsx';

type DeskRequestViewProps = {
  row: AdminTransaction;
  /** What helps to decide it, once that has come. */
  facts: DeskRequest | undefined;
  desk: DeskState;
};

/** A request: what it rests on, beside it the amount, what is unusual, the decision, and the person. */
export function DeskRequestView({ row, facts, desk }: DeskRequestViewProps) {
  const [compared, setCompared] = useState<RelatedRequest>();
  return (
    <article className={classes.request} aria-labelledby="desk-amount">
      <Headline row={row} />
      <Evidence row={row} facts={facts} compared={compared} />
      <Paper withBorder p="md">
        <Stack gap="md">
          {facts ? (
            <DeskWarnings facts={facts} compared={compared} onCompare={setCompared} />
          ) : (
            <Skeleton height={24} />
          )}
          <TransactionNotes transaction={row} />
          {isDecidable(row) ? (
            <DeskDecision row={row} desk={desk} />
          ) : (
            <Stack gap={2} align="flex-start">
              <TransactionStatusBadge status={row.status} />
              <DecidedBy row={row} />
            </Stack>
          )}
          {facts && <DeskHistory facts={facts} />}
        </Stack>
      </Paper>
    </article>
  );
}

function Headline({ row }: { row: AdminTransaction }) {
  return (
    <Stack gap={2} className={classes.headline}>
      <Title order={2} size="h1" id="desk-amount">
        <Amount paise={row.amountPaise} />
      </Title>
      <Group gap="xs" justify="space-between">
        <Anchor
          component={Link}
          to={`/admin/users/${row.userId}`}
          fw={600}
          className={classes.person}
        >
          {row.userName}
        </Anchor>
        <Text size="sm" c="dimmed">
          <RelativeTime date={row.createdAt} />
        </Text>
      </Group>
    </Stack>
  );
}

type EvidenceProps = {
  row: AdminTransaction;
  facts: DeskRequest | undefined;
  compared: RelatedRequest | undefined;
};

/** The receipt of a deposit, or where a withdrawal goes to; beside it the receipt that it is compared with. */
function Evidence({ row, facts, compared }: EvidenceProps) {
  const { t } = useTranslation();
  const circumstances = useRequestCircumstances();
  const reference = {
    label: t('Reference'),
    value: row.referenceId,
    copy: { kind: 'reference' as const, value: row.referenceId },
  };
  return (
    <Stack gap="md" className={classes.evidence}>
      <div className={classes.pictures} data-two={compared ? true : undefined}>
        {row.type === 'deposit' ? (
          <ReceiptImage
            url={row.receiptUrl}
            failedText={t('Failed to load receipt image')}
            isTall
          />
        ) : (
          <BeneficiaryCard row={row} beneficiary={facts?.request.beneficiary} />
        )}
        {compared && <Compared request={compared} />}
      </div>
      <Paper withBorder p="md">
        <DetailsList details={[reference, ...circumstances(row)]} />
      </Paper>
    </Stack>
  );
}

function Compared({ request }: { request: RelatedRequest }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return (
    <Stack gap="xs" component="section" aria-label={t('The other request')}>
      <ReceiptImage
        key={request.id}
        url={request.receiptUrl}
        failedText={t('Failed to load receipt image')}
        isTall
        hasKeys={false}
      />
      <Group gap="xs">
        <Amount paise={request.amountPaise} fw={600} />
        <Text size="sm">{request.userName}</Text>
        <TransactionStatusBadge status={request.status} />
        <Text size="sm" c="dimmed">
          {dateTime(request.createdAt)}
        </Text>
      </Group>
    </Stack>
  );
}
