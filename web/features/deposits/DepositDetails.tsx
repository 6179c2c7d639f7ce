import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/errors.ts';
import { formatRupees } from '#contract/money.ts';
import type { OwnTransaction } from '#contract/transactions.ts';
import { toastError } from '../../lib/toasts.ts';
import { readAmount } from '../../lib/typed-amount.ts';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { PageForm } from '../../ui/PageForm.tsx';
import { StateAlert } from '../../ui/StateAlert.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useLimits } from '../settings/queries.ts';
import { DepositFieldset } from './DepositFieldset.tsx';
import type { DepositProblems } from './deposit-form.ts';
import { SendingStatus } from './SendingStatus.tsx';
import { useDeposit } from './use-deposit.ts';

type DepositDetailsProps = {
  qrCodeId: string | undefined;
  onSent: (deposit: OwnTransaction) => void;
};

/** Deposit form. Keeps its input after a failed request. */
export function DepositDetails({ qrCodeId, onSent }: DepositDetailsProps) {
  const { t } = useTranslation();
  const maxDepositPaise = useLimits().data?.maxDepositPaise;
  const deposit = useDeposit({ qrCodeId, maxDepositPaise, onSent });
  const { form, sending, cancel, question, answer } = deposit;
  const toastFirstProblem = useFirstProblemToast(maxDepositPaise);
  const pending = sending !== undefined;
  return (
    <Card title={t('Deposit details')}>
      <PageForm
        form={form}
        pending={pending}
        failure={null}
        onSubmit={(fields) => void deposit.submit(fields)}
        onRefuse={toastFirstProblem}
        footer={
          <>
            <SubmitButton
              label={t('Submit deposit')}
              pendingLabel={t('Submitting...')}
              pending={pending}
              size="md"
            />
            {sending && <SendingStatus sending={sending} onCancel={cancel} />}
          </>
        }
      >
        {form.isResumed && form.isDirty() && (
          <StateAlert state="news">
            {t('We kept what you entered. Check it before you send it.')}
          </StateAlert>
        )}
        <DepositFieldset form={form} maxDepositPaise={maxDepositPaise} pending={pending} />
      </PageForm>
      <ConfirmDialog
        opened={question !== undefined}
        onClose={() => answer(false)}
        title={t('Send this deposit again?')}
        message={t(
          'You have already sent a deposit of {{amount}} with this receipt ({{reference}}). Send it again only if you paid twice.',
          {
            amount: formatRupees(readAmount(question?.fields.amount ?? '').paise ?? 0),
            reference: question?.earlier.referenceId ?? '',
          },
        )}
        confirmLabel={t('Send again')}
        onConfirm={() => answer(true)}
      />
    </Card>
  );
}

function useFirstProblemToast(
  maxDepositPaise: number | undefined,
): (problems: DepositProblems) => void {
  const { t } = useTranslation();
  return ({ amount }) => {
    if (amount) {
      const isTooMuch = amount === 'aboveMaximum' && maxDepositPaise !== undefined;
      toastError({
        title: t('Invalid Amount'),
        message: isTooMuch
          ? t(errorTable.DEPOSIT_ABOVE_MAXIMUM.message, { maximum: formatRupees(maxDepositPaise) })
          : t(errorTable.INVALID_DEPOSIT_AMOUNT.message),
      });
      return;
    }
    toastError({ title: t('Receipt Required'), message: t('Please upload a payment receipt') });
  };
}
