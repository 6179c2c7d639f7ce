import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import type { Column } from '#web/ui/table/ResponsiveTable.tsx';
import {
  AmountCell,
  BankAccountCell,
  DateCell,
  IdCell,
  PaymentMethodCell,
  SourceCell,
  StatusCell,
  UserCell,
} from '../components/Cells.tsx';
import { useUnderWay } from './use-under-way.ts';

/** Returns the columns of request lists; each list selects its own. */
export function useRequestColumns() {
  const { t } = useTranslation();
  const underWay = useUnderWay();
  return useMemo(
    () =>
      ({
        id: { key: 'id', header: t('ID'), cell: (row) => <IdCell row={row} /> },
        user: { key: 'user', header: t('User'), cell: (row) => <UserCell row={row} /> },
        amount: {
          key: 'amount',
          header: t('Amount'),
          align: 'right',
          cell: (row) => <AmountCell row={row} />,
        },
        date: { key: 'date', header: t('Date'), cell: (row) => <DateCell row={row} /> },
        paymentMethod: {
          key: 'paymentMethod',
          header: t('Payment Method'),
          cell: (row) => <PaymentMethodCell row={row} />,
        },
        bankAccount: {
          key: 'bankAccount',
          header: t('Bank Account'),
          cell: (row) => <BankAccountCell row={row} />,
        },
        status: {
          key: 'status',
          header: t('Status'),
          cell: (row) => <StatusCell row={row} underWay={underWay(row)} />,
        },
        source: { key: 'source', header: t('Source'), cell: (row) => <SourceCell row={row} /> },
      }) satisfies Record<string, Column<AdminTransaction>>,
    [t, underWay],
  );
}
