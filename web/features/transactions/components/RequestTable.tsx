import { ScrollArea, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { Amount } from '#web/ui/Amount.tsx';
import classes from './RequestWarnings.module.css';
import { WarningLines } from './RequestWarnings.tsx';

type RequestTableProps = {
  rows: AdminTransaction[];
  label: string;
  last?: (row: AdminTransaction) => ReactNode;
  areWarningsShown?: boolean;
};

/** Table of requests, in a scrolling box. */
export function RequestTable({ rows, label, last, areWarningsShown = false }: RequestTableProps) {
  return (
    <ScrollArea.Autosize
      mah="30vh"
      type="auto"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}
    >
      <Table verticalSpacing="2xs" className={classes.requests}>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td>
                {row.userName}
                {areWarningsShown && <WarningLines row={row} />}
              </Table.Td>
              <Table.Td ta="right">
                <Amount paise={row.amountPaise} />
              </Table.Td>
              {last && <Table.Td>{last(row)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
