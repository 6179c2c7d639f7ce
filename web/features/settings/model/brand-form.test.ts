import { expect, test } from 'vitest';
import { findBrandProblems, toBrandSettings } from './brand-form.ts';

test('reads a colour with capital letters and without its sign', () => {
  const settings = toBrandSettings({ name: ' Paisa ', color: ' 0B7A4B ' });
  expect(settings).toEqual({ brandName: 'Paisa', brandColor: '#0b7a4b' });
});

test.each([
  [{ name: 'Paisa', color: '#0b7a4b' }, {}],
  [{ name: ' ', color: '#0b7a4b' }, { name: true }],
  [{ name: 'Paisa', color: '#0b7a4' }, { color: 'form' }],
  [{ name: 'Paisa', color: 'green' }, { color: 'form' }],
  [{ name: 'Paisa', color: '#ffcc00' }, { color: 'contrast' }],
])('finds the problems of %o', (fields, problems) => {
  expect(findBrandProblems(fields)).toEqual(problems);
});
