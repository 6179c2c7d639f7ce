import { formatRupees } from '#contract/shared/money.ts';
import {
  DATE_ORDERS,
  type DateOrder,
  MAX_STATEMENT_BYTES,
  type StatementFault,
} from '#contract/statements/rules.ts';
import { type PackedStatement, unpack } from '../statement-files/packed-lines.ts';
import { readInWorker } from '../statement-files/read-in-worker.ts';
import type { Reading, Statement } from '../statement-files/reading.ts';
import { print, type Terminal, UsageError, type Verb } from './verb.ts';

const LISTED = 20;

export const statement: Verb = {
  usage: ['statement FILE [--dates dmy|mdy] [--json]'],
  summary: 'Shows how a bank statement is read, without a database',
  details: `FILE is an export of a bank: .csv, .tsv, .txt, .xls, .xlsx, MT940 or CAMT.053. Nothing is stored.

--dates dmy|mdy   whether the day or the month is first, if the file does not prove it
--json            prints everything that was read as JSON`,
  options: { dates: { type: 'string' }, json: { type: 'boolean' } },
  async run({ words, options }, terminal) {
    const [file, ...more] = words;
    if (file === undefined || more.length > 0) throw new UsageError('statement FILE');
    const dateOrder = readOrder(options.dates);
    const packed = await readInWorker(file, { dateOrder });
    const reading = packed.kind === 'lines' ? toStatement(packed) : packed;
    if (options.json) print(terminal.output, JSON.stringify(reading, null, 2));
    else describe(reading, terminal);
    return reading.kind === 'lines' ? 0 : 1;
  },
};

function toStatement({ parts, ...packed }: PackedStatement): Statement {
  const { lineCount, receivedPaise, paidPaise, firstDay, lastDay, firstLines, sha256, ...read } =
    packed;
  const lines = parts.flatMap(unpack).map(({ id, ...line }) => line);
  return { ...read, lines };
}

function readOrder(given: string | boolean | undefined): DateOrder | undefined {
  const order = DATE_ORDERS.find((one) => one === given);
  if (given !== undefined && !order) throw new UsageError('--dates dmy or --dates mdy');
  return order;
}

function describe(reading: Reading, { output, errors }: Terminal): void {
  if (reading.kind === 'lines') {
    describeLines(reading, { output });
  } else if (reading.kind === 'dates') {
    print(errors, `The dates (${reading.samples.join(', ')}) are valid with the day or the month`);
    print(errors, 'first. Repeat with --dates dmy or --dates mdy.');
  } else if (reading.kind === 'mapping') {
    print(errors, 'The columns are not known. The first rows are:');
    for (const row of reading.rows.slice(0, LISTED)) print(errors, row.join(' | '));
  } else {
    const at = reading.row === null ? '' : ` (row ${reading.row})`;
    print(errors, `${FAULTS[reading.fault]}${at}`);
  }
}

function describeLines(read: Statement, { output }: Pick<Terminal, 'output'>): void {
  const { lines, skipped, gaps } = read;
  const sum = (sign: number) =>
    lines.filter(({ paise }) => paise * sign > 0).reduce((total, { paise }) => total + paise, 0);
  const account = read.accountNumber === null ? '' : `, account ${read.accountNumber}`;
  print(output, `${read.format}${read.bank === null ? '' : ` of ${read.bank}`}${account}`);
  print(output, `${lines.length} lines from ${lines[0]?.bookedOn} to ${lines.at(-1)?.bookedOn}`);
  print(output, `received ${formatRupees(sum(1))}, paid ${formatRupees(-sum(-1))}`);
  print(output, `balances: ${read.checked} compared, ${gaps.length} gaps`);
  for (const { row, expectedPaise, foundPaise } of gaps.slice(0, LISTED)) {
    const expected = formatRupees(expectedPaise);
    print(output, `  row ${row}: expected ${expected}, found ${formatRupees(foundPaise)}`);
  }
  print(output, `skipped rows: ${skipped.length}`);
  for (const { row, reason, text } of skipped.slice(0, LISTED)) {
    print(output, `  row ${row}: ${reason}: ${text}`);
  }
  for (const line of lines.slice(0, LISTED)) {
    const known = [line.utr, line.ourReference].filter((one) => one !== null).join(' ') || '-';
    print(output, `${line.bookedOn} ${formatRupees(line.paise)} ${known} ${line.narration}`);
  }
}

const FAULTS: Record<StatementFault, string> = {
  empty: 'The file is empty.',
  tooLarge: `The file has more than ${MAX_STATEMENT_BYTES / 1024 / 1024} MB.`,
  tooManyRows: 'The file has too many rows.',
  tooManyColumns: 'A row has too many columns.',
  cellTooLong: 'A cell is too long.',
  unzippedTooLarge: 'The unpacked file is too large.',
  tooMuchWork: 'Reading the file takes too long or needs too much memory.',
  binary: 'The file is not text.',
  pdf: 'A PDF cannot be read. Export the statement as CSV or Excel.',
  password: 'The file has a password. Remove it and try again.',
  damaged: 'The file is incomplete or damaged. Export it again.',
  formula: 'An amount, balance or date is a formula.',
  xmlEntities: 'The file defines XML entities.',
  noTable: 'The file has no table of payments.',
  noLines: 'The file has no payments.',
};
