import { expect, it } from 'vitest';
import { keepUnchanged } from './keep-unchanged.ts';

const row = (id: string, paise = 100) => ({ id, paise, at: new Date('2026-11-21T10:00:00Z') });

it('returns the old object for a deeply equal value, dates included', () => {
  const old = { pages: [{ rows: [row('one'), row('two')], next: null }], sum: 5n };
  const same = { pages: [{ rows: [row('one'), row('two')], next: null }], sum: 5n };
  expect(keepUnchanged(old, same)).toBe(old);
});

it('keeps the unchanged row objects when other rows change, appear or disappear', () => {
  const old = [row('one'), row('two'), row('three')];
  const next = [row('new'), row('one'), row('two', 200)];
  const kept = keepUnchanged(old, next);
  expect(kept).toStrictEqual(next);
  expect((kept as typeof old)[1]).toBe(old[0]);
  expect((kept as typeof old)[2]).not.toBe(old[1]);
});

it.each([
  ['a part that came', { a: 1 }, { a: 1, b: undefined }],
  ['a part that went', { a: 1, b: undefined }, { a: 1 }],
  ['a part of another name', { a: undefined }, { b: undefined }],
  ['fewer items', [1, 2], [1]],
  ['another date', new Date(1), new Date(2)],
  ['another kind', [], {}],
  ['nothing before', undefined, { a: 1 }],
  ['nothing now', { a: 1 }, null],
])('returns the new value for %s', (_, old, next) => {
  expect(keepUnchanged(old, next)).toStrictEqual(next);
  expect(keepUnchanged(old, next)).not.toBe(old);
});
