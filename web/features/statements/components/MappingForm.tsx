import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/i18n/format.ts';
import { Card } from '#web/ui/Card.tsx';
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx';
import { Form } from '#web/ui/form/Form.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { ResponsiveTable } from '#web/ui/table/ResponsiveTable.tsx';
import type { ImportFlow } from '../hooks/use-import-flow.ts';
import { roleLabel } from '../model/labels.ts';
import {
  asksForSigns,
  COLUMN_ROLES,
  describeColumns,
  findMappingProblem,
  type MappedRow,
  type MappingProblem,
  type MappingValues,
  mapRows,
  setRole,
  toMapping,
  type UnknownTable,
} from '../model/mapping.ts';
import { RememberBox } from './DatesForm.tsx';
import classes from './Statements.module.css';

type MappingFormProps = { table: UnknownTable; values: MappingValues; flow: ImportFlow };
type FieldsProps = {
  rows: readonly string[][];
  values: MappingValues;
  onChange: (values: MappingValues) => void;
};

/** Form for the meaning of each column of a table, with a preview of the first rows. */
export function MappingForm({ table: { rows }, values, flow }: MappingFormProps) {
  const { t } = useTranslation();
  const [remember, setRemember] = useState(true);
  const [isChecked, setIsChecked] = useState(false);
  const problem = findMappingProblem(values);
  const problemTexts = useProblemTexts();
  const fields = { rows, values, onChange: flow.setMapping };
  return (
    <Card
      title={t('What do the columns mean?')}
      description={t('The headings of this file are not known. Describe them once.')}
      mb="md"
    >
      <Form
        pending={flow.isPending}
        error={isChecked && problem && problemTexts[problem]}
        onSubmit={() => {
          setIsChecked(true);
          if (!problem) flow.answer({ mapping: toMapping(values), remember });
        }}
        footer={
          <SubmitButton
            label={t('Continue')}
            pendingLabel={t('Reading the file...')}
            pending={flow.isPending}
          />
        }
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <HeadingField {...fields} />
          <DateField {...fields} />
        </SimpleGrid>
        <ColumnFields {...fields} />
        {asksForSigns(values) && <SignsField {...fields} />}
        <RememberBox isChecked={remember} onChange={setRemember} />
        <MappedPreview rows={mapRows(rows, values)} />
      </Form>
    </Card>
  );
}

function useProblemTexts(): Record<MappingProblem, string> {
  const { t } = useTranslation();
  return {
    date: t('Choose the column with the date.'),
    text: t('Choose the column with the text or the reference of the bank.'),
    tooManyTexts: t('Choose at most four columns with text and four with references.'),
    amount: t('Choose the columns with the received and the paid amount, or one with both.'),
  };
}

const NO_HEADINGS = 'none';

function HeadingField({ rows, values, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const choices = rows.flatMap((cells, at) => {
    const text = cells.filter(Boolean).join(', ');
    return text === ''
      ? []
      : [
          {
            value: String(at),
            label: t('Row {{row}}: {{reason}}', { row: number(at + 1), reason: text }),
          },
        ];
  });
  return (
    <ChoiceField
      label={t('Row with the headings')}
      choices={[{ value: NO_HEADINGS, label: t('There are no headings') }, ...choices]}
      value={values.headingRow === null ? NO_HEADINGS : String(values.headingRow)}
      onChange={(row) =>
        onChange({ ...values, headingRow: row === NO_HEADINGS ? null : Number(row) })
      }
    />
  );
}

function DateField({ values, onChange }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <ChoiceField
      label={t('Order of numeric dates')}
      choices={[
        { value: 'dmy', label: t('Day, month, year') },
        { value: 'mdy', label: t('Month, day, year') },
      ]}
      value={values.dateOrder}
      onChange={(dateOrder) => onChange({ ...values, dateOrder })}
    />
  );
}

function ColumnFields({ rows, values, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const choices = COLUMN_ROLES.map((value) => ({ value, label: roleLabel(t, value) }));
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
      {describeColumns(rows, values).map(({ heading, sample }, at) => (
        <Stack
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its number.
          key={at}
          gap="3xs"
        >
          <ChoiceField
            label={
              heading
                ? t('Column {{number}}: {{heading}}', { number: number(at + 1), heading })
                : t('Column {{number}}', { number: number(at + 1) })
            }
            choices={choices}
            value={values.roles[at] ?? 'none'}
            onChange={(role) => onChange(setRole(values, at, role))}
          />
          {sample && (
            <Text size="xs" c="dimmed" className={classes.text}>
              {t('Example: {{value}}', { value: sample })}
            </Text>
          )}
        </Stack>
      ))}
    </SimpleGrid>
  );
}

function SignsField({ values, onChange }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <ChoiceField
      label={t('How received and paid amounts differ')}
      choices={[
        { value: 'suffix', label: t('Dr or Cr next to the amount') },
        { value: 'minusDebit', label: t('Paid amounts have a minus') },
        { value: 'minusCredit', label: t('Received amounts have a minus') },
      ]}
      value={values.signs}
      onChange={(signs) => onChange({ ...values, signs })}
    />
  );
}

function MappedPreview({ rows }: { rows: MappedRow[] }) {
  const { t } = useTranslation();
  const caption = t('First rows as they would be read');
  const dash = (text: string) => text || '—';
  const columns = [
    { key: 'date', header: t('Date'), cell: ({ date }: MappedRow) => dash(date) },
    { key: 'text', header: t('Text of the bank'), cell: ({ text }: MappedRow) => dash(text) },
    { key: 'in', header: t('Received amount'), cell: ({ received }: MappedRow) => dash(received) },
    { key: 'out', header: t('Paid amount'), cell: ({ paid }: MappedRow) => dash(paid) },
  ];
  return (
    <div>
      <Text fw={600} size="sm" mb="xs">
        {caption}
      </Text>
      <ResponsiveTable
        columns={columns}
        rows={rows}
        rowKey={({ row }) => String(row)}
        card={(row) => (
          <Stack gap="3xs">
            {columns.map(({ key, header, cell }) => (
              <Text key={key} size="sm" className={classes.text}>
                {`${header}: ${cell(row)}`}
              </Text>
            ))}
          </Stack>
        )}
        empty={<Text size="sm">{t('There are no rows below the headings.')}</Text>}
        caption={caption}
      />
    </div>
  );
}
