import { Anchor, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Claim, DeskRequest, RelatedRequest, WaitingDecision } from '#contract/review.ts';
import { isDecidable } from '#contract/rules.ts';
import type { AdminTransaction } from '#contract/transactions.ts';
import { useFormat } from '../../lib/format.ts';
import { Amount } from '../../ui/Amount.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { DecidedBy } from '../transactions/cells.tsx';
import { DetailsList } from '../transactions/DetailsList.tsx';
import { TransactionNotes } from '../transactions/TransactionNotes.tsx';
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
  /** A decision of it that can still be undone. */
  waiting: WaitingDecision | null | undefined;
  /** On whose desk it lies. */
  claim: Claim | null | undefined;
  desk: DeskState;
};

/** A request: what it rests on, beside it the amount, what is unusual, the decision, and the person. */
export function DeskRequestView({ row, facts, waiting, claim, desk }: DeskRequestViewProps) {
  const { t } = useTranslation();
  const [compared, setCompared] = useState<RelatedRequest>();
  const [isSeen, setIsSeen] = useState(row.type === 'withdrawal');
  const see = useCallback(() => setIsSeen(true), []);
  return (
    <article className={classes.request} aria-labelledby="desk-amount">
      <Headline row={row} />
      <Evidence row={row} facts={facts} compared={compared} onSeen={see} />
      <Paper withBorder p="md">
        <Stack gap="md">
          {facts ? (
            <DeskWarnings facts={facts} compared={compared} onCompare={setCompared} />
          ) : (
            <Skeleton height={24} />
          )}
          <TransactionNotes transaction={row} />
          {claim && !claim.isOwn && isDecidable(row) && !waiting && (
            <Text size="sm" role="status">
              {t('{{user}} has this request open. You can still approve or reject it.', {
                user: claim.claimedBy,
              })}
            </Text>
          )}
          <Outcome
            row={row}
            waiting={waiting}
            isWhole={isSeen && facts !== undefined}
            desk={desk}
          />
          {facts && <DeskHistory facts={facts} />}
        </Stack>
      </Paper>
    </article>
  );
}

type OutcomeProps = Pick<DeskRequestViewProps, 'row' | 'waiting' | 'desk'> & {
  /** Whether everything that the decision rests on is on screen. */
  isWhole: boolean;
};

/** The decision: to be made, made so that it can still be undone, or final. */
function Outcome({ row, waiting, isWhole, desk }: OutcomeProps) {
  const { t } = useTranslation();
  if (!isDecidable(row)) {
    return (
      <Stack gap="3xs" align="flex-start">
        <StateBadge state={row.status} />
        <DecidedBy row={row} />
      </Stack>
    );
  }
  if (!waiting) return <DeskDecision row={row} isWhole={isWhole} desk={desk} />;
  const said = {
    approved: t('Approved by {{user}}. It takes effect in a few seconds.', {
      user: waiting.decidedBy,
    }),
    rejected: t('Rejected by {{user}}. It takes effect in a few seconds.', {
      user: waiting.decidedBy,
    }),
  };
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">{said[waiting.decision]}</Text>
      {waiting.isOwn && (
        <Button variant="default" onClick={() => desk.made.undo(row.id)}>
          {t('Undo', { context: 'decision' })}
        </Button>
      )}
    </Stack>
  );
}

const Headline = memo(function Headline({ row }: { row: AdminTransaction }) {
  return (
    <Stack gap="3xs" className={classes.headline}>
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
});

type EvidenceProps = {
  row: AdminTransaction;
  facts: DeskRequest | undefined;
  compared: RelatedRequest | undefined;
  /** Called once the receipt is on screen. */
  onSeen: () => void;
};

/** The receipt of a deposit, or where a withdrawal goes to; beside it the receipt that it is compared with. */
const Evidence = memo(function Evidence({ row, facts, compared, onSeen }: EvidenceProps) {
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
            onSeen={onSeen}
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
});

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
        <StateBadge state={request.status} />
        <Text size="sm" c="dimmed">
          {dateTime(request.createdAt)}
        </Text>
      </Group>
    </Stack>
  );
}
