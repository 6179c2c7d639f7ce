import { describe, expect, it } from 'vitest';
import { findProblems, initialForm, parseOrder, toForm, truncate } from './site-url-form.ts';

const filled = { ...initialForm(undefined), title: 'Rules', url: 'https://rules.example/' };

describe('findProblems', () => {
  it('finds none in a filled form', () => expect(findProblems(filled)).toEqual({}));

  it('requires a title that is more than spaces', () => {
    expect(findProblems({ ...filled, title: ' ' })).toEqual({ title: 'missing' });
  });

  it.each(['', 'rules', 'javascript:alert(1)', 'ftp://rules.example', 'https://a@rules.example'])(
    'refuses the address %j',
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
  ])('reads %j as %d', (typed, order) => expect(parseOrder(typed)).toBe(order));
});

describe('toForm', () => {
  it('sends the order as a number', () => {
    expect(toForm({ ...filled, displayOrder: '3' })).toEqual({ ...filled, displayOrder: 3 });
  });
});

describe('truncate', () => {
  it('leaves a text of the length as it is', () => expect(truncate('abcd', 4)).toBe('abcd'));

  it('cuts a longer one and says so', () => expect(truncate('abcde', 4)).toBe('abcd...'));

  it('never cuts a character in two', () => expect(truncate('🎪🎪🎪', 2)).toBe('🎪🎪...'));
});
