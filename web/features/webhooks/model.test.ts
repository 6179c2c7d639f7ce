import { describe, expect, it } from 'vitest';
import { webhookEventNames } from '#contract/webhooks/webhook-events.ts';
import { findProblems, initialForm, inLines } from './model.ts';

const form = initialForm(undefined, webhookEventNames);

describe('initialForm', () => {
  it('starts a new webhook active and with all events', () => {
    expect(form).toEqual({
      url: '',
      description: '',
      eventTypes: webhookEventNames,
      isActive: true,
    });
  });
});

describe('findProblems', () => {
  it.each(['', 'shop.example', 'ftp://shop.example', 'https://'])('rejects the URL %j', (url) => {
    expect(findProblems({ ...form, url })).toEqual({ url: 'invalid' });
  });

  it.each([' https://shop.example/hooks ', 'http://127.0.0.1:8080'])(
    'accepts the URL %j',
    (url) => {
      expect(findProblems({ ...form, url })).toEqual({});
    },
  );

  it('requires at least one event', () => {
    const typed = { ...form, url: 'https://shop.example', eventTypes: [] };
    expect(findProblems(typed)).toEqual({ eventTypes: 'missing' });
  });
});

describe('inLines', () => {
  it('formats JSON over several lines and leaves other text unchanged', () => {
    expect(inLines('{"a":{"b":1}}')).toBe('{\n  "a": {\n    "b": 1\n  }\n}');
    expect(inLines('<h1>Sorry</h1>')).toBe('<h1>Sorry</h1>');
  });
});
