import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { formatRupees } from '#contract/shared/money.ts';
import { readAmount } from '#web/lib/i18n/typed-amount.ts';
import { Card } from '#web/ui/Card.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { PageForm } from '#web/ui/page/PageForm.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { toastError } from '#web/ui/toasts.ts';
import { RemainingLimits } from '../../verification-limits/components/RemainingLimits.tsx';
import type { DepositState } from '../hooks/use-deposit.ts';
import type { DepositLimits } from '../hooks/use-deposit-limits.ts';
import { type DepositProblems, UTR_ERRORS } from '../model/deposit-form.ts';
import classes from './DepositDetails.module.css';
import { DepositFieldset } from './DepositFieldset.tsx';
import { SendingStatus } from './SendingStatus.tsx';

type DepositDetailsProps = {
  deposit: DepositState;
  bounds: DepositLimits;
  /** The field of the amount, unless it is elsewhere. */
  amount: ReactNode;
  /** Contains the form and the field of the amount. */
  fields: RefObject<HTMLElement | null>;
};

/** Deposit form. Keeps its input after a failed request. */
export function DepositDetails({ deposit, bounds, amount, fields }: DepositDetailsProps) {
  const { t } = useTranslation();
  const { form, sending, cancel, question, answer } = deposit;
  const toastFirstProblem = useFirstProblemToast(bounds);
  const pending = sending !== undefined;
  return (
    <Card title={t('Deposit details')}>
      <PageForm
        form={form}
        pending={pending}
        failure={null}
        onSubmit={(values) => void deposit.submit(values)}
        onRefuse={toastFirstProblem}
        fields={fields}
        footer={
          <div className={classes.submit}>
            <SubmitButton
              label={t('Submit deposit')}
              pendingLabel={t('Submitting...')}
              pending={pending}
              size="md"
            />
            {sending && <SendingStatus sending={sending} onCancel={cancel} />}
          </div>
        }
      >
        {form.isResumed && form.isDirty() && (
          <StateAlert state="news">
            {t('We kept what you entered. Check it before you send it.')}
          </StateAlert>
        )}
        <RemainingLimits type="deposit" />
        <DepositFieldset
          form={form}
          amount={amount}
          pending={pending}
          isUtrRequired={bounds.isUtrRequired}
        />
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

function useFirstProblemToast({
  maxDepositPaise,
  limit,
}: DepositLimits): (problems: DepositProblems) => void {
  const { t } = useTranslation();
  return ({ amount, receipt, utr }) => {
    if (amount === 'aboveLimit' && limit) {
      toastError({ title: t('Invalid Amount'), message: limit.text });
      return;
    }
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
    if (receipt) {
      toastError({ title: t('Receipt Required'), message: t('Please upload a payment receipt') });
      return;
    }
    if (!utr) return;
    const message = t(errorTable[UTR_ERRORS[utr]].message);
    toastError({ title: t('UTR / reference number'), message });
  };
}
