import { expect, it } from 'vitest';
import { findUnplainProse } from './prose.ts';

const find = (file: string, line: string) => findUnplainProse(new Map([[file, line]]));

it.each([
  ['server/a.ts', '// What failed is told to the caller.'],
  ['server/a.ts', '/** Whose session it is. */'],
  ['server/a.test.ts', "test('answers at once', () => {"],
  ['server/a.ts', "log.warn({ id }, 'the store lies about its size');"],
  ['docs/a.md', 'Nobody waits beside it.'],
])('reports %s: %s', (file, line) => {
  expect(find(file, line)).toHaveLength(1);
});

it.each([
  ['server/a.ts', "const message = 'Nobody';"],
  ['server/a.ts', '// Returns the sessions that ended.'],
  ['docs/a.md', 'PostgreSQL runs as `nobody`.'],
  ['docs/a.md', 'What is a hold? Money that a pending withdrawal reserves.'],
])('accepts %s: %s', (file, line) => {
  expect(find(file, line)).toEqual([]);
});
