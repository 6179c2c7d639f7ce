/**
 * What a spreadsheet takes for the start of a formula (OWASP, CSV injection): a sign, in whatever width
 * it is written, behind whatever is not seen and may be left out when the file is read.
 */
const FORMULA =
  /^[\t\r\n]|^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠﹦﹢﹣﹫−]/u;

/** Excel reads a file as UTF-8 only when it starts with this. */
export const CSV_BOM = '\uFEFF';

/** One line of a CSV file (RFC 4180). Text that a spreadsheet would run is made inert by an apostrophe. */
export function csvLine(cells: (string | { number: string })[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(cell: string | { number: string }): string {
  if (typeof cell !== 'string') return cell.number;
  const inert = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

const INDIA_OFFSET_MS = 5.5 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The day that was written last: the rows of a file are of few. */
let written = { ms: Number.NaN, day: '' };

/** `yyyy-MM-dd HH:mm:ss` in Asia/Kolkata. */
export function toIndianTime(moment: Date): string {
  const shiftedMs = moment.getTime() + INDIA_OFFSET_MS;
  const ms = Math.floor(shiftedMs / DAY_MS) * DAY_MS;
  if (written.ms !== ms) written = { ms, day: new Date(ms).toISOString().slice(0, 10) };
  const seconds = Math.floor((shiftedMs - ms) / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return `${written.day} ${twoDigits(hours)}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}`;
}

const twoDigits = (value: number) => (value < 10 ? `0${value}` : String(value));
