import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseRupees } from '#contract/shared/money.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { ActionDialog } from '#web/ui/dialog/ActionDialog.tsx';
import { AccountNumber } from '../../bank-accounts/components/AccountNumber.tsx';
import { DetailsList } from '../../transactions/components/DetailsList.tsx';
import { useProcessingTime } from '../../transactions/hooks/use-processing-time.ts';
import { PROCESSING_FEE_PAISE, receivedPaise } from '../model/withdrawal-form.ts';
import type { ReviewedWithdrawal, WithdrawalState } from '../use-withdrawal-form.ts';

/** Confirmation of a withdrawal: amount, bank account and expected arrival. */
export function ReviewDialog({ state }: { state: WithdrawalState }) {
  const { t } = useTranslation();
  const { review, isPending } = state;
  const isArmed = useArmed(review !== undefined);
  return (
    <ActionDialog
      opened={review !== undefined}
      onClose={state.closeReview}
      title={t('Check your withdrawal')}
      submitLabel={t('Confirm withdrawal')}
      pendingLabel={t('Processing...')}
      pending={isPending}
      submitDisabled={!isArmed}
      onSubmit={() => review && state.confirm(review)}
    >
      {review && <Facts review={review} />}
    </ActionDialog>
  );
}

function Facts({ review }: { review: ReviewedWithdrawal }) {
  const { t } = useTranslation();
  const { fact: processingTime } = useProcessingTime();
  const { amount, account } = review;
  return (
    <>
      {/* Not on a button: an Enter key that is still held down would click it. */}
      <div data-autofocus tabIndex={-1}>
        <Amount paise={parseRupees(amount) ?? 0} fw={700} fz="h1" />
      </div>
      <DetailsList
        details={[
          { label: t('Bank Account'), value: account.bankName },
          {
            label: t('Account number'),
            value: <AccountNumber masked={account.maskedAccountNumber} />,
          },
          { label: t('Account holder'), value: account.accountHolderName },
          { label: t('Processing fee'), value: <Amount paise={PROCESSING_FEE_PAISE} /> },
          {
            label: t('Amount you receive'),
            value: <Amount paise={receivedPaise(amount) ?? 0} fw={600} />,
          },
        ]}
      />
      {processingTime && (
        <Text size="sm" c="dimmed">
          {processingTime}
        </Text>
      )}
    </>
  );
}

/** Longer than a double click, and than the delay before a held key repeats. */
const ARMED_AFTER_MS = 700;

/** Returns whether the dialog has been open long enough that a click is not part of the previous one. */
function useArmed(isAsked: boolean): boolean {
  const [isArmed, setIsArmed] = useState(false);
  useEffect(() => {
    if (!isAsked) return;
    const timer = setTimeout(() => setIsArmed(true), ARMED_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setIsArmed(false);
    };
  }, [isAsked]);
  return isArmed;
}
