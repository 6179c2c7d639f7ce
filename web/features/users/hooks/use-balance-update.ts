import { useTranslation } from 'react-i18next';
import { adjustmentReasonError, MIN_ADJUSTMENT_REASON_LENGTH } from '#contract/balances/rules.ts';
import { type ErrorCode, errorTable } from '#contract/shared/errors.ts';
import { formatAmount, parseRupees, toDecimal } from '#contract/shared/money.ts';
import type { UserRow } from '#contract/users/schema.ts';
import { errorCode, useErrorText } from '#web/lib/api/errors.ts';
import { useRequestKeys } from '#web/lib/api/request-key.ts';
import { useFormDialog } from '#web/ui/dialog/use-form-dialog.ts';
import { toastFailure, toastSuccess } from '#web/ui/toasts.ts';
import {
  type BalanceForm,
  EMPTY_BALANCE,
  limitError,
  wantedBalance,
} from '../model/balance-form.ts';
import { useAdjustBalance, useAdjustmentLimits, useUser } from '../queries.ts';

/** Errors that another amount can correct. After others the dialog closes and the list is refetched. */
const ABOUT_THE_AMOUNT: ErrorCode[] = [
  'INVALID_BALANCE',
  'BALANCE_BELOW_HELD',
  'ADJUSTMENT_ABOVE_MAXIMUM',
  'ADJUSTMENT_DAY_LIMIT',
];

type BalanceProblems = { amount: string; reason: string };

/** State of the balance dialog: user, balance when it opened, form and submission. */
export function useBalanceUpdate() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const keys = useRequestKeys();
  const adjust = useAdjustBalance();
  const dialog = useFormDialog<UserRow, BalanceForm, BalanceProblems>({
    initialValues: () => EMPTY_BALANCE,
    findProblems: ({ amount, reason, reasonId }) => {
      const code = reasonId === null ? adjustmentReasonError(reason) : undefined;
      const length = MIN_ADJUSTMENT_REASON_LENGTH;
      return {
        ...(parseRupees(amount) === undefined && { amount: t(errorTable.INVALID_BALANCE.message) }),
        ...(code && { reason: t(errorTable[code].message, { length }) }),
      };
    },
  });

  const fail = (error: unknown) => {
    const message = errorText(error, t('Failed to update user balance'));
    const code = errorCode(error);
    if (code && ABOUT_THE_AMOUNT.includes(code)) {
      return dialog.form.setProblems({ amount: message });
    }
    if (code === 'STEP_UP_REQUIRED') return dialog.form.setError(message);
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
  const { data: limits } = useAdjustmentLimits(dialog.isOpen);
  const submit = ({ reason, reasonId: chosen, ...form }: BalanceForm) => {
    if (!user) return;
    const { id: userId, balancePaise: shownBalancePaise } = user;
    const wanted = wantedBalance(form, shownBalancePaise);
    if (wanted === undefined) {
      return dialog.form.setProblems({ amount: t(errorTable.INVALID_BALANCE.message) });
    }
    const error = limitError(wanted - shownBalancePaise, limits);
    if (error) {
      return dialog.form.setProblems({ amount: t(errorTable[error.code].message, error.data) });
    }
    const newBalance = toDecimal(wanted);
    const reasonId = chosen ?? undefined;
    const requestKey = keys.keyFor([userId, newBalance, shownBalancePaise, reasonId, reason]);
    const command = { userId, newBalance, shownBalancePaise, reason, reasonId, requestKey };
    adjust.mutate(command, { onSuccess: succeed, onError: fail });
  };
  return { dialog, user, limits, isChanged, isPending: adjust.isPending, submit };
}

export type BalanceUpdate = ReturnType<typeof useBalanceUpdate>;
