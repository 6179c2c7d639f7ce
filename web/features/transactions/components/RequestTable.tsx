import { Group, ScrollArea, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { Amount } from '#web/ui/Amount.tsx';
import classes from './RequestWarnings.module.css';
import { WarningLines } from './RequestWarnings.tsx';

type RequestTableProps = {
  rows: AdminTransaction[];
  label: string;
  first?: (row: AdminTransaction) => ReactNode;
  last?: (row: AdminTransaction) => ReactNode;
};

/** Table of requests with their warnings, in a scrolling box. */
export function RequestTable({ rows, label, first, last }: RequestTableProps) {
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
              {first && <Table.Td w="1%">{first(row)}</Table.Td>}
              {first ? (
                <Table.Td>
                  <Group justify="space-between" gap="xs">
                    {row.userName}
                    <Amount paise={row.amountPaise} />
                  </Group>
                  <WarningLines row={row} />
                </Table.Td>
              ) : (
                <>
                  <Table.Td>{row.userName}</Table.Td>
                  <Table.Td ta="right">
                    <Amount paise={row.amountPaise} />
                  </Table.Td>
                </>
              )}
              {last && <Table.Td>{last(row)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
