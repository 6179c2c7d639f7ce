import { expect, test } from 'vitest';
import { INVENTED_LAYOUTS, inventedRows, toDelimited } from '../testing/statement-files.ts';
import { readStatement } from './read.ts';

/** Reads the first bytes of a file. Returns what can be imported of it. */
async function linesOf(file: Buffer, length: number) {
  const reading = await readStatement(file.subarray(0, length), {});
  return reading.kind === 'lines' ? reading.lines : [];
}

test.each(Object.keys(INVENTED_LAYOUTS))(
  'a statement of %s that was cut at any byte has only lines of the whole statement',
  async (bank) => {
    const file = Buffer.from(toDelimited(inventedRows(bank)));
    const whole = await linesOf(file, file.length);
    const amounts = new Set(whole.map(({ bookedOn, paise, key }) => `${bookedOn} ${paise} ${key}`));
    const wrong = [];
    for (let length = 0; length < file.length; length += 1) {
      for (const { bookedOn, paise, key } of await linesOf(file, length)) {
        if (!amounts.has(`${bookedOn} ${paise} ${key}`)) wrong.push({ length, paise, key });
      }
    }
    expect(wrong).toEqual([]);
  },
);
