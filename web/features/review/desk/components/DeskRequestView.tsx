import { Anchor, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Claim, DeskRequest, WaitingDecision } from '#contract/review/schema.ts';
import { isDecidable, toShownStatus } from '#contract/transactions/rules.ts';
import type {
  AdminTransaction,
  RelatedRequest,
  ReplacedReceipt,
} from '#contract/transactions/schema.ts';
import { WaitingConfirmation } from '#web/features/approvals/components/WaitingApproval.tsx';
import { BankEvidence } from '#web/features/reconciliation/components/BankEvidence.tsx';
import { DecidedBy } from '#web/features/transactions/components/Cells.tsx';
import { DetailsList } from '#web/features/transactions/components/DetailsList.tsx';
import { ReceiptImage } from '#web/features/transactions/components/ReceiptImage.tsx';
import { ReplacedReceipts } from '#web/features/transactions/components/ReplacedReceipts.tsx';
import { TransactionNotes } from '#web/features/transactions/components/TransactionNotes.tsx';
import { useFacts } from '#web/features/transactions/hooks/use-facts.tsx';
import { useErrorText } from '#web/lib/api/errors.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { paths } from '#web/lib/page/paths.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { BeneficiaryCard } from '../../request/components/BeneficiaryCard.tsx';
import type { DeskState } from '../hooks/use-desk.ts';
import type { Evidence as EvidenceState } from '../hooks/use-ready-to-decide.ts';
import { REQUEST_HEADING_ID } from '../hooks/use-request-focus.ts';
import classes from './Desk.module.css';
import { DeskDecision } from './DeskDecision.tsx';
import { DeskHistory } from './DeskHistory.tsx';
import { DeskWarnings } from './DeskWarnings.tsx';

type DeskRequestViewProps = {
  row: AdminTransaction;
  /** Details that help to decide the request, once loaded. */
  facts: DeskRequest | undefined;
  /** The decision on the request that can still be undone, if any. */
  waiting: WaitingDecision | null | undefined;
  /** Which reviewer the request is assigned to. */
  claim: Claim | null | undefined;
  desk: DeskState;
};

/** A request: amount, person, warnings, evidence and decision. */
export function DeskRequestView({ row, facts, waiting, claim, desk }: DeskRequestViewProps) {
  const [compared, setCompared] = useState<RelatedRequest>();
  const receipt = useReceipt(row);
  const isDeposit = row.type === 'deposit';
  const history = facts && (
    <Paper withBorder p="md">
      <DeskHistory facts={facts} />
    </Paper>
  );
  const circumstances = <Circumstances row={row} />;
  const replaced = facts?.request.replacedReceipts;
  const before = <Remarks row={row} claim={waiting ? null : claim} replaced={replaced} />;
  const after = isDeposit && (
    <>
      {circumstances}
      {history}
    </>
  );
  return (
    <article className={classes.request} aria-labelledby={REQUEST_HEADING_ID}>
      <Headline row={row} />
      <div className={classes.alerts}>
        {facts ? (
          <DeskWarnings facts={facts} compared={compared} onCompare={setCompared} />
        ) : (
          <FactsAwaited desk={desk} />
        )}
      </div>
      <div className={classes.evidence} data-type={row.type}>
        <Evidence row={row} facts={facts} compared={compared} {...receipt.callbacks} />
        {isDeposit && <BankEvidence id={row.id} />}
        {!isDeposit && (
          <>
            {circumstances}
            {history}
          </>
        )}
      </div>
      {isDecidable(row) && !waiting && !facts?.isHeld ? (
        <DeskDecision
          row={row}
          evidence={facts ? receipt.evidence : 'loading'}
          desk={desk}
          before={before}
          after={after}
        />
      ) : (
        <>
          <Stack gap="md" className={classes.rest}>
            {before}
            {after}
          </Stack>
          <div className={classes.bar}>
            {facts?.isHeld && isDecidable(row) && !waiting ? (
              <WaitingConfirmation transactionId={row.id} />
            ) : (
              <Outcome row={row} waiting={waiting} desk={desk} />
            )}
          </div>
        </>
      )}
    </article>
  );
}

/** Returns whether the receipt is on screen, and the image's callbacks. A withdrawal has no receipt. */
function useReceipt({ type, receiptUrl }: AdminTransaction) {
  const [loaded, setLoaded] = useState<{ url: string | null; evidence: EvidenceState }>();
  const onSeen = useCallback(() => setLoaded({ url: receiptUrl, evidence: 'shown' }), [receiptUrl]);
  const onFailed = useCallback(
    () => setLoaded({ url: receiptUrl, evidence: 'missing' }),
    [receiptUrl],
  );
  const initial = receiptUrl ? 'loading' : 'missing';
  // The user may replace the receipt while the request is on screen.
  const ofReceipt = loaded?.url === receiptUrl ? loaded.evidence : initial;
  const evidence: EvidenceState = type === 'deposit' ? ofReceipt : 'shown';
  return { evidence, callbacks: { onSeen, onFailed } };
}

