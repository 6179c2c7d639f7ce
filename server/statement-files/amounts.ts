export interface ReadAmount {
  paise: number;
  isNegative: boolean;
  /** Dr or Cr next to the number. */
  mark?: 'debit' | 'credit';
}

const EMPTY = /^(?:-+|nil|na|n\/a|null|0|0?\.0+)?$/i;
const CURRENCY = /₹|\b(?:inr|rs)(?:\b|(?=\d))\.?/gi;
const MARK =
  /^(?:\(?(debit|credit|dr|cr|d|c)\)?\.?)?([^a-z]*?)(?:\(?(debit|credit|dr|cr|d|c)\)?\.?)?$/i;
/** Plain digits, or groups of two or three digits after commas. */
const NUMBER = /^(\d+|\d{1,3}(?:,\d{2,3})*,\d{3})?(?:\.(\d{0,2})0*)?$/;
const PLAIN = /^[\d.,]+$/;
const MAX_PAISE = 1e15;

/** Returns undefined for an empty cell, dashes and zero, and `unreadable` for other text than an amount. */
export function readAmount(cell: string): ReadAmount | 'unreadable' | undefined {
  if (cell === '') return undefined;
  const plain = toPlain(cell);
  if (EMPTY.test(plain)) return undefined;
  const [, before, number = '', after] = MARK.exec(plain) ?? [];
  const digits = number.replace(/^[-+(]+|[-+)]+$/g, '');
  const [, rupees = '', fraction = ''] = NUMBER.exec(digits) ?? [];
  if (rupees === '' && fraction === '')
    return EMPTY.test(number) && number ? undefined : 'unreadable';
  if (/^0\d/.test(rupees)) return 'unreadable';
  const paise = Number(rupees.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'));
  if (!Number.isSafeInteger(paise) || paise > MAX_PAISE) return 'unreadable';
  if (paise === 0) return undefined;
  const mark = readMark(before ?? after ?? '');
  const isNegative = /^-|^\(.*\)$|-$/.test(number);
  return mark ? { paise, isNegative, mark } : { paise, isNegative };
}

/** Leaves out the currency, spaces, brackets around a sign, and the `/-` after whole rupees. */
function toPlain(cell: string): string {
  if (PLAIN.test(cell)) return cell;
  return cell
    .replace(CURRENCY, '')
    .replace(/\s+/g, '')
    .replace(/[−–—﹣－]/g, '-')
    .replace(/\(([-+])\)/, '$1')
    .replace(/(?<=\d)\/-/, '');
}

const DEBIT = /^(?:d|dr|debit|withdrawal|w|-)$/;
const CREDIT = /^(?:c|cr|credit|deposit|\+)$/;

/** Reads a column such as `Dr / Cr`. */
export function readMark(cell: string): 'debit' | 'credit' | undefined {
  const plain = cell.toLowerCase().replace(/[\s().]+/g, '');
  if (DEBIT.test(plain)) return 'debit';
  return CREDIT.test(plain) ? 'credit' : undefined;
}

/** Returns an account's balance with its sign, or undefined. */
export function readBalance(cell: string, mark: string): number | undefined {
  const plain = toPlain(cell);
  if (/^\(?(?:dr|cr)?0*\.?0+(?:dr|cr)?\)?$/i.test(plain)) return 0;
  const read = readAmount(cell);
  if (read === undefined || read === 'unreadable') return undefined;
  const isDebit = (read.mark ?? readMark(mark)) === 'debit';
  return isDebit !== read.isNegative ? -read.paise : read.paise;
}
