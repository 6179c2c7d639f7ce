import { Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminTransaction, RelatedRequest } from '#contract/transactions/schema.ts';
import { toShownStatus } from '#contract/transactions/states.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { usePersonName } from '#web/lib/i18n/use-person-name.ts';
import { paths } from '#web/lib/page/paths.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { DetailsDialog } from '#web/ui/dialog/DetailsDialog.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { ReceiptImage } from './ReceiptImage.tsx';

export type ComparedRequest = Omit<RelatedRequest, 'id'> & Pick<AdminTransaction, 'id'>;

type ReceiptComparisonProps = { row: ComparedRequest; others: ComparedRequest[] };

/** The receipt of a request next to those of others, with amount, user, status and date; on a phone below each other. */
export function ReceiptComparison({ row, others }: ReceiptComparisonProps) {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
      <ReceiptOf request={row} title={t('This request')} />
      {others.map((other) => (
        <ReceiptOf key={other.id} request={other} />
      ))}
    </SimpleGrid>
  );
}

/** `title` is that of the request in question; another one is named by its reference, with a link. */
function ReceiptOf({ request, title }: { request: ComparedRequest; title?: string }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const personName = usePersonName();
  return (
    <Stack gap="xs" component="section" aria-label={title ?? request.referenceId}>
      {title ? (
        <Text fw={600}>{title}</Text>
      ) : (
        <Anchor
          fw={600}
          renderRoot={(props) => (
            <Link {...props} to={paths.admin.desk('deposit')} search={{ id: request.id }} />
          )}
        >
          {request.referenceId}
        </Anchor>
      )}
      <Group gap="xs">
        <Amount paise={request.amountPaise} fw={600} />
        <StateBadge state={toShownStatus(request)} />
        <Text size="sm">{personName(request.userName)}</Text>
      </Group>
      <Text size="sm" c="dimmed">
        {dateTime(request.createdAt)}
      </Text>
      <ReceiptImage
        url={request.receiptUrl}
        failedText={t('Failed to load receipt image')}
        hasKeys={false}
      />
    </Stack>
  );
}

/** A button that opens the comparison. */
export function CompareReceipts(props: ReceiptComparisonProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="compact-sm" variant="default" mt="2xs" onClick={() => setIsOpen(true)}>
        {t('Compare receipts')}
      </Button>
      <DetailsDialog
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('Compare receipts')}
        size="xl"
      >
        <ReceiptComparison {...props} />
      </DetailsDialog>
    </>
  );
}
