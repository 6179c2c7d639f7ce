import { FileFault } from './fault.ts';

const SNIFFED_BYTES = 1024;
/** More control characters than one in this many characters indicate a binary file. */
const CONTROL_RATIO = 1000;

/** The beginning, in which one control character of this many characters is enough, so that megabytes are not decoded. */
const HEAD_BYTES = 64 * 1024;
const HEAD_CONTROL_RATIO = 20;

/** Decodes UTF-8, UTF-16 or Windows-1252. Throws FileFault for binary content. */
export function decodeText(bytes: Uint8Array): string {
  const head = decode(bytes.subarray(0, HEAD_BYTES));
  if (countControls(head) > head.length / HEAD_CONTROL_RATIO) throw new FileFault('binary');
  const text = decode(bytes);
  const isBinary = text.includes('\0') || countControls(text) > text.length / CONTROL_RATIO;
  if (isBinary) throw new FileFault('binary');
  return text;
}

function countControls(text: string): number {
  return text.match(CONTROL)?.filter((one) => !ALLOWED.includes(one)).length ?? 0;
}

const CONTROL = /(?!\s)\p{Cc}/gu;
/** The end mark of DOS, and the characters that are undefined in Windows-1252. */
const ALLOWED = ['\u001a', '\u0081', '\u008d', '\u008f', '\u0090', '\u009d', '\u0085'];

function decode(bytes: Uint8Array): string {
  const utf16 = detectUtf16(bytes);
  if (utf16) return new TextDecoder(utf16).decode(bytes);
  try {
    // A character that is cut at the end of the file does not make it Windows-1252.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return decodeWindows1252(bytes);
  }
}

/** What Windows-1252 has in place of the control characters from 0x80; five are undefined. */
const WINDOWS_1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/** Some versions of Node.js decode `windows-1252` as Latin-1. */
function decodeWindows1252(bytes: Uint8Array): string {
  const latin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return latin.replace(HIGH_CONTROL, (one) => WINDOWS_1252[one.charCodeAt(0) - 0x80] ?? one);
}

const HIGH_CONTROL = /[\u0080-\u009f]/g;

/** Latin text in UTF-16 has a zero in every second byte. */
function detectUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, SNIFFED_BYTES);
  const zeros = [0, 0];
  for (const [at, byte] of start.entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = start.length / 4;
  if (odd > many && even === 0) return 'utf-16le';
  return even > many && odd === 0 ? 'utf-16be' : undefined;
}

/** Joiners change the shape of Indian letters, so they stay. */
const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Digits of Devanagari and the other Indian scripts; each block begins with 0 at 6 of a row of 16. */
const INDIAN_DIGIT =
  /[\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f]/g;

/** Visible ASCII characters with single blanks, as most cells have. */
const CLEAN = /^(?![='])[!-~]+(?: [!-~]+)*$/;

/** Returns a cell as one line without invisible characters, with digits from 0 to 9. `="0012"` and `'0012` are how a file keeps zeros in Excel; `'text'` is quoted. */
export function cleanCell(cell: string): string {
  if (cell === '' || CLEAN.test(cell)) return cell;
  const plain = cell
    .replace(/\s+/g, ' ')
    .replace(INVISIBLE, '')
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(INDIAN_DIGIT, (digit) => String((digit.charCodeAt(0) % 16) - 6))
    .trim();
  return /^="([^"]*)"$/.exec(plain)?.[1]?.trim() ?? plain.replace(/^'([^']*)'?$/, '$1');
}
