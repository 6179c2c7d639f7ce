import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { StatementPreview } from '#contract/statements/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { dayToDate } from '#web/lib/i18n/time.ts';
import { paths } from '#web/lib/page/paths.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { Card } from '#web/ui/Card.tsx';
import { IconFileImport } from '#web/ui/icons/IconFileImport.ts';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { type Column, ResponsiveTable } from '#web/ui/table/ResponsiveTable.tsx';
import { RowLine } from '#web/ui/table/RowControls.tsx';
import { DetailsList } from '../../transactions/components/DetailsList.tsx';
import { useDaySpanText } from '../hooks/use-day-span-text.ts';
import type { ImportFlow } from '../hooks/use-import-flow.ts';
import { bankName, formatLabel } from '../model/labels.ts';
import { Money } from './Money.tsx';
import { ProblemLists } from './ProblemLists.tsx';
import classes from './Statements.module.css';

type PreviewProps = { preview: StatementPreview };
type Line = StatementPreview['lines'][number] & { key: string };

const SHOWN_LINES = 10;

/** Shows the contents of a file before the import. */
export function PreviewCard({ preview, flow }: PreviewProps & { flow: ImportFlow }) {
  const { t } = useTranslation();
  const isNothingNew = preview.newLines === 0;
  return (
    <Card title={t('Preview')} description={t('Nothing has been imported yet.')} mb="md">
      <Stack gap="md">
        {preview.isOtherAccount && (
          <StateAlert state="warning">
            {t('The file is a statement of account {{number}}. Check the chosen account.', {
              number: preview.accountNumber,
            })}
          </StateAlert>
        )}
        <Facts preview={preview} />
        <ProblemLists {...preview} />
        <FirstLines preview={preview} />
        {isNothingNew && (
          <StateAlert state="hint">{t('All payments of this file are already known.')}</StateAlert>
        )}
        <Group gap="sm">
          <Button
            leftSection={<IconFileImport size={16} />}
            loading={flow.isPending}
            disabled={isNothingNew}
            onClick={flow.runImport}
          >
            {t('Import {{count}} lines', { count: preview.newLines })}
          </Button>
          {flow.backToColumns ? (
            <Button variant="default" disabled={flow.isPending} onClick={flow.backToColumns}>
              {t('Change columns')}
            </Button>
          ) : (
            <Button
              variant="default"
              disabled={flow.isPending}
              onClick={() => flow.answer({ useSaved: false })}
            >
              {t('Ignore saved columns')}
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  );
}

/** The outcome of an import. */
export function ImportedCard({ preview, onAnother }: PreviewProps & { onAnother: () => void }) {
  const { t } = useTranslation();
  const search = { tab: 'lines' as const, ...(preview.importId && { file: preview.importId }) };
  return (
    <Card title={t('Statement imported')} mb="md">
      <Stack gap="md">
        <StateAlert state="done" role="status">
          {t('{{count}} new lines were imported.', { count: preview.newLines })}
        </StateAlert>
        <Facts preview={preview} />
        <ProblemLists {...preview} />
        <Group gap="sm">
          <Button
            renderRoot={(props) => <Link {...props} to={paths.admin.statements} search={search} />}
          >
            {t('Show the lines')}
          </Button>
          <Button variant="default" onClick={onAnother}>
            {t('Import another file')}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

function Facts({ preview }: PreviewProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const days = useDaySpanText();
  const format = formatLabel(t, preview.format);
  return (
    <DetailsList
      details={[
        { label: t('Days of the statement'), value: days(preview) },
        { label: t('New lines'), value: number(preview.newLines) },
        { label: t('Known lines'), value: number(preview.knownLines) },
        { label: t('Received amount'), value: <Amount paise={preview.receivedPaise} /> },
        { label: t('Paid amount'), value: <Amount paise={preview.paidPaise} /> },
        { label: t('Compared balances'), value: number(preview.checkedBalances) },
        {
          label: t('Format'),
          value: preview.bank ? `${format}, ${bankName(preview.bank)}` : format,
        },
        ...(preview.accountNumber
          ? [{ label: t('Account in the file'), value: preview.accountNumber }]
          : []),
      ]}
    />
  );
}

function FirstLines({ preview }: PreviewProps) {
  const { t } = useTranslation();
  const rows = preview.lines
    .slice(0, SHOWN_LINES)
    .map((line, at) => ({ ...line, key: String(at) }));
  const caption = t('First lines of the file');
  return (
    <div>
      <Text fw={600} size="sm" mb="xs">
        {caption}
      </Text>
      <ResponsiveTable
        columns={useColumns()}
        rows={rows}
        rowKey={({ key }) => key}
        card={(line) => <LineCard line={line} />}
        empty={null}
        caption={caption}
      />
    </div>
  );
}

function useColumns(): Column<Line>[] {
  const { t } = useTranslation();
  const { date } = useFormat();
  return [
    {
      key: 'day',
      header: t('Date'),
      cell: ({ bookedOn }) => <RowLine>{date(dayToDate(bookedOn))}</RowLine>,
    },
    {
      key: 'text',
      header: t('Text of the bank'),
      cell: ({ narration }) => (
        <Text size="sm" lineClamp={2} className={classes.text}>
          {narration || '—'}
        </Text>
      ),
    },
    { key: 'utr', header: 'UTR', cell: ({ utr }) => utr ?? '—' },
    { key: 'amount', header: t('Amount'), align: 'right', cell: (row) => <Money row={row} /> },
    {
      key: 'balance',
      header: t('Balance'),
      align: 'right',
      cell: ({ balancePaise }) => (balancePaise === null ? '—' : <Amount paise={balancePaise} />),
    },
  ];
}

function LineCard({ line }: { line: Line }) {
  const { date } = useFormat();
  return (
    <Stack gap="3xs">
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{date(dayToDate(line.bookedOn))}</Text>
        <Money row={line} />
      </Group>
      <Text size="sm" className={classes.text}>
        {line.narration || '—'}
      </Text>
      {line.utr && <Text size="sm" c="dimmed">{`UTR ${line.utr}`}</Text>}
    </Stack>
  );
}
