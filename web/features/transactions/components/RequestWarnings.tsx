import { Anchor, Group, List, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  AdminTransaction,
  RelatedRequest,
  RequestWarning,
} from '#contract/transactions/schema.ts';
import { isDecidable, toShownStatus } from '#contract/transactions/states.ts';
import { isFlagged, worstGrade } from '#contract/transactions/warnings.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { usePersonName } from '#web/lib/i18n/use-person-name.ts';
import { paths } from '#web/lib/page/paths.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { GRADE_STATES, STATES, type State } from '#web/ui/state/states.ts';
import { RowLine } from '#web/ui/table/RowControls.tsx';
import { useWarningText } from '../hooks/use-warning-text.ts';
import { type ComparedRequest, CompareReceipts } from './ReceiptComparison.tsx';
import classes from './RequestWarnings.module.css';

type Warned = { row: Pick<AdminTransaction, 'type' | 'warnings'> & ComparedRequest };

const stateOf = (row: Pick<AdminTransaction, 'warnings'>): State =>
  GRADE_STATES[worstGrade(row) ?? 'note'];

/** Warnings about a request in a dialog; renders nothing if there are none. */
export function RequestWarnings({ row }: Warned) {
  const { t } = useTranslation();
  const textOf = useWarningText();
  if (row.warnings.length === 0) return null;
  return (
    <StateAlert
      state={stateOf(row)}
      title={isFlagged(row) ? t('Check before you decide') : undefined}
    >
      <List size="sm" spacing="3xs" className={classes.list}>
        {row.warnings.map((warning) => (
          <List.Item key={warning.code}>
            {textOf(warning, row.type)}
            <Others row={row} warning={warning} />
          </List.Item>
        ))}
      </List>
    </StateAlert>
  );
}

type OthersProps = { row: ComparedRequest; warning: RequestWarning };

/** The other requests that a warning is about; receipts can be compared. */
function Others({ row, warning: { code, requests } }: OthersProps) {
  if (!requests) return null;
  return (
    <>
      <SameRequests requests={requests} />
      {code === 'sameReceipt' && <CompareReceipts row={row} others={requests} />}
    </>
  );
}

type Lines = { row: Pick<AdminTransaction, 'type' | 'warnings' | 'status'> };

/** A request that is decided while it is on screen keeps its warnings, so that no row below it moves under the pointer. */
function useShownWarnings({ row }: Lines) {
  const [pendingWarnings, setPendingWarnings] = useState(row.warnings);
  if (isDecidable(row) && row.warnings !== pendingWarnings) setPendingWarnings(row.warnings);
  return pendingWarnings;
}

/** The same in a row: all warnings on one line, as wide as its place. */
export function WarningLine({ row }: Lines) {
  const textOf = useWarningText();
  const warnings = useShownWarnings({ row });
  if (warnings.length === 0) return null;
  return (
    <RowLine isSmall tone={STATES[stateOf({ warnings })].tone} width="100%">
      {warnings.map((warning) => textOf(warning, row.type)).join(' · ')}
    </RowLine>
  );
}

/** The same in a list of a dialog: each warning in small print after a sign. */
export function WarningLines({ row }: { row: AdminTransaction }) {
  const textOf = useWarningText();
  const warnings = useShownWarnings({ row });
  if (warnings.length === 0) return null;
  const { tone, icon: Sign } = STATES[stateOf({ warnings })];
  return (
    <Group gap="2xs" wrap="nowrap" align="flex-start" className={classes.lines} data-tone={tone}>
      <Sign size={14} aria-hidden className={classes.sign} />
      <Stack gap={0} miw={0}>
        {warnings.map((warning) => (
          <Text key={warning.code} component="div" size="xs" inline={false}>
            {textOf(warning, row.type)}
            <Others row={row} warning={warning} />
          </Text>
        ))}
      </Stack>
    </Group>
  );
}

/** The deposits that a warning compares with the request, each with a link to it on the review page. */
function SameRequests({ requests }: { requests: RelatedRequest[] }) {
  const { dateTime } = useFormat();
  const personName = usePersonName();
  return (
    <List listStyleType="none" spacing="3xs">
      {requests.map((request) => (
        <List.Item key={request.id}>
          <Group gap="2xs">
            <Anchor
              size="sm"
              c="inherit"
              td="underline"
              renderRoot={(props) => (
                <Link {...props} to={paths.admin.desk('deposit')} search={{ id: request.id }} />
              )}
            >
              {request.referenceId}
            </Anchor>
            <Amount paise={request.amountPaise} size="sm" />
            <StateBadge state={toShownStatus(request)} />
            <Text size="sm">{personName(request.userName)}</Text>
            <Text size="sm">{dateTime(request.createdAt)}</Text>
          </Group>
        </List.Item>
      ))}
    </List>
  );
}
