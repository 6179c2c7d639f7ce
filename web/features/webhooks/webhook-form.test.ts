import { describe, expect, it } from 'vitest';
import { WEBHOOK_EVENTS } from '#contract/rules.ts';
import { findProblems, initialForm, inLines } from './webhook-form.ts';

const form = initialForm(undefined);

describe('initialForm', () => {
  it('starts a new webhook active and for everything', () => {
    expect(form).toEqual({
      url: '',
      description: '',
      eventTypes: [...WEBHOOK_EVENTS],
      isActive: true,
    });
  });
});

describe('findProblems', () => {
  it.each(['', 'shop.example', 'ftp://shop.example', 'https://'])('refuses %j', (url) => {
    expect(findProblems({ ...form, url })).toEqual({ url: 'invalid' });
  });

  it.each([' https://shop.example/hooks ', 'http://127.0.0.1:8080'])('takes %j', (url) => {
    expect(findProblems({ ...form, url })).toEqual({});
  });

  it('asks for an event', () => {
    const typed = { ...form, url: 'https://shop.example', eventTypes: [] };
    expect(findProblems(typed)).toEqual({ eventTypes: 'missing' });
  });
});

describe('inLines', () => {
  it('breaks JSON into lines and leaves other text alone', () => {
    expect(inLines('{"a":{"b":1}}')).toBe('{\n  "a": {\n    "b": 1\n  }\n}');
    expect(inLines('<h1>Sorry</h1>')).toBe('<h1>Sorry</h1>');
  });
});
