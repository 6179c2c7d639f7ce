import { type ComponentType, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type FactName, listFacts, type TablePlace } from '#contract/transactions/facts.ts';
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
import { FactValue } from '../components/FactValue.tsx';
import { useUnderWay } from './use-under-way.ts';

type Cells = Partial<Record<FactName, ComponentType<{ row: AdminTransaction }>>>;

/** Facts that a table shows in another way than details do. */
const CELLS: Cells = {
  id: IdCell,
  user: UserCell,
  amount: AmountCell,
  date: DateCell,
  paymentMethod: PaymentMethodCell,
  bankAccount: BankAccountCell,
  source: SourceCell,
};

/** Returns the columns of a table of requests. `cells` replace those of other tables; they must not change. */
export function useRequestColumns(place: TablePlace, cells?: Cells): Column<AdminTransaction>[] {
  const { t } = useTranslation();
  const underWay = useUnderWay();
  return useMemo(
    () =>
      listFacts(place).map((fact): Column<AdminTransaction> => {
        const Cell = cells?.[fact.fact] ?? CELLS[fact.fact];
        return {
          key: fact.fact,
          header: t(fact.label),
          ...(fact.kind === 'money' && { align: 'right' }),
          ...(Cell === UserCell && { isWide: true }),
          ...(fact.kind === 'date' && { isOneLine: true }),
          cell: (row) => {
            if (Cell) return <Cell row={row} />;
            if (fact.kind === 'status') return <StatusCell row={row} underWay={underWay(row)} />;
            return <FactValue fact={fact} row={row} />;
          },
        };
      }),
    [place, cells, t, underWay],
  );
}
