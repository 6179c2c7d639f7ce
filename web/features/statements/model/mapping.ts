import type {
  AmountSigns,
  DateOrder,
  StatementColumns,
  StatementMapping,
} from '#contract/statements/rules.ts';
import type { StatementReading } from '#contract/statements/schema.ts';

export type UnknownTable = Extract<StatementReading, { kind: 'mapping' }>;

/** Meanings of a column. Only `narration` and `reference` can have several columns. */
export const COLUMN_ROLES = [
  'none',
  'date',
  'valueDate',
  'narration',
  'reference',
  'credit',
  'debit',
  'amount',
  'sign',
  'balance',
  'transactionId',
] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

/** How a single column of amounts is signed, if no other column has Dr or Cr. */
type SingleSigns = Exclude<AmountSigns, 'columns' | 'marker'>;

export interface MappingValues {
  headingRow: number | null;
  /** The meaning of each column. */
  roles: ColumnRole[];
  signs: SingleSigns;
  dateOrder: DateOrder;
}

const SEVERAL: ColumnRole[] = ['none', 'narration', 'reference'];
const MAX_TEXT_COLUMNS = 4;

/** Returns the first values of the form: the columns that the server recognized. */
export function initialMapping({ rows, headingRow, suggested }: UnknownTable): MappingValues {
  const width = Math.max(0, ...rows.map(({ length }) => length));
  const isRole = (role: ColumnRole, at: number) =>
    role !== 'none' && [suggested[role]].flat().includes(at);
  const roles = Array.from(
    { length: width },
    (_, at) => COLUMN_ROLES.find((role) => isRole(role, at)) ?? 'none',
  );
  return { headingRow, roles, signs: 'suffix', dateOrder: 'dmy' };
}

/** Gives a column a meaning. A column that had it before has none then. */
export function setRole(values: MappingValues, at: number, role: ColumnRole): MappingValues {
  const roles = values.roles.map((other) =>
    other === role && !SEVERAL.includes(role) ? 'none' : other,
  );
  roles[at] = role;
  return { ...values, roles };
}

/** Returns whether the signs of amounts have to be chosen: no other column shows them. */
export function asksForSigns({ roles }: MappingValues): boolean {
  return signsOf({ roles, signs: 'suffix' }) === 'suffix' && roles.includes('amount');
}

function signsOf({ roles, signs }: Pick<MappingValues, 'roles' | 'signs'>): AmountSigns {
  if (roles.includes('credit') || roles.includes('debit')) return 'columns';
  return roles.includes('sign') ? 'marker' : signs;
}

export type MappingProblem = 'date' | 'text' | 'tooManyTexts' | 'amount';

export function findMappingProblem({ roles }: MappingValues): MappingProblem | undefined {
  const count = (role: ColumnRole) => roles.filter((other) => other === role).length;
  if (count('date') === 0) return 'date';
  if (count('narration') + count('reference') === 0) return 'text';
  if (Math.max(count('narration'), count('reference')) > MAX_TEXT_COLUMNS) return 'tooManyTexts';
  return count('credit') + count('debit') + count('amount') === 0 ? 'amount' : undefined;
}

/** Returns the mapping that is sent, without the columns that its signs do not use. */
export function toMapping(values: MappingValues): StatementMapping {
  const { headingRow, dateOrder, roles } = values;
  const signs = signsOf(values);
  const unused: ColumnRole[] = signs === 'columns' ? ['none', 'amount', 'sign'] : ['none'];
  const single = roles.flatMap((role, at) =>
    SEVERAL.includes(role) || unused.includes(role) ? [] : [[role, at]],
  );
  const columns = {
    ...Object.fromEntries(single),
    narration: columnsOf(roles, 'narration'),
    reference: columnsOf(roles, 'reference'),
  } as StatementColumns; // cast: findMappingProblem requires the date
  return { headingRow, columns, signs, dateOrder };
}

const columnsOf = (roles: ColumnRole[], role: ColumnRole) =>
  roles.flatMap((other, at) => (other === role ? [at] : []));

export interface MappedRow {
  row: number;
  date: string;
  text: string;
  received: string;
  paid: string;
}

const MAX_MAPPED = 5;
const MIN_FILLED = 2;

/** Returns the first rows below the headings as their columns are understood. The server reads the values. */
export function mapRows(rows: readonly string[][], values: MappingValues): MappedRow[] {
  const { headingRow, roles } = values;
  const start = headingRow === null ? 0 : headingRow + 1;
  return rows
    .map((cells, row) => ({ cells, row }))
    .filter(({ cells, row }) => row >= start && cells.filter(Boolean).length >= MIN_FILLED)
    .slice(0, MAX_MAPPED)
    .map(({ cells, row }) => {
      const cell = (role: ColumnRole) => cells[roles.indexOf(role)] ?? '';
      const texts = cells.filter((_, at) => ['narration', 'reference'].includes(roles[at] ?? ''));
      return {
        row: row + 1,
        date: cell('date'),
        text: texts.filter(Boolean).join(' '),
        ...splitAmount(cell, signsOf(values)),
      };
    });
}

const DEBIT = /^\W*(?:dr?|debit|w|withdrawal)\b/i;
const DEBIT_SUFFIX = /dr?\W*$/i;

function splitAmount(
  cell: (role: ColumnRole) => string,
  signs: AmountSigns,
): Pick<MappedRow, 'received' | 'paid'> {
  if (signs === 'columns') return { received: cell('credit'), paid: cell('debit') };
  const written = cell('amount');
  const isNegative = /^\s*[-(−]/.test(written);
  const isPaid = {
    marker: DEBIT.test(cell('sign')),
    suffix: DEBIT_SUFFIX.test(written),
    minusDebit: isNegative,
    minusCredit: !isNegative,
  }[signs];
  return isPaid ? { received: '', paid: written } : { received: written, paid: '' };
}

/** Returns the heading and the first value of each column. */
export function describeColumns(
  rows: readonly string[][],
  { headingRow, roles }: MappingValues,
): { heading: string; sample: string }[] {
  const below = rows.slice(headingRow === null ? 0 : headingRow + 1);
  return roles.map((_, at) => ({
    heading: headingRow === null ? '' : (rows[headingRow]?.[at] ?? ''),
    sample: below.find((cells) => cells[at])?.[at] ?? '',
  }));
}
