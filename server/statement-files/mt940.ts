import {
  MAX_LINE_REFERENCE,
  MAX_STATEMENT_CELL,
  MAX_STATEMENT_ROWS,
  type SkipReason,
} from '../../contract/statements/rules.ts';
import { FileFault } from './fault.ts';
import type { Entries, Entry, Gap, Skipped } from './reading.ts';

interface Field {
  tag: string;
  value: string;
  row: number;
}

interface Balance {
  paise: number;
  currency: string;
}

/** The state while the fields of a file are processed in order. */
interface State {
  entries: Entry[];
  skipped: Skipped[];
  gaps: Gap[];
  checked: number;
  account: string | null;
  currency: string;
  /** Balance after the last entry; undefined before the first balance and after a skipped entry. */
  running: number | undefined;
  /** Receives the narration of the next field. */
  open: Entry | undefined;
}

const BALANCE = /^([CD])(\d{6})([A-Z]{3})([\d.,]+)$/;
const ENTRY = new RegExp(
  [
    '^(?<year>\\d{2})(?<month>\\d{2})(?<day>\\d{2})(?:(?<bookMonth>\\d{2})(?<bookDay>\\d{2}))?',
    '(?<mark>R?[CD]|E[CD])[A-Z]?(?<amount>\\d[\\d.]*,?\\d*)(?:[A-Z][A-Z0-9]{3})?',
    '(?<tail>[^\\n]*)(?:\\n(?<details>[\\s\\S]*))?$',
  ].join(''),
);
/** A reversed payment is received, and a reversed receipt is paid. */
const RECEIVED = new Set(['C', 'RD', 'EC']);
/** Numbers of subfields that some banks put into the narration. */
const SUBFIELD = /\?\d{2}/g;

