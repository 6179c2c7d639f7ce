import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '#contract/shared/enums.ts';
import { type ErrorData, fillText } from '#contract/shared/errors.ts';

const localesDir = path.resolve(import.meta.dirname, '../../web/locales');

/** Translates an English text into the screen's language, as the interface does. */
export type Translate = (text: string, params?: ErrorData) => string;

/** The interface's texts in a language, from its catalogue; missing texts are in English. */
export function textsOf(language: Language): Translate {
  const catalogue = readCatalogue(language);
  const plurals = new Intl.PluralRules(language);
  return (text, params = {}) => {
    const form = typeof params.count === 'number' ? plurals.select(params.count) : 'other';
    const worded = [`${text}_${params.context}`, `${text}_${form}`, `${text}_other`, text].map(
      (key) => catalogue[key],
    );
    return fillText(worded.find(Boolean) ?? text, params);
  };
}

function readCatalogue(language: Language): Record<string, string> {
  return JSON.parse(readFileSync(path.join(localesDir, `${language}.json`), 'utf8'));
}

/** Matches a whole text with any values for its `{parts}`; a required field's label ends in a star. */
export function patternOf(text: string): RegExp {
  const literal = (part: string) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const parts = text.split(/\{[^}]*\}/).map(literal);
  return new RegExp(`^\\s*${parts.join('.+')}\\s*\\*?\\s*$`);
}
