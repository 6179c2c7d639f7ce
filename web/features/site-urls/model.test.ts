import { describe, expect, it } from 'vitest';
import { findProblems, initialForm, parseOrder, toForm, truncate } from './model.ts';

const filled = { ...initialForm(undefined), title: 'Rules', url: 'https://rules.example/' };

describe('findProblems', () => {
  it('returns no problems for a complete form', () => expect(findProblems(filled)).toEqual({}));

  it('requires a title that is not only spaces', () => {
    expect(findProblems({ ...filled, title: ' ' })).toEqual({ title: 'missing' });
  });

  it.each(['', 'rules', 'javascript:alert(1)', 'ftp://rules.example', 'https://a@rules.example'])(
    'rejects the address %j',
    (url) => expect(findProblems({ ...filled, url })).toEqual({ url: 'invalid' }),
  );
});

describe('parseOrder', () => {
  it.each([
    ['7', 7],
    [' 12 ', 12],
    ['', 0],
    ['-1', 0],
    ['1.5', 0],
    ['1e3', 0],
    ['99999999', 0],
  ])('parses %j as %d', (typed, order) => expect(parseOrder(typed)).toBe(order));
});

describe('toForm', () => {
  it('converts the display order to a number', () => {
    expect(toForm({ ...filled, displayOrder: '3' })).toEqual({ ...filled, displayOrder: 3 });
  });
});

describe('truncate', () => {
  it('returns a text of the maximum length unchanged', () =>
    expect(truncate('abcd', 4)).toBe('abcd'));

  it('cuts a longer text and appends dots', () => expect(truncate('abcde', 4)).toBe('abcd...'));

  it('never splits a character', () => expect(truncate('🎪🎪🎪', 2)).toBe('🎪🎪...'));
});
