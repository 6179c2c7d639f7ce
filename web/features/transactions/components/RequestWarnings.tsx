import { Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { STATES, type State } from '#web/ui/state/states.ts';
import { NAME_WIDTH, RowLine } from '#web/ui/table/RowControls.tsx';
import { useWarningText } from '../hooks/use-warning-text.ts';
import { type ComparedRequest, CompareReceipts } from './ReceiptComparison.tsx';
import classes from './RequestWarnings.module.css';
import { SameRequests } from './SameRequests.tsx';

type Warned = { row: Pick<AdminTransaction, 'type' | 'warnings'> & ComparedRequest };

const stateOf = ({ warnings }: Pick<AdminTransaction, 'warnings'>): State =>
  warnings.some(({ code }) => code === 'sameReceipt' || code === 'sameUtr') ? 'failed' : 'warning';

/** Warnings about a request in a dialog; renders nothing if there are none. */
export function RequestWarnings({ row }: Warned) {
  const { t } = useTranslation();
  const textOf = useWarningText();
  if (row.warnings.length === 0) return null;
  return (
    <StateAlert state={stateOf(row)} title={t('Check before you decide')}>
      <List size="sm" spacing="3xs" className={classes.list}>
        {row.warnings.map((warning) => (
          <List.Item key={warning.code}>
            {textOf(warning, row.type)}
            {warning.requests && <SameRequests requests={warning.requests} />}
            {warning.code === 'sameReceipt' && warning.requests && (
              <CompareReceipts row={row} others={warning.requests} />
            )}
          </List.Item>
        ))}
      </List>
    </StateAlert>
  );
}

type Lines = { row: Pick<AdminTransaction, 'type' | 'warnings' | 'status'> };

/** A request that is decided while it is on screen keeps its warnings, so that no row below it moves under the pointer. */
function useShownWarnings({ row }: Lines) {
  const [pendingWarnings, setPendingWarnings] = useState(row.warnings);
  if (row.status === 'pending' && row.warnings !== pendingWarnings)
    setPendingWarnings(row.warnings);
  return pendingWarnings;
}

/** The same in a row: all warnings on one line. */
export function WarningLine({ row, width = NAME_WIDTH }: Lines & { width?: string }) {
  const textOf = useWarningText();
  const warnings = useShownWarnings({ row });
  if (warnings.length === 0) return null;
  return (
    <RowLine isSmall tone={STATES[stateOf({ warnings })].tone} width={width}>
      {warnings.map((warning) => textOf(warning, row.type)).join(' · ')}
    </RowLine>
  );
}

/** The same in a dialog: each warning in small print after a sign. */
export function WarningLines({ row }: Lines) {
  const textOf = useWarningText();
  const warnings = useShownWarnings({ row });
  if (warnings.length === 0) return null;
  const { tone, icon: Sign } = STATES[stateOf({ warnings })];
  return (
    <Group gap="2xs" wrap="nowrap" align="flex-start" className={classes.lines} data-tone={tone}>
      <Sign size={14} aria-hidden className={classes.sign} />
      <Stack gap={0} miw={0}>
        {warnings.map((warning) => (
          <Text key={warning.code} size="xs" inline={false}>
            {textOf(warning, row.type)}
          </Text>
        ))}
      </Stack>
    </Group>
  );
}
