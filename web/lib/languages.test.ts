import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#contract/rules.ts';
import { acceptLanguage } from './languages.ts';

describe('acceptLanguage', () => {
  it.each(LANGUAGES)('keeps the supported language %s', { tags: 'section-4' }, (language) => {
    expect(acceptLanguage(language)).toBe(language);
  });

  it.each([null, undefined, '', 'xx', 'EN', 'en-US', '__proto__'])(
    'falls back to English for %j',
    (stored) => expect(acceptLanguage(stored)).toBe('en'),
  );
});
