import { useTranslation } from 'react-i18next';
import { SearchField } from './SearchField.tsx';

type AmountSpanProps = {
  /** Amounts as typed. */
  from: string | undefined;
  to: string | undefined;
  onChange: (change: { minAmount: string } | { maxAmount: string }) => void;
};

/** The bounds of the amount in the filters of a list. */
export function AmountSpan({ from = '', to = '', onChange }: AmountSpanProps) {
  const { t } = useTranslation();
  return (
    <>
      <SearchField
        label={t('Amount from')}
        value={from}
        onChange={(minAmount) => onChange({ minAmount })}
      />
      <SearchField
        label={t('Amount up to')}
        value={to}
        onChange={(maxAmount) => onChange({ maxAmount })}
      />
    </>
  );
}
