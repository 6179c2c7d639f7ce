import { Table, Text, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { StatementLineView } from '#contract/statements/schema.ts';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { dayToDate } from '#web/lib/i18n/time.ts';
import { usePersonName } from '#web/lib/i18n/use-person-name.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { IconCheck } from '#web/ui/icons/IconCheck.ts';
import { IconX } from '#web/ui/icons/IconX.ts';
import { STATES } from '#web/ui/state/states.ts';
import { compareEvidence } from '../model/evidence.ts';
import classes from './Reconciliation.module.css';

type EvidenceTableProps = { line: StatementLineView; request: AdminTransaction };

/** The facts of a line and a request side by side, with a mark where both are comparable. */
export function EvidenceTable({ line, request }: EvidenceTableProps) {
  const { t } = useTranslation();
  const { date, dateTime } = useFormat();
  const personName = usePersonName();
  const same = compareEvidence(line, request);
  const none = t('None');
  const rows = [
    {
      label: t('Amount'),
      bank: <Amount paise={line.paise} />,
      ours: <Amount paise={request.amountPaise} />,
      isSame: same.amount,
    },
    { label: t('UTR'), bank: line.utr ?? none, ours: request.utr ?? none, isSame: same.utr },
    {
      label: t('Reference'),
      bank: line.ourReference ?? none,
      ours: request.referenceId,
      isSame: same.reference,
    },
    { label: t('Payer'), bank: line.vpa ?? none, ours: personName(request.userName), isSame: null },
    {
      label: t('Date'),
      bank: date(dayToDate(line.bookedOn)),
      ours: dateTime(request.createdAt),
      isSame: null,
    },
  ];
  return (
    <Table layout="fixed" verticalSpacing="2xs" horizontalSpacing="2xs" fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col" w="24%">
            <VisuallyHidden>{t('Details')}</VisuallyHidden>
          </Table.Th>
          <Table.Th scope="col">{t('Bank statement')}</Table.Th>
          <Table.Th scope="col">{t('Request')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ label, bank, ours, isSame }) => (
          <Table.Tr key={label}>
            <Table.Th scope="row" fw={400} c="dimmed">
              {label} {isSame !== null && <Comparison isSame={isSame} />}
            </Table.Th>
            <Table.Td className={classes.narration}>{bank}</Table.Td>
            <Table.Td className={classes.narration}>{ours}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Comparison({ isSame }: { isSame: boolean }) {
  const { t } = useTranslation();
  const Sign = isSame ? IconCheck : IconX;
  const { tone } = isSame ? STATES.done : STATES.failed;
  return (
    <Text component="span" c={`var(--mantine-color-${tone}-text)`}>
      <Sign size={16} aria-hidden />
      <VisuallyHidden>{isSame ? t('Equal') : t('Different')}</VisuallyHidden>
    </Text>
  );
}
