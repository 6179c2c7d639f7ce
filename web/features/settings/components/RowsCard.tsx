import { SimpleGrid, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  type SettingCard as CardName,
  rowsOf,
  type SettingKey,
  type SettingRow,
  type Settings,
} from '#contract/settings/table.ts';
import { useSettingForm } from '../hooks/use-setting-form.ts';
import { type CardLayout, SETTING_CARDS } from '../model/cards.ts';
import {
  findRowProblems,
  type RowFields,
  type RowProblems,
  toFields,
  toSettings,
} from '../model/row-fields.ts';
import { RowField } from './RowField.tsx';
import { SettingCard } from './SettingCard.tsx';
import { SettingForm } from './SettingForm.tsx';

/** A card of the settings, drawn from its rows in `settingTable`. */
export function RowsCard({ card }: { card: CardName }) {
  const { t } = useTranslation();
  const { titleKey, descriptionKey, height = 60, layout = 'lines' } = SETTING_CARDS[card];
  const rows = rowsOf(card);
  const forms = layout === 'lines' ? rows.map((row) => [row]) : [rows];
  return (
    <SettingCard
      title={t(titleKey)}
      description={t(descriptionKey)}
      settings={rows.map(({ key }) => key)}
      height={height}
    >
      {(saved) => (
        <Stack gap="md">
          {forms.map((rowsOfForm) => (
            <RowsForm key={rowsOfForm[0]?.key} rows={rowsOfForm} saved={saved} layout={layout} />
          ))}
        </Stack>
      )}
    </SettingCard>
  );
}

type RowsFormProps = { rows: SettingRow[]; saved: Settings; layout: CardLayout };

function RowsForm({ rows, saved, layout }: RowsFormProps) {
  const isGrid = layout === 'grid';
  const setting = useSettingForm<SettingKey, RowFields, RowProblems>({
    toFields: (settings) => toFields(rows, settings),
    toSettings: (fields) => toSettings(rows, fields),
    saved,
    findProblems: isGrid ? (fields) => findRowProblems(rows, fields) : undefined,
  });
  const { form } = setting;
  const problems = isGrid ? form.problems : findRowProblems(rows, form.values);
  const fields = rows.map((row) => (
    <RowField key={row.key} row={row} form={form} isInvalid={problems[row.key] === true} />
  ));
  return (
    <SettingForm
      {...setting}
      isBlocked={!isGrid && Object.keys(problems).length > 0}
      isOneLine={layout === 'lines'}
    >
      {isGrid ? (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          {fields}
        </SimpleGrid>
      ) : (
        fields
      )}
    </SettingForm>
  );
}
