import type { SettingKey, SettingRow, Settings } from '#contract/settings/table.ts';
import { formatAmount, parseRupees } from '#contract/shared/money.ts';
import { stripCurrency } from '#web/lib/i18n/typed-amount.ts';

/** Fields of a form of some rows of `settingTable`: typed text, or the state of a switch. */
export type RowFields = Partial<Record<SettingKey, string | boolean>>;
export type RowProblems = Partial<Record<SettingKey, true>>;

export function toFields(rows: SettingRow[], saved: Settings): RowFields {
  return ofEach(rows, (row) => {
    const value = saved[row.key];
    if (typeof value === 'boolean') return value;
    return isAmount(row) ? formatAmount(Number(value)) : String(value);
  });
}

/** Returns the settings of valid fields. */
export function toSettings(rows: SettingRow[], fields: RowFields): Partial<Settings> {
  return ofEach(rows, (row) => parseField(row, fields));
}

/** Returns the fields whose values are outside the limits of their settings. */
export function findRowProblems(rows: SettingRow[], fields: RowFields): RowProblems {
  const wrong = rows.filter((row) => parseField(row, fields) === undefined);
  return ofEach(wrong, () => true);
}

export function isAmount(row: SettingRow): boolean {
  return row.type === 'integer' && row.unit === 'paise';
}

function parseField(row: SettingRow, fields: RowFields): number | boolean | undefined {
  const typed = fields[row.key];
  if (row.type === 'boolean') return typed === true;
  const text = String(typed).trim();
  const wholeNumber = /^\d+$/.test(text) ? Number(text) : undefined;
  const value = isAmount(row) ? parseRupees(stripCurrency(text)) : wholeNumber;
  return value !== undefined && value >= row.min && value <= row.max ? value : undefined;
}

function ofEach<Value>(rows: SettingRow[], read: (row: SettingRow) => Value) {
  return Object.fromEntries(rows.map((row) => [row.key, read(row)]));
}
