import { useTranslation } from 'react-i18next';
import type { TransactionType } from '#contract/transactions/rules.ts';
import type { TransactionFilters } from '#contract/transactions/schema.ts';
import { TRANSACTION_STATUSES } from '#contract/transactions/states.ts';
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx';
import { useStateWords } from '#web/ui/state/use-state-words.ts';

type StatusAndTypeFieldsProps = {
  filters: TransactionFilters;
  typeLabels: Record<TransactionType, string>;
  onChange: (change: Partial<TransactionFilters>) => void;
};

/** Filters a list of transactions by status and type. */
export function StatusAndTypeFields({ filters, typeLabels, onChange }: StatusAndTypeFieldsProps) {
  const { t } = useTranslation();
  const statusLabels = useStateWords();
  return (
    <>
      <ChoiceField
        label={t('Status')}
        choices={[
          { value: 'all', label: t('All Status') },
          ...TRANSACTION_STATUSES.map((value) => ({ value, label: statusLabels[value] })),
        ]}
        value={filters.status}
        onChange={(status) => onChange({ status })}
      />
      <ChoiceField
        label={t('Type')}
        choices={[
          { value: 'all', label: t('All Types') },
          { value: 'deposit', label: typeLabels.deposit },
          { value: 'withdrawal', label: typeLabels.withdrawal },
        ]}
        value={filters.type}
        onChange={(type) => onChange({ type })}
      />
    </>
  );
}
