import { expect, test } from 'vitest';
import { findUnprovenSections, SECTIONS } from './sections.ts';

/** Sources of tests with these sections as tags. */
function carrying(file: string, sections: string[], write: (section: string) => string) {
  return new Map([[file, sections.map(write).join('\n')]]);
}

const all = Object.keys(SECTIONS);
const ways: [file: string, write: (section: string) => string][] = [
  ['server/a.test.ts', (section) => `test('a', { tags: 'section-${section}' }, run)`],
  ['e2e/a.spec.ts', (section) => `test('a', { tag: ['@section-${section}'] }, run)`],
  ['e2e/screens/a.test.ts', (section) => `await user.expectTexts("${section} Login: 'Login'");`],
];

test.each(ways)('%s carries sections', (file, write) => {
  expect(findUnprovenSections(carrying(file, all, write))).toEqual([]);
});

test.each(ways)('a section that %s no longer carries is found', (file, write) => {
  const others = all.filter((section) => section !== '2.4');
  expect(findUnprovenSections(carrying(file, others, write))).toEqual([
    'section 2.4 (Screens: the layout that all share): no test carries it',
  ]);
});

test('reports a section that the specification does not have', () => {
  const [file, write] = ways[0] ?? ['', String];
  expect(findUnprovenSections(carrying(file, [...all, '12'], write))).toEqual([
    'section 12: there is none',
  ]);
  expect(findUnprovenSections(carrying('server/a.ts', all, write))).toHaveLength(all.length);
});
