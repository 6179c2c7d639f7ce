import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ErrorCode, errorTable } from '#contract/errors.ts';
import { formatAmount, parseRupees } from '#contract/money.ts';
import type { UserRow } from '#contract/users.ts';
import { errorCode, useErrorText } from '../../lib/errors.ts';
import { useRequestKeys } from '../../lib/request-key.ts';
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import { useDialogTarget } from '../../ui/use-dialog-target.ts';
import { useAdjustBalance } from './queries.ts';

/** Refusals that another amount can answer; after any other the dialog closes and the list is fetched anew. */
const ABOUT_THE_AMOUNT: ErrorCode[] = ['INVALID_BALANCE', 'BALANCE_BELOW_HELD'];

/** The balance dialog: whose balance, as it was shown when it opened, the amount so far, and sending it. */
export function useBalanceUpdate() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { target, isOpen, open: openFor, close } = useDialogTarget<UserRow>();
  const [newBalance, setNewBalance] = useState('');
  const [problem, setProblem] = useState<string>();
  const keys = useRequestKeys();
  const adjust = useAdjustBalance();

  const open = (user: UserRow) => {
    setNewBalance('');
    setProblem(undefined);
    openFor(user);
  };
  const change = (typed: string) => {
    setNewBalance(typed);
    setProblem(undefined);
  };
  const fail = (error: unknown) => {
    const message = errorText(error, t('Failed to update user balance'));
    const code = errorCode(error);
    if (code && ABOUT_THE_AMOUNT.includes(code)) return setProblem(message);
    close();
    toastError({ message });
  };
  const succeed = ({ balancePaise }: { balancePaise: number }) => {
    keys.renew();
    close();
    toastSuccess({
      message: t('Balance updated to ₹{{amount}}', { amount: formatAmount(balancePaise) }),
    });
  };
  const submit = () => {
    // The specification: nothing happens without an amount and a user.
    if (!target || newBalance.trim() === '') return;
    if (parseRupees(newBalance) === undefined) {
      return setProblem(t(errorTable.INVALID_BALANCE.message));
    }
    const shownBalancePaise = target.balancePaise;
    const requestKey = keys.keyFor([target.id, newBalance, shownBalancePaise]);
    const command = { userId: target.id, newBalance, shownBalancePaise, requestKey };
    adjust.mutate(command, { onSuccess: succeed, onError: fail });
  };
  return {
    target,
    isOpen,
    isPending: adjust.isPending,
    newBalance,
    problem,
    open,
    close,
    change,
    submit,
  };
}

export type BalanceUpdate = ReturnType<typeof useBalanceUpdate>;
