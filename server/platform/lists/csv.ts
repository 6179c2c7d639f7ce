/** A spreadsheet may run such text as a formula (OWASP, CSV injection): a sign of any width, possibly after spaces. */
const FORMULA =
  /^[\t\r\n]|^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠﹦﹢﹣﹫−]/u;

/** How most cells begin; such a cell is no formula. */
const HARMLESS = /^[a-z0-9]/i;

/** Excel reads a file as UTF-8 only if it starts with this byte order mark. */
export const CSV_BOM = '\uFEFF';

export function csvLine(cells: (string | { number: string })[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(cell: string | { number: string }): string {
  if (typeof cell !== 'string') return cell.number;
  const inert = !HARMLESS.test(cell) && FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

const INDIA_OFFSET_MS = 5.5 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

let written = { ms: Number.NaN, day: '' };

/** `moment`: a Date, or milliseconds since 1970. */
export function toIndianTime(moment: Date | number): string {
  const shiftedMs = Number(moment) + INDIA_OFFSET_MS;
  const ms = Math.floor(shiftedMs / DAY_MS) * DAY_MS;
  if (written.ms !== ms) written = { ms, day: new Date(ms).toISOString().slice(0, 10) };
  const seconds = Math.floor((shiftedMs - ms) / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return `${written.day} ${twoDigits(hours)}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}`;
}

const twoDigits = (value: number) => (value < 10 ? `0${value}` : String(value));
