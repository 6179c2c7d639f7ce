import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/errors.ts';
import { formatRupees } from '#contract/money.ts';
import type { OwnTransaction } from '#contract/transactions.ts';
import { useRequestKeys } from '../../lib/request-key.ts';
import { toastError } from '../../lib/toasts.ts';
import { Card } from '../../ui/Card.tsx';
import { PageForm } from '../../ui/PageForm.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { useCheckedForm } from '../../ui/use-checked-form.ts';
import { useLimits } from '../settings/queries.ts';
import { DepositFieldset } from './DepositFieldset.tsx';
import {
  type DepositFields,
  type DepositProblems,
  depositContents,
  depositProblems,
  EMPTY_DEPOSIT,
  toDepositForm,
} from './deposit-form.ts';
import { useSubmitDeposit } from './queries.ts';

/** The name of a deposit that was being entered when the session ended. */
const KEPT_AS = 'deposit';

type DepositDetailsProps = {
  qrCodeId: string | undefined;
  onSent: (deposit: OwnTransaction) => void;
};

/** The deposit form. It empties only once the server has the deposit; a failure leaves all as typed. */
export function DepositDetails({ qrCodeId, onSent }: DepositDetailsProps) {
  const { t } = useTranslation();
  const keys = useRequestKeys(KEPT_AS);
  const maxDepositPaise = useLimits().data?.maxDepositPaise;
  const form = useCheckedForm({
    initialValues: EMPTY_DEPOSIT,
    findProblems: (fields) => depositProblems(fields, maxDepositPaise),
    keptAs: KEPT_AS,
  });
  const toastFirstProblem = useFirstProblemToast(maxDepositPaise);

  const deposit = useSubmitDeposit((made) => {
    keys.renew();
    form.start(EMPTY_DEPOSIT);
    onSent(made);
  });
  const submit = (fields: DepositFields) => {
    if (!fields.receipt) return;
    const requestKey = keys.keyFor(depositContents(fields, qrCodeId));
    const form = toDepositForm(fields, { qrCodeId, requestKey });
    deposit.mutate({ form, file: fields.receipt });
  };

  return (
    <Card title={t('Deposit details')}>
      <PageForm
        form={form}
        pending={deposit.isPending}
        onSubmit={submit}
        onRefuse={toastFirstProblem}
        footer={
          <SubmitButton
            label={t('Submit deposit')}
            pendingLabel={t('Submitting...')}
            pending={deposit.isPending}
            size="md"
          />
        }
      >
        <DepositFieldset
          form={form}
          maxDepositPaise={maxDepositPaise}
          pending={deposit.isPending}
        />
      </PageForm>
    </Card>
  );
}

function useFirstProblemToast(
  maxDepositPaise: number | undefined,
): (problems: DepositProblems) => void {
  const { t } = useTranslation();
  return ({ amount }) => {
    if (amount) {
      toastError({
        title: t('Invalid Amount'),
        message: t(errorTable[amount].message, { maximum: formatRupees(maxDepositPaise ?? 0) }),
      });
      return;
    }
    toastError({ title: t('Receipt Required'), message: t('Please upload a payment receipt') });
  };
}