/** Placeholder for the warnings until the details have loaded, or the loading error. */
function FactsAwaited({ desk }: { desk: DeskState }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { error, refetch } = desk.details;
  if (!error) return <Skeleton height={24} />;
  return (
    <StateAlert state="failed" role="alert">
      <Stack gap="xs" align="flex-start">
        {errorText(error, t('Failed to fetch transactions'))}
        <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
          {t('Retry')}
        </Button>
      </Stack>
    </StateAlert>
  );
}

type RemarksProps = {
  row: AdminTransaction;
  claim: Claim | null | undefined;
  replaced: ReplacedReceipt[] | undefined;
};

/** Replaced receipts, the user's notes, and the other reviewer who has the request open. */
function Remarks({ row, claim, replaced }: RemarksProps) {
  const { t } = useTranslation();
  return (
    <>
      <ReplacedReceipts row={row} replaced={replaced} />
      <TransactionNotes transaction={row} />
      {claim && !claim.isOwn && isDecidable(row) && (
        <Text size="sm" role="status">
          {t('{{user}} has this request open. You can still approve or reject it.', {
            user: claim.claimedBy,
          })}
        </Text>
      )}
    </>
  );
}

type OutcomeProps = Pick<DeskRequestViewProps, 'row' | 'waiting' | 'desk'>;

/** A decision that was made: it can be undone, or it is final. */
function Outcome({ row, waiting, desk }: OutcomeProps) {
  const { t } = useTranslation();
  if (!waiting) {
    return (
      <Stack gap="3xs" align="flex-start">
        <StateBadge state={toShownStatus(row)} />
        <DecidedBy row={row} />
      </Stack>
    );
  }
  const texts = {
    approved: t('Approved by {{user}}. It takes effect in a few seconds.', {
      user: waiting.decidedBy,
    }),
    rejected: t('Rejected by {{user}}. It takes effect in a few seconds.', {
      user: waiting.decidedBy,
    }),
  };
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">{texts[waiting.decision]}</Text>
      {waiting.isOwn && (
        <Button variant="default" onClick={() => desk.undoable.undo(row.id)}>
          {t('Undo', { context: 'decision' })}
        </Button>
      )}
    </Stack>
  );
}

const Headline = memo(function Headline({ row }: { row: AdminTransaction }) {
  return (
    <header className={classes.headline}>
      <Title order={2} size="h1" id={REQUEST_HEADING_ID} tabIndex={-1} className={classes.amount}>
        <Amount paise={row.amountPaise} />
      </Title>
      <Group gap="xs" justify="space-between" className={classes.who}>
        <Anchor
          component={Link}
          to={paths.admin.user(row.userId)}
          fw={600}
          className={classes.person}
        >
          {row.userName}
        </Anchor>
        <Text size="sm" c="dimmed">
          <RelativeTime date={row.createdAt} />
        </Text>
      </Group>
    </header>
  );
});

type EvidenceProps = {
  row: AdminTransaction;
  facts: DeskRequest | undefined;
  compared: RelatedRequest | undefined;
  /** Called when the receipt is on screen. */
  onSeen: () => void;
  onFailed: () => void;
};

/** The receipt of a deposit, or the bank account of a withdrawal, next to the receipt to compare. */
const Evidence = memo(function Evidence(props: EvidenceProps) {
  const { row, facts, compared, onSeen, onFailed } = props;
  const { t } = useTranslation();
  return (
    <div className={classes.pictures} data-two={compared ? true : undefined}>
      {row.type === 'deposit' ? (
        <ReceiptImage
          key={row.receiptUrl}
          url={row.receiptUrl}
          failedText={t('Failed to load receipt image')}
          isTall
          onSeen={onSeen}
          onFailed={onFailed}
        />
      ) : (
        <BeneficiaryCard row={row} beneficiary={facts?.request.beneficiary} />
      )}
      {compared && <Compared request={compared} />}
    </div>
  );
});

/** Reference, creation time and payment method. */
const Circumstances = memo(function Circumstances({ row }: { row: AdminTransaction }) {
  const facts = useFacts('desk');
  return (
    <Paper withBorder p="md">
      <DetailsList details={facts(row)} />
    </Paper>
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
        <StateBadge state={toShownStatus(request)} />
        <Text size="sm" c="dimmed">
          {dateTime(request.createdAt)}
        </Text>
      </Group>
    </Stack>
  );
}
