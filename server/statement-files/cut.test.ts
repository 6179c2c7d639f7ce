import { expect, test } from 'vitest';
import { INVENTED_LAYOUTS, inventedRows, toDelimited } from '../testing/statement-files.ts';
import { readStatement } from './read.ts';

/** Reads the first bytes of a file. Returns what can be imported of it. */
async function linesOf(file: Buffer, length: number) {
  const reading = await readStatement(file.subarray(0, length), {});
  return reading.kind === 'lines' ? reading.lines : [];
}

/** Characters of several bytes, and a quoted cell with a line break, a separator and quotes. */
const QUOTED = `Date,Narration,Debit,Credit,Balance
25/08/2026,"चाय, ₹5
""रमेश""",,500.00,"1,500.00"
26/08/2026,"UPI, கீதா",20.00,,"1,480.00"
`;

test.each(Object.keys(INVENTED_LAYOUTS))(
  'a statement of %s that was cut at any byte has only lines of the whole statement',
  async (bank) => {
    expect(await wrongLines(Buffer.from(toDelimited(inventedRows(bank))))).toEqual([]);
  },
);

test.each(['utf8', 'utf16le'] as const)(
  'a statement in %s that was cut within quotes or a character has only lines of the whole statement',
  async (encoding) => {
    expect(await wrongLines(Buffer.from(`\uFEFF${QUOTED}`, encoding))).toEqual([]);
  },
);

/** Returns the lines that a file has after a cut, at any byte, and that the whole file does not have. */
async function wrongLines(file: Buffer) {
  const whole = await linesOf(file, file.length);
  expect(whole.length).toBeGreaterThan(1);
  const known = new Set(whole.map(({ bookedOn, paise, key }) => `${bookedOn} ${paise} ${key}`));
  const wrong = [];
  for (let length = 0; length < file.length; length += 1) {
    for (const { bookedOn, paise, key } of await linesOf(file, length)) {
      if (!known.has(`${bookedOn} ${paise} ${key}`)) wrong.push({ length, paise, key });
    }
  }
  return wrong;
}
