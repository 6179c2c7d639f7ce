import { useTranslation } from 'react-i18next';
import { type ErrorCode, errorTable } from '#contract/shared/errors.ts';
import { formatAmount, parseRupees, toDecimal } from '#contract/shared/money.ts';
import type { UserRow } from '#contract/users/schema.ts';
import { errorCode, useErrorText } from '#web/lib/api/errors.ts';
import { useRequestKeys } from '#web/lib/api/request-key.ts';
import { toastFailure, toastSuccess } from '#web/lib/page/toasts.ts';
import { useFormDialog } from '#web/ui/dialog/use-form-dialog.ts';
import { type BalanceForm, EMPTY_BALANCE, wantedBalance } from '../model/balance-form.ts';
import { useAdjustBalance, useUser } from '../queries.ts';

/** Errors that another amount can correct. After any other, the dialog closes and the list is refetched. */
const ABOUT_THE_AMOUNT: ErrorCode[] = ['INVALID_BALANCE', 'BALANCE_BELOW_HELD'];

type BalanceProblems = { amount: string; reason: string };

/** State of the balance dialog: user, balance when it opened, form and submission. */
export function useBalanceUpdate() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const keys = useRequestKeys();
  const adjust = useAdjustBalance();
  const dialog = useFormDialog<UserRow, BalanceForm, BalanceProblems>({
    initialValues: () => EMPTY_BALANCE,
    findProblems: ({ amount, reason }) => ({
      ...(parseRupees(amount) === undefined && { amount: t(errorTable.INVALID_BALANCE.message) }),
      ...(reason.trim() === '' && { reason: t(errorTable.ADJUSTMENT_REASON_REQUIRED.message) }),
    }),
  });

  const fail = (error: unknown) => {
    const message = errorText(error, t('Failed to update user balance'));
    const code = errorCode(error);
    if (code && ABOUT_THE_AMOUNT.includes(code)) {
      return dialog.form.setProblems({ amount: message });
    }
    dialog.close();
    toastFailure(error, { message });
  };
  const succeed = ({ balancePaise }: { balancePaise: number }) => {
    keys.renew();
    dialog.close();
    toastSuccess({
      message: t('Balance updated to ₹{{amount}}', { amount: formatAmount(balancePaise) }),
    });
  };
  // The current balance; the list's value may be outdated.
  const { data: now } = useUser(dialog.isOpen ? dialog.edited?.id : undefined);
  const user = now ?? dialog.edited;
  const isChanged = user !== undefined && user.balancePaise !== dialog.edited?.balancePaise;
  const submit = ({ reason, ...form }: BalanceForm) => {
    if (!user) return;
    const { id: userId, balancePaise: shownBalancePaise } = user;
    const wanted = wantedBalance(form, shownBalancePaise);
    if (wanted === undefined) {
      return dialog.form.setProblems({ amount: t(errorTable.INVALID_BALANCE.message) });
    }
    const newBalance = toDecimal(wanted);
    const requestKey = keys.keyFor([userId, newBalance, shownBalancePaise, reason]);
    const command = { userId, newBalance, shownBalancePaise, reason, requestKey };
    adjust.mutate(command, { onSuccess: succeed, onError: fail });
  };
  return { dialog, user, isChanged, isPending: adjust.isPending, submit };
}

export type BalanceUpdate = ReturnType<typeof useBalanceUpdate>;
