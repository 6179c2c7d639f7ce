import { describe, expect, test } from 'vitest';
import { UNSEEN_PAYMENTS, UNSEEN_STATEMENTS } from '../testing/unseen-statements.ts';
import { readStatement } from './read.ts';

describe('an invented statement is read without a question', () => {
  test.each(Object.entries(UNSEEN_STATEMENTS))('%s', async (_, file) => {
    const reading = await readStatement(file(), {});
    const { lines, ...rest } = reading.kind === 'lines' ? reading : { lines: [], ...reading };
    const read = lines.map(({ bookedOn, paise, utr }) => ({ bookedOn, paise, utr }));
    expect({ read, rest }).toMatchObject({
      read: UNSEEN_PAYMENTS,
      rest: { kind: 'lines', gaps: [], checked: 3 },
    });
  });
});
