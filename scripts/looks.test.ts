import { expect, it } from 'vitest';
import { findOwnLooks } from './looks.ts';

function inFile(file: string, text: string): string[] {
  return findOwnLooks(new Map([[file, text]]));
}

it('names the place that colours a state by itself', () => {
  expect(inFile('web/features/a/A.tsx', '<b>\n<Badge color="red" />')).toEqual([
    'web/features/a/A.tsx:2: "red" is a state\'s: take it from web/ui/states.ts',
  ]);
  expect(inFile('web/lib/a.ts', "const color = ok ? 'positive' : 'orange.5';")).toHaveLength(2);
});

it('lets the list of states name them, and others name what says nothing', () => {
  expect(inFile('web/ui/states.ts', "tone: 'negative'")).toEqual([]);
  expect(inFile('web/ui/A.tsx', '<Button color="gray">{t("A red line")}</Button>')).toEqual([]);
  expect(inFile('server/a.ts', "'red'")).toEqual([]);
});
