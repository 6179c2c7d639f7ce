import { ActionIcon, Anchor, Group, Stack, Text, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeskRequest } from '#contract/review/schema.ts';
import type { AdminTransaction, RelatedRequest } from '#contract/transactions/schema.ts';
import { toShownStatus } from '#contract/transactions/states.ts';
import { ReceiptImage } from '#web/features/transactions/components/ReceiptImage.tsx';
import { useZoom, type Zoom } from '#web/features/transactions/hooks/use-zoom.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { paths } from '#web/lib/page/paths.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { IconColumns2 } from '#web/ui/icons/IconColumns2.ts';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { useShortcuts } from '#web/ui/use-shortcuts.ts';
import { BeneficiaryCard } from '../../request/components/BeneficiaryCard.tsx';
import { listCompared, nextCompared } from '../model.ts';
import classes from './Desk.module.css';

type DeskEvidenceProps = {
  row: AdminTransaction;
  facts: DeskRequest | undefined;
  compared: RelatedRequest | undefined;
  onCompare: (other: RelatedRequest | undefined) => void;
  /** Called when the receipt is on screen. */
  onSeen: () => void;
  onFailed: () => void;
};

/** The receipt of a deposit, or the bank account of a withdrawal, next to the receipt to compare. */
export const DeskEvidence = memo(function DeskEvidence(props: DeskEvidenceProps) {
  const { row, facts, compared, onSeen, onFailed } = props;
  const { t } = useTranslation();
  // Both receipts are zoomed and moved together, to compare the same part of them.
  const zoom = useZoom();
  return (
    <div className={classes.pictures} data-two={compared ? true : undefined}>
      {row.type === 'deposit' ? (
        <ReceiptImage
          key={row.receiptUrl}
          url={row.receiptUrl}
          failedText={t('Failed to load receipt image')}
          isTall
          zoom={zoom}
          tool={<CompareButton {...props} />}
          onSeen={onSeen}
          onFailed={onFailed}
        />
      ) : (
        <BeneficiaryCard row={row} beneficiary={facts?.request.beneficiary} />
      )}
      {compared && <Compared request={compared} zoom={zoom} />}
    </div>
  );
});

/** Shows the receipts to compare one after another, and then none, by a key too. */
function CompareButton({ facts, compared, onCompare }: DeskEvidenceProps) {
  const { t } = useTranslation();
  const others = listCompared(facts);
  const compare = () => onCompare(nextCompared(others, compared));
  useShortcuts(others.length > 0 ? { compare } : {});
  if (others.length === 0) return null;
  const label = t('Compare with another receipt');
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={compared ? 'filled' : 'default'}
        size="lg"
        aria-label={label}
        aria-pressed={compared !== undefined}
        onClick={compare}
      >
        <IconColumns2 size={18} />
      </ActionIcon>
    </Tooltip>
  );
}

type ComparedProps = { request: RelatedRequest; zoom: Zoom };

function Compared({ request, zoom }: ComparedProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return (
    <section className={classes.compared} aria-label={t('The other request')}>
      <ReceiptImage
        key={request.id}
        url={request.receiptUrl}
        failedText={t('Failed to load receipt image')}
        isTall
        hasKeys={false}
        zoom={zoom}
      />
      <Stack gap={0}>
        <Group gap="0 var(--mantine-spacing-xs)">
          <Amount paise={request.amountPaise} size="sm" fw={600} />
          <Text size="sm" className={classes.person}>
            {request.userName}
          </Text>
          <StateBadge state={toShownStatus(request)} />
        </Group>
        <Text size="xs" c="dimmed">
          <Anchor
            inherit
            td="underline"
            renderRoot={(props) => (
              <Link {...props} to={paths.admin.desk('deposit')} search={{ id: request.id }} />
            )}
          >
            {request.referenceId}
          </Anchor>{' '}
          {dateTime(request.createdAt)}
        </Text>
      </Stack>
    </section>
  );
}
