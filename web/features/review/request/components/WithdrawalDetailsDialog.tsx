import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TransactionDetails } from '#contract/transactions/schema.ts';
import { isDecidable } from '#contract/transactions/states.ts';
import {
  useIsHeld,
  WaitingConfirmation,
} from '#web/features/approvals/components/WaitingApproval.tsx';
import { BeneficiaryDetails } from '#web/features/transactions/components/BeneficiaryDetails.tsx';
import { DecidedBy } from '#web/features/transactions/components/Cells.tsx';
import { DetailsList } from '#web/features/transactions/components/DetailsList.tsx';
import { RequestWarnings } from '#web/features/transactions/components/RequestWarnings.tsx';
import { TransactionNotes } from '#web/features/transactions/components/TransactionNotes.tsx';
import { useCurrentRow } from '#web/features/transactions/hooks/use-current-row.ts';
import { useFacts } from '#web/features/transactions/hooks/use-facts.tsx';
import { useErrorText } from '#web/lib/api/errors.ts';
import { DetailsDialog } from '#web/ui/dialog/DetailsDialog.tsx';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { ListSkeleton } from '#web/ui/table/ListSkeleton.tsx';
import type { ViewDialogProps } from '../../list/pages/ReviewPage.tsx';
import { ViewActions } from './ViewActions.tsx';

const SKELETON_ROWS = 5;

export function WithdrawalDetailsDialog({ row, opened, onClose, onDecide }: ViewDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { details, error, isGone, refetch } = useCurrentRow(row, opened);
  const isHeld = useIsHeld(opened ? row?.id : undefined);
  return (
    <DetailsDialog opened={opened} onClose={onClose} title={t('Withdrawal Request Details')}>
      <Stack gap="md">
        {details && !isGone && <WithdrawalDetails details={details} />}
        {error && (!details || isGone) && (
          <ErrorState
            message={errorText(error, t('Failed to fetch transactions'))}
            error={error}
            onRetry={() => void refetch()}
          />
        )}
        {!details && !error && <ListSkeleton rows={SKELETON_ROWS} />}
        <ViewActions
          type="withdrawal"
          isDecidable={details !== undefined && isDecidable(details) && !isGone && !isHeld}
          onClose={onClose}
          onDecide={onDecide}
        />
      </Stack>
    </DetailsDialog>
  );
}

function WithdrawalDetails({ details }: { details: TransactionDetails }) {
  const { t } = useTranslation();
  const facts = useFacts('withdrawal');
  const hasNotes = Boolean(details.userNotes || details.adminNotes);
  return (
    <>
      {isDecidable(details) && <WaitingConfirmation transactionId={details.id} />}
      <RequestWarnings row={details} />
      <Section title={t('Transaction Details')}>
        <DetailsList details={facts(details)} />
        <DecidedBy row={details} />
      </Section>
      <Section title={t('Bank Account Details')}>
        {details.beneficiary ? (
          <BeneficiaryDetails beneficiary={details.beneficiary} />
        ) : (
          <StateAlert state="warning">{t('No Bank Account Information')}</StateAlert>
        )}
      </Section>
      {hasNotes && (
        <Section title={t('Notes')}>
          <TransactionNotes transaction={details} />
        </Section>
      )}
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="xs" component="section">
      <Title order={3} size="h5">
        {title}
      </Title>
      {children}
    </Stack>
  );
}
