import { isUtr, normalizeUtr } from '#contract/deposits/rules.ts';

/** What apps and banks write before the number. Recognition mistakes some letters. */
const LABELS = [
  /\bu\s?t\s?r\b(?:\s*(?:no|number|id))?/gi,
  /\brrn\b(?:\s*(?:no|number))?/gi,
  /\bupi\s*(?:transaction|txn|trans[.]?|ref(?:erence)?[.]?)\s*(?:id|no|number)?/gi,
  /\b(?:bank|imps|neft|rtgs)\s*(?:ref(?:erence)?|txn|transaction)[.]?\s*(?:id|no|number)?/gi,
  /\bref(?:erence)?[.]?\s*(?:id|no|number)\b/gi,
  /\b(?:transaction|txn)[.]?\s*(?:id|no|number)\b/gi,
];
/** The number is in the line of its label, or in one of the next lines. */
const LONGEST_DISTANCE = 80;
/** A receipt has less text. */
const LONGEST_TEXT = 10_000;

/** Letters that recognition confuses with digits. */
const DIGITS: Record<string, string> = {
  O: '0',
  o: '0',
  Q: '0',
  D: '0',
  I: '1',
  l: '1',
  '|': '1',
  i: '1',
  Z: '2',
  z: '2',
  S: '5',
  s: '5',
  B: '8',
};
const WORDS = /[A-Za-z0-9|]+/g;
/** More letters than this in twelve characters are a word, not mistaken digits. */
const MOST_MISTAKEN = 3;

/**
 * Returns the reference number of the payment in the text of a receipt; undefined if there is none, or if several numbers
 * could be it.
 */
export function findUtr(read: string): string | undefined {
  const text = read.slice(0, LONGEST_TEXT);
  const found = candidatesOf(text);
  for (const label of LABELS) {
    const after = [...text.matchAll(label)].flatMap(({ index, 0: words }) => {
      const end = index + words.length;
      return found.find(({ at }) => at >= end && at - end <= LONGEST_DISTANCE)?.utr ?? [];
    });
    const [first] = after;
    if (first !== undefined) return first;
  }
  const all = new Set(found.map(({ utr }) => utr));
  return all.size === 1 ? [...all][0] : undefined;
}

interface Candidate {
  utr: string;
  at: number;
}

/** The numbers that have the shape of a reference, in their order in the text. */
function candidatesOf(text: string): Candidate[] {
  return text.split('\n').reduce(
    ({ found, start }, line) => ({
      found: [...found, ...inLine(line).map(({ utr, at }) => ({ utr, at: at + start }))],
      start: start + line.length + 1,
    }),
    { found: [] as Candidate[], start: 0 },
  ).found;
}

function inLine(line: string): Candidate[] {
  const words = [...line.matchAll(WORDS)].map(({ index, 0: word }) => ({ index, word }));
  const whole = words.flatMap(({ index, word }) => {
    const utr = isMasked(line, index, word) ? undefined : toUtr(word);
    return utr === undefined ? [] : { utr, at: index };
  });
  return whole.length > 0 ? whole : inGroups(line);
}

/** Numbers that are written in groups of digits, such as 6326 2860 1452. */
function inGroups(line: string): Candidate[] {
  return [...line.matchAll(/(?<![\w+*•])\d{3,6}(?:[ -]\d{3,6}){1,3}(?![\w*•])/g)].flatMap(
    ({ index, 0: group }) => {
      const utr = toUtr(group.replaceAll(/[ -]/g, ''));
      return utr === undefined ? [] : { utr, at: index };
    },
  );
}

/** An account number behind a mask, or a telephone number. */
function isMasked(line: string, index: number, word: string): boolean {
  return /[*•+]/.test(line[index - 1] ?? '') || /[*•]/.test(line[index + word.length] ?? '');
}

function toUtr(word: string): string | undefined {
  const plain = normalizeUtr(word);
  if (['NEFT', 'RTGS'].some((method) => plain.length > 12 && isUtr(plain, method))) return plain;
  const digits = plain.replaceAll(/\D/g, '').length;
  if (plain.length - digits > MOST_MISTAKEN) return undefined;
  const corrected = normalizeUtr(word.replaceAll(/\D/g, (letter) => DIGITS[letter] ?? letter));
  return isUtr(corrected, 'UPI') && !isTelephone(corrected) ? corrected : undefined;
}

/** With the code of the country: a reference of 2029 has 9, then the day of the year up to 366. */
function isTelephone(digits: string): boolean {
  return /^91[6-9]/.test(digits);
}