export function isMt940(text: string): boolean {
  return /^(?:\{.*)?:2[05][A-Z]?:/m.test(text) && /^:60[FM]:/m.test(text);
}

/** Reads the statements of a SWIFT MT940 file. */
export function readMt940(text: string): Entries {
  const state: State = {
    entries: [],
    skipped: [],
    gaps: [],
    checked: 0,
    account: null,
    currency: 'INR',
    running: undefined,
    open: undefined,
  };
  const fields = splitFields(text);
  for (const field of fields) readField(state, field);
  // Every statement ends with a balance, so without it the file was cut.
  const last = fields.findLast(({ tag }) => /^6[012]/.test(tag));
  if (last && !last.tag.startsWith('62')) throw new FileFault('damaged');
  const { entries, skipped, gaps, checked, account } = state;
  if (entries.length === 0 && skipped.length === 0) throw new FileFault('noLines');
  return {
    format: 'mt940',
    layout: 'mt940',
    entries,
    skipped,
    gaps,
    checked,
    bank: null,
    fingerprint: null,
    positions: [],
    accountNumber: account,
  };
}

function splitFields(text: string): Field[] {
  const fields: Field[] = [];
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.length > 2 * MAX_STATEMENT_ROWS) throw new FileFault('tooManyRows');
  for (const [at, line] of lines.entries()) {
    if (line.length > MAX_STATEMENT_CELL) throw new FileFault('cellTooLong', at + 1);
    const [, tag, value = ''] = /^(?:\{[^\n]*)?:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? [];
    const last = fields.at(-1);
    if (tag !== undefined) fields.push({ tag, value, row: at + 1 });
    else if (last && !/^-\}?|^\{/.test(line) && last.value.length < MAX_STATEMENT_CELL) {
      last.value += `\n${line}`;
    }
  }
  return fields;
}

function readField(state: State, field: Field): void {
  const { tag, value, row } = field;
  if (tag === '25') state.account = accountOf(value);
  if (tag === '60F' || tag === '60M') openStatement(state, value, row);
  if (tag === '61') addEntry(state, field);
  if (tag === '86' && state.open) state.open.narration = narrationOf(value, state.open);
  if (tag === '62F' || tag === '62M') closeStatement(state, value, row);
  if (tag !== '61') state.open = undefined;
}

function accountOf(value: string): string | null {
  const [line = ''] = value.split('\n');
  const account =
    line
      .split('/')
      .at(-1)
      ?.replace(/[^\dA-Z]/gi, '') ?? '';
  return /\d{4}$/.test(account) ? account.toUpperCase() : null;
}

function readBalance(value: string): Balance | undefined {
  const [, mark, , currency = '', amount = ''] = BALANCE.exec(value.trim()) ?? [];
  const paise = toPaise(amount);
  return paise === undefined ? undefined : { paise: mark === 'D' ? -paise : paise, currency };
}

function openStatement(state: State, value: string, row: number): void {
  const balance = readBalance(value);
  if (!balance) throw new FileFault('damaged', row);
  compare(state, balance, row);
  state.currency = balance.currency;
  state.running = balance.paise;
}

function closeStatement(state: State, value: string, row: number): void {
  const balance = readBalance(value);
  if (!balance) throw new FileFault('damaged', row);
  compare(state, balance, row);
  state.running = balance.paise;
}

function compare(state: State, { paise, currency }: Balance, row: number): void {
  if (state.running === undefined || state.currency !== currency) return;
  state.checked += 1;
  if (state.running !== paise) {
    state.gaps.push({ row, expectedPaise: state.running, foundPaise: paise });
  }
}

function addEntry(state: State, field: Field): void {
  const entry = readEntry(state, field);
  if (typeof entry === 'string') {
    state.running = undefined;
    state.skipped.push({ row: field.row, reason: entry, text: field.value });
    return;
  }
  if (state.running !== undefined) state.running += entry.paise;
  state.entries.push(entry);
  state.open = entry;
}

function readEntry({ currency }: State, { value, row }: Field): Entry | SkipReason {
  const match = ENTRY.exec(value)?.groups;
  if (!match) return 'columns';
  const {
    year,
    month = '',
    day = '',
    bookMonth,
    bookDay,
    mark = '',
    amount = '',
    tail = '',
  } = match;
  const paise = toPaise(amount);
  if (paise === undefined || paise === 0) return 'amount';
  if (currency !== 'INR') return 'currency';
  const valueOn = toDay(Number(`20${year}`), month, day);
  const bookedOn = bookDay === undefined ? valueOn : bookedDay(valueOn, bookMonth ?? '', bookDay);
  if (valueOn === undefined || bookedOn === undefined) return 'date';
  const references = tail.split('//').map((text) => text.trim());
  const bank = references[1] ?? '';
  const known = references.filter((text) => text !== '' && text !== 'NONREF');
  return {
    row,
    bookedOn,
    valueOn,
    paise: RECEIVED.has(mark) ? paise : -paise,
    narration: match.details === undefined ? [] : [match.details.replaceAll('\n', ' ').trim()],
    reference: known.join(' ').slice(0, MAX_LINE_REFERENCE),
    ...(bank !== '' && { transactionId: bank }),
  };
}

function narrationOf(value: string, entry: Entry): string[] {
  const parts = value
    .replace(SUBFIELD, '\n')
    .split('\n')
    .map((part) => part.trimEnd());
  return [...entry.narration, ...parts.filter((part) => part !== '')];
}

/** `1234,5` or `1234,` */
function toPaise(amount: string): number | undefined {
  const [, rupees = '', fraction = ''] = /^(\d{1,13})(?:[.,](\d{0,2}))?$/.exec(amount) ?? [];
  return rupees === '' ? undefined : Number(rupees) * 100 + Number(fraction.padEnd(2, '0'));
}

function toDay(year: number, month: string, day: string): string | undefined {
  const written = `${year}-${month}-${day}`;
  const ms = Date.parse(`${written}T00:00:00Z`);
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== written
    ? undefined
    : written;
}

const HALF_YEAR_MS = 183 * 24 * 60 * 60 * 1000;

/** The entry date has no year: it is the one nearest to the value date. */
function bookedDay(valueOn: string | undefined, month: string, day: string): string | undefined {
  if (valueOn === undefined) return undefined;
  const year = Number(valueOn.slice(0, 4));
  const near = [year, year - 1, year + 1].map((one) => toDay(one, month, day));
  return near.find(
    (one) => one !== undefined && Math.abs(Date.parse(one) - Date.parse(valueOn)) < HALF_YEAR_MS,
  );
}
