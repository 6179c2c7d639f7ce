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

/** `yyyy-MM-dd HH:mm:ss` in Asia/Kolkata. */
export function toIndianTime(moment: Date): string {
  const shifted = new Date(moment.getTime() + INDIA_OFFSET_MS).toISOString();
  return shifted.slice(0, 19).replace('T', ' ');
}
