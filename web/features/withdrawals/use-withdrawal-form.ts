import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BankAccount } from '#contract/bank-accounts/schema.ts';
import { formatRupees } from '#contract/shared/money.ts';
import { useRequestKeys } from '#web/lib/api/request-key.ts';
import { serverNow } from '#web/lib/i18n/server-clock.ts';
import { sentSearch } from '#web/lib/lists/sent-search.ts';
import { useCheckedForm } from '#web/ui/form/use-checked-form.ts';
import { toastError } from '#web/ui/toasts.ts';
import type { Wallet } from '../balances/queries.ts';
import { useBankAccounts } from '../bank-accounts/queries.ts';
import { useFilledIn, useOwnTransaction } from '../transactions/hooks/use-filled-in.ts';
import { useSentRequest } from '../transactions/hooks/use-sent-request.ts';
import { useRequestLimit } from '../verification-limits/hooks/use-request-limit.ts';
import {
  pickAccount,
  type Refusal,
  refusalOf,
  sameWithdrawal,
  withdrawalProblems,
} from './model/withdrawal-form.ts';
import { useRequestWithdrawal } from './queries.ts';

/** The typed amount, and the selected account if any. */
type TypedWithdrawal = { amount: string; bankAccount: string };

/** The withdrawal shown in the confirmation dialog. */
export type ReviewedWithdrawal = { amount: string; account: BankAccount };

/** Draft name of the withdrawal form. */
const DRAFT_KEY = 'withdrawal';

/** State of the withdrawal form and its submission. */
export function useWithdrawalForm(wallet: Wallet) {
  const keys = useRequestKeys(DRAFT_KEY);
  const { data: accounts = [], isSuccess: hasAccounts } = useBankAccounts();
  const limit = useRequestLimit('withdrawal');
  const toastRefusal = useRefuse(wallet);
  const fieldsOf = ({ amount, bankAccount }: TypedWithdrawal) => {
    const account = pickAccount(accounts, bankAccount);
    return {
      amount,
      bankAccountId: account?.id,
      isAccountWaiting: isWaiting(account),
      availablePaise: wallet.availablePaise,
      limitPaise: limit?.paise,
    };
  };
  const form = useCheckedForm({
    initialValues: { amount: '', bankAccount: '' },
    findProblems: (typed) => withdrawalProblems(fieldsOf(typed)),
    draftKey: DRAFT_KEY,
  });
  const earlier = useOwnTransaction(sentSearch(useSearch({ strict: false })).again);
  const isRepeated = hasAccounts && earlier?.type === 'withdrawal';
  useFilledIn(form, isRepeated ? sameWithdrawal(earlier, accounts) : undefined);
  const [review, setReview] = useState<ReviewedWithdrawal>();
  const sent = useSentRequest();
  const withdrawal = useRequestWithdrawal({
    onRequested: (made) => {
      // The draft goes first: if the page is closed between the two, the same amount has the same key.
      form.start({ ...form.values, amount: '' });
      keys.renew();
      sent.show(made);
    },
    onKeyCancelled: keys.renew,
    onAboveLimit: () => form.setProblem('amount', 'aboveLimit'),
  });
  const submit = ({ amount, bankAccount }: TypedWithdrawal) => {
    const account = pickAccount(accounts, bankAccount);
    if (account) setReview({ amount, account });
  };
  // Sends the confirmed values, even if the form has changed since.
  const confirm = ({ amount, account }: ReviewedWithdrawal) => {
    const requestKey = keys.keyFor([amount, account.id]);
    withdrawal.mutate(
      { amount, bankAccountId: account.id, requestKey },
      { onSettled: () => setReview(undefined) },
    );
  };
  const refuse = () => {
    const refusal = refusalOf(fieldsOf(form.values));
    if (refusal) toastRefusal(refusal);
  };
  const account = pickAccount(accounts, form.values.bankAccount);
  const { isPending } = withdrawal;
  return {
    form,
    limit,
    account,
    accounts,
    hasAccounts,
    isPending,
    submit,
    refuse,
    review,
    confirm,
    closeReview: () => setReview(undefined),
    sent,
    failure: withdrawal.error,
  };
}

function isWaiting(account: BankAccount | undefined): boolean {
  return Boolean(account?.usableFrom && account.usableFrom > serverNow());
}

export type WithdrawalState = ReturnType<typeof useWithdrawalForm>;

/** Returns a function that shows a toast with the reason why a form was not submitted. */
function useRefuse({ availablePaise }: { availablePaise: number }) {
  const { t } = useTranslation();
  return (refusal: Refusal) => {
    if (refusal === 'insufficientBalance') {
      toastError({
        title: t('Insufficient Balance'),
        message: t('Your available balance is {{balance}}. Please enter a lower amount.', {
          balance: formatRupees(availablePaise),
        }),
      });
      return;
    }
    toastError({
      title: t('Withdrawal Failed'),
      message:
        refusal === 'invalidAmount'
          ? t('Please enter a valid withdrawal amount greater than 0')
          : t('Please select a bank account for the withdrawal'),
    });
  };
}
