import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatRupees } from '#contract/shared/money.ts';
import { MIN_WITHDRAWAL } from '#contract/withdrawals/rules.ts';
import { Card } from '#web/ui/Card.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { PageForm } from '#web/ui/page/PageForm.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import type { Wallet } from '../../balances/queries.ts';
import { RequestSent } from '../../transactions/components/RequestSent.tsx';
import { useProcessingTime } from '../../transactions/hooks/use-processing-time.ts';
import type { SentRequest } from '../../transactions/hooks/use-sent-request.ts';
import { RemainingLimits } from '../../verification-limits/components/RemainingLimits.tsx';
import type { WithdrawalState } from '../use-withdrawal-form.ts';
import { ReviewDialog } from './ReviewDialog.tsx';
import { WithdrawalFieldset } from './WithdrawalFieldset.tsx';
import classes from './WithdrawalForm.module.css';

type WithdrawalFormProps = { wallet: Wallet; state: WithdrawalState };

/** Withdrawal form. Keeps its input after a failed request. */
export function WithdrawalForm({ wallet, state }: WithdrawalFormProps) {
  const { t } = useTranslation();
  const processingTime = useProcessingTime();
  const { accounts, hasAccounts, isPending } = state;
  const isBelowMinimum = wallet.availablePaise < MIN_WITHDRAWAL;
  if (state.sent.isOpen) return <WithdrawalSent sent={state.sent} />;
  return (
    <Card title={t('Request a withdrawal')}>
      <PageForm
        isInOrder
        form={state.form}
        pending={isPending}
        failure={state.failure}
        onSubmit={state.submit}
        onRefuse={state.refuse}
        footer={
          <>
            <div className={classes.submit}>
              <SubmitButton
                label={
                  isBelowMinimum && !wallet.isLoading
                    ? t('Minimum balance required: {{minimum}}', {
                        minimum: formatRupees(MIN_WITHDRAWAL),
                      })
                    : t('Request withdrawal')
                }
                pendingLabel={t('Processing...')}
                pending={isPending}
                disabled={isBelowMinimum || accounts.length === 0}
                size="md"
              />
            </div>
            <Text size="sm" c="dimmed" mih="1lh">
              {processingTime.sentence}
            </Text>
          </>
        }
      >
        {hasAccounts && accounts.length === 0 && <NoAccountNote />}
        <RemainingLimits type="withdrawal" />
        <WithdrawalFieldset state={state} wallet={wallet} />
      </PageForm>
      <ReviewDialog state={state} />
    </Card>
  );
}

function WithdrawalSent({ sent }: { sent: SentRequest }) {
  const { t } = useTranslation();
  return (
    <RequestSent
      sent={sent}
      title={t('Withdrawal Request Submitted')}
      message={t(
        'Your withdrawal request for {{amount}} has been submitted successfully and is pending approval.',
        { amount: formatRupees(sent.request?.amountPaise ?? 0) },
      )}
      steps={[
        t('The amount is on hold until an administrator has decided.'),
        t('Once it is approved the money is sent to your bank account.'),
      ]}
      againLabel={t('Make another withdrawal')}
    />
  );
}

function NoAccountNote() {
  const { t } = useTranslation();
  return (
    <StateAlert state="warning">
      {t('You need to add a bank account before you can withdraw funds.')}
    </StateAlert>
  );
}
