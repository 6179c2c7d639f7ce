import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(1)',
  '\t=1',
  '\r=1',
  '\n1',
  ' =1',
  '＝1',
  '＋1',
  '－1',
  '＠1',
  '\u200B=1',
  '\u200B\u200D＝1',
  '\uFEFF=1',
  '\u00AD=1',
  '\u202E=1',
  '\u3164=1',
  '\u0000=1',
])('csvLine makes %j inert in spreadsheets', (cell) => {
  expect(csvLine([cell]).replace(/^"/, '')).toMatch(/^'/);
});

test('leaves other texts and numbers unchanged', () => {
  const cells = ['नमस्ते', 'a=b', 'क्‍ष', '👩🏽‍💻 -', '\u200Bok', '', { number: '-1.50' }];
  expect(csvLine(cells)).toBe('नमस्ते,a=b,क्‍ष,👩🏽‍💻 -,\u200Bok,,-1.50\r\n');
});
