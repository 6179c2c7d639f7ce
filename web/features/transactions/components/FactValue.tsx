import { useTranslation } from 'react-i18next';
import type { FactFields, PlacedFact } from '#contract/transactions/facts.ts';
import { toShownStatus } from '#contract/transactions/rules.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { usePersonName } from '#web/lib/i18n/use-person-name.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { AccountNumber } from '../../bank-accounts/components/AccountNumber.tsx';
import { Translated } from '../../translations/Translated.tsx';
import { usePaymentMethodText } from '../hooks/use-payment-method-text.ts';

/** A fact of a transaction; renders nothing if the transaction lacks it. */
export function FactValue({ fact, row }: { fact: PlacedFact; row: FactFields }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const paymentMethod = usePaymentMethodText();
  const personName = usePersonName();
  switch (fact.kind) {
    case 'text':
      return fact.fields[0] === 'userName' ? personName(row.userName ?? '') : row[fact.fields[0]];
    case 'money':
      return <Amount paise={row[fact.fields[0]] ?? 0} />;
    case 'date': {
      const date = row[fact.fields[0]];
      return date && dateTime(date);
    }
    case 'status':
      return (
        row.status && (
          <StateBadge state={toShownStatus({ isCancelled: false, ...row, status: row.status })} />
        )
      );
    case 'type':
      return row.type === 'deposit' ? t('Deposit') : t('Withdrawal');
    case 'paymentMethod':
      return paymentMethod(row);
    case 'bankAccount':
      return `${row.bankName ?? ''} ${row.maskedAccountNumber ?? ''}`.trim();
    case 'accountNumber':
      return row.maskedAccountNumber && <AccountNumber masked={row.maskedAccountNumber} />;
    case 'source':
      return row.sourceName && <Translated text={row.sourceName} />;
    case 'notes':
      return null; // `TransactionNotes` shows them below the facts.
  }
}
