import { describe, expect, it } from 'vitest';
import { actionOf, stepFrom } from './use-shortcuts.ts';

const plain = { ctrlKey: false, altKey: false, metaKey: false };

describe('actionOf', () => {
  it.each([
    ['j', 'next'],
    ['J', 'next'],
    ['+', 'zoomIn'],
    ['=', 'zoomIn'],
    ['?', undefined],
    ['q', undefined],
    ['Enter', undefined],
  ])('maps the key %s to %s', (key, action) => expect(actionOf({ ...plain, key })).toBe(action));

  it('returns undefined for shortcuts of the browser', () => {
    expect(actionOf({ ...plain, key: 'r', ctrlKey: true })).toBeUndefined();
    expect(actionOf({ ...plain, key: 'a', metaKey: true })).toBeUndefined();
  });
});

describe('stepFrom', () => {
  const rows = ['a', 'b', 'c'].map((id) => ({ id }));
  it.each([
    ['the first without a place', undefined, 1, 'a'],
    ['onward', { id: 'a', index: 0 }, 1, 'b'],
    ['back', { id: 'b', index: 1 }, -1, 'a'],
    ['no further than the last', { id: 'c', index: 2 }, 1, 'c'],
    ['no further than the first', { id: 'a', index: 0 }, -1, 'a'],
    ['from where a row stood', { id: 'gone', index: 1 }, 1, 'b'],
    ['back from where a row stood', { id: 'gone', index: 1 }, -1, 'a'],
  ] as const)('moves to %s', (_, place, step, expected) => {
    expect(stepFrom(rows, place, step)?.id).toBe(expected);
  });

  it('returns undefined for an empty list', () => {
    expect(stepFrom([], { id: 'a', index: 0 }, 1)).toBeUndefined();
  });
});
