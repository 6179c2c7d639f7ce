import { expect, test } from 'vitest';
import { canonicalJson } from './fingerprint.ts';

/** How the stored hashes were made. */
const reference = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

const awkward: unknown[] = [
  { b: 1, a: { d: [1, { f: 2, e: 3 }], c: null }, B: '' },
  { '10': 'x', '9': 'y', '-1': 'z', '01': 'v', a: 'w', '': 0, ' ': 1 },
  { ['__proto__']: 1, constructor: 2, toString: 3 },
  { left: undefined, kept: [undefined, () => 1, Symbol('none')], run: () => 1 },
  [0.1, 1e21, -0, 123456789.123, Number.NaN, Number.POSITIVE_INFINITY, true],
  { text: 'नमस्ते \u0000 \ud800 😀 "quoted" \\ \u2028', नाम: 1, '😀': 2, '\uffff': 3 },
  { at: new Date('2026-11-01T00:00:00Z'), never: new Date(Number.NaN), bytes: Buffer.from('a') },
  { map: new Map([[1, 2]]), set: new Set([1]), boxed: Object('ab'), sparse: Array(2) },
  'text',
  null,
  [],
  {},
];

test.each(awkward.map((value) => ({ value })))(
  'gives the text from which stored hashes were made: $value',
  ({ value }) => {
    expect(canonicalJson(value)).toBe(reference(value));
  },
);

test('refuses what JSON refuses', () => {
  expect(() => canonicalJson({ big: 1n })).toThrow(TypeError);
});
