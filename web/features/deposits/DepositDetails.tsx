import { Button, Paper, Stack, Title } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/errors.ts';
import { formatRupees } from '#contract/money.ts';
import { focusFirstInvalid } from '../../lib/focus.ts';
import { useRequestKeys } from '../../lib/request-key.ts';
import { toastError } from '../../lib/toasts.ts';
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

/** The deposit form. It empties only once the server has the deposit; a failure leaves all as typed. */
export function DepositDetails({ qrCodeId }: { qrCodeId: string | undefined }) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const keys = useRequestKeys();
  const first = useRef<{ requestKey: string; qrCodeId: string | undefined }>(undefined);
  const [fields, setFields] = useState<DepositFields>(EMPTY_DEPOSIT);
  const [isChecked, setIsChecked] = useState(false);
  const maxDepositPaise = useLimits().data?.maxDepositPaise;
  const tellFirstProblem = useTellFirstProblem(maxDepositPaise);

  const deposit = useSubmitDeposit(() => {
    keys.renew();
    setFields(EMPTY_DEPOSIT);
    setIsChecked(false);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (deposit.isPending) return;
    setIsChecked(true);
    const problems = depositProblems(fields, maxDepositPaise);
    if (problems.amount || !fields.receipt) {
      tellFirstProblem(problems);
      return focusFirstInvalid(form.current);
    }
    const requestKey = keys.keyFor(depositContents(fields));
    // A retry repeats the whole request, by the code it was first sent with: that one may be switched
    // off since, and the page show another.
    if (first.current?.requestKey !== requestKey) first.current = { requestKey, qrCodeId };
    deposit.mutate({ form: toDepositForm(fields, first.current), file: fields.receipt });
  };

  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="deposit-details-title">
      <Title order={2} size="h4" id="deposit-details-title" mb="md">
        {t('Deposit Details')}
      </Title>
      <form ref={form} onSubmit={submit} noValidate>
        <Stack gap="md">
          <DepositFieldset
            fields={fields}
            problems={isChecked ? depositProblems(fields, maxDepositPaise) : {}}
            maxDepositPaise={maxDepositPaise}
            disabled={deposit.isPending}
            onChange={(change) => setFields((before) => ({ ...before, ...change }))}
          />
          <Button type="submit" size="md" loading={deposit.isPending}>
            {deposit.isPending ? t('Submitting...') : t('Submit Deposit')}
          </Button>
        </Stack>
      </form>
    </Paper>
  );
}

function useTellFirstProblem(
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
