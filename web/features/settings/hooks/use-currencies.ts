import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { saveHint, useHint } from '#web/lib/page/use-hint.ts';
import { toastError, toastSuccess } from '#web/ui/toasts.ts';
import {
  ACTIVE_KEY,
  AVAILABLE_KEY,
  activateCurrency,
  addCurrency,
  type Change,
  type Currency,
  type CurrencySettings,
  type Refusal,
  readCurrencies,
  removeCurrency,
} from '../model/currency.ts';

function save({ available, active }: CurrencySettings): void {
  saveHint(AVAILABLE_KEY, JSON.stringify(available));
  saveHint(ACTIVE_KEY, JSON.stringify(active));
}

/** Returns the currency settings of this browser, synchronized across tabs, and functions to change them. */
export function useCurrencies() {
  const { t } = useTranslation();
  const stored = useHint(AVAILABLE_KEY);
  const settings = useMemo(() => readCurrencies(stored), [stored]);
  const refuse = useRefusalToast();

  /** Returns whether the change was made. */
  const apply = (change: Change, title: string, message: string): boolean => {
    if ('refusal' in change) {
      refuse(change.refusal);
      return false;
    }
    save(change.settings);
    toastSuccess({ title, message });
    return true;
  };
  return {
    settings,
    activate: ({ code }: Currency) =>
      apply(
        activateCurrency(settings, code),
        t('Currency changed'),
        t('{{code}} is the active currency.', { code }),
      ),
    remove: ({ code }: Currency) =>
      apply(
        removeCurrency(settings, code),
        t('Currency removed'),
        t('{{code}} is no longer listed.', { code }),
      ),
    add: (currency: Currency) =>
      apply(
        addCurrency(settings, currency),
        t('Currency added'),
        t('{{code}} is listed now.', { code: currency.code.trim().toUpperCase() }),
      ),
  };
}

export type Currencies = ReturnType<typeof useCurrencies>;

function useRefusalToast(): (refusal: Refusal) => void {
  const { t } = useTranslation();
  return (refusal) => {
    const toasts = {
      notSupported: {
        title: t('Currency not supported'),
        message: t('Only INR (₹) is supported as the active currency.'),
      },
      exists: {
        title: t('Currency already exists'),
        message: t('A currency with this code already exists.'),
      },
      isActive: {
        title: t('Cannot remove active currency'),
        message: t('The currency in use cannot be removed.'),
      },
      isRupee: {
        title: t('Cannot remove INR'),
        message: t('The Indian Rupee is the currency of the wallet.'),
      },
      malformed: {
        title: t('Missing Information'),
        message: t('Please provide a code of three letters, a symbol and a name.'),
      },
    };
    toastError(toasts[refusal]);
  };
}
