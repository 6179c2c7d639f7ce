import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import { formatRupees } from '#contract/shared/money.ts';
import type { TransactionType, WarningCode } from '#contract/transactions/rules.ts';
import type { RequestWarning } from '#contract/transactions/schema.ts';

/** Returns a function that translates a request's warning. */
export function useWarningText() {
  const { t } = useTranslation();
  return (warning: RequestWarning, type: TransactionType) => {
    const { code, usualPaise = 0, personName = '', requests = [] } = warning;
    const texts: Record<WarningCode, string> = {
      ownRequest: t(errorTable.OWN_REQUEST.message),
      sameReceipt: requests.some(({ status }) => status === 'approved')
        ? t('This receipt was already approved with another deposit')
        : t('The same picture was sent with another deposit'),
      sameUtr: t('The same UTR was sent with another deposit'),
      holderDiffers: t('The account holder is not {{name}}', { name: personName }),
      accountOfOthers: t('Another user has this bank account too'),
      farAboveUsual: t('Far above the usual {{average}}', { average: formatRupees(usualPaise) }),
      sameAmount: t('Another pending request has the same amount'),
      inactiveUser: t('The user is deactivated'),
      newAccount: t('Nothing was ever paid to this bank account'),
      first:
        type === 'deposit'
          ? t('The first deposit of this user')
          : t('The first withdrawal of this user'),
    };
    return texts[code];
  };
}
