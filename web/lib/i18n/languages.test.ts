import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#contract/shared/enums.ts';
import { acceptLanguage, preferredLanguage } from './languages.ts';

describe('acceptLanguage', () => {
  it.each(LANGUAGES)('keeps the supported language %s', { tags: 'section-4' }, (language) => {
    expect(acceptLanguage(language)).toBe(language);
  });

  it.each([null, undefined, '', 'xx', 'EN', 'en-US', '__proto__'])(
    'falls back to English for %j',
    (stored) => expect(acceptLanguage(stored)).toBe('en'),
  );
});

describe('preferredLanguage', () => {
  it('returns the first supported language of the browser', () => {
    expect(preferredLanguage(['fr-FR', 'ta-IN', 'en'])).toBe('ta');
    expect(preferredLanguage(['HI'])).toBe('hi');
    expect(preferredLanguage(['en-IN', 'hi-IN'])).toBe('en');
  });

  it('returns undefined if the browser lists no supported language', () => {
    expect(preferredLanguage(['fr', 'mr-IN'])).toBeUndefined();
    expect(preferredLanguage([])).toBeUndefined();
  });
});
