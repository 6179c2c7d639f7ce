import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Language } from '#contract/shared/enums.ts';
import buttonLengths from './button-lengths.json' with { type: 'json' };
import { type Catalogue, catalogueFaults } from './faults.ts';
import { AVOIDED_FILE, readAvoided } from './glossary.ts';
import { readCatalogue, readSource } from './source.ts';

const projectDir = path.resolve(import.meta.dirname, '../..');
const avoided = readAvoided(readFileSync(path.join(projectDir, AVOIDED_FILE), 'utf8'));
const texts = readSource();

/** The faults of a shipped catalogue after a change. */
function faultsAfter(language: Language, change: (catalogue: Catalogue) => void): string[] {
  const catalogue = readCatalogue(language);
  change(catalogue);
  return catalogueFaults({ ...texts, language, catalogue, avoided, buttonLengths });
}

/** Changes one text. Throws if it stays the same, so that no test passes without a change. */
function edit(key: string, replace: (text: string) => string) {
  return (catalogue: Catalogue) => {
    const before = catalogue[key] ?? '';
    catalogue[key] = replace(before);
    if (catalogue[key] === before) throw new Error(`${key} is as before`);
  };
}

const swap = (one: string, other: string) => (catalogue: Catalogue) => {
  const [a = '', b = ''] = [catalogue[one], catalogue[other]];
  catalogue[one] = b;
  catalogue[other] = a;
};

const AMOUNT = '{{amount}} deposit request requires approval';
const SENTENCES = 'Something went wrong on our side. Please try again.';

describe('a damaged catalogue', () => {
  it.each<[string, Language, (catalogue: Catalogue) => void]>([
    ['Approved and Rejected swapped', 'hi', swap('Approved', 'Rejected')],
    ['Approved and Rejected swapped', 'ta', swap('Approved', 'Rejected')],
    ['deposit and withdrawal swapped', 'te', swap('Deposit Approved', 'Withdrawal Approved')],
    ['active and inactive swapped', 'te', swap('Active', 'Inactive')],
    [
      'minimum and maximum swapped',
      'ml',
      edit('Minimum withdrawal amount is {{minimum}}', (text) => text.replace('കുറഞ്ഞ', 'കൂടിയ')),
    ],
    [
      'another word for balance',
      'hi',
      edit('Current Balance', (text) => text.replace('बैलेंस', 'धनराशि')),
    ],
    ['another word for a receipt', 'kn', edit('Receipt', () => 'ಚೀಟಿ')],
    [
      'a text too long for its button',
      'ml',
      edit('Submit deposit', (text) => `${text} ${text} ${text}`),
    ],
    ['a text too long for its button', 'ta', edit('Retry', (text) => `${text} ${text}`)],
    [
      'the plural in place of the singular',
      'hi',
      edit('{{count}} selected_one', () => '{{count}} चुने गए'),
    ],
    ['an extra brace', 'te', edit(AMOUNT, (text) => text.replace('}}', '}}}'))],
    ['a vowel sign of another script', 'kn', edit('Rejected', (text) => `${text}\u0c3e`)],
    ['a lost stop between sentences', 'ta', edit(SENTENCES, (text) => text.replace('. ', ' '))],
    ['a stop of another language', 'hi', edit(SENTENCES, (text) => text.replace('। ', '. '))],
    [
      'a lost quote',
      'te',
      edit('Tap "Share", then "Add to Home Screen".', (text) => text.replace('"', '')),
    ],
    ['a lost bracket', 'ml', edit('Time to undo (seconds)', (text) => text.replace(')', ''))],
    ['a lost rupee sign', 'kn', edit('₹{{count}}K_other', (text) => text.replace('₹', ''))],
    [
      'a zero-width space',
      'ta',
      edit('Approved', (text) => `${text.slice(0, 4)}\u200b${text.slice(4)}`),
    ],
    ['a joiner at the end', 'te', edit('Approved', (text) => `${text}\u200c`)],
    ['a no-break space', 'hi', edit(SENTENCES, (text) => text.replace(' ', '\u00a0'))],
    ['decomposed letters', 'ta', edit('Amount', (text) => text.normalize('NFD'))],
    ['two spaces', 'ml', edit(SENTENCES, (text) => text.replace(' ', '  '))],
    ['a stray English word', 'kn', edit('Approved', (text) => `${text} UPI`)],
    [
      'a word to avoid with an ending',
      'ta',
      edit('Failed to create user', () => 'பயனரை உருவாக்க முடியவில்லை'),
    ],
  ])('is reported: %s (%s)', (_, language, change) => {
    expect(faultsAfter(language, change)).not.toEqual([]);
  });

  it('is reported only for its damage', () => {
    for (const language of ['en', 'hi', 'te', 'ml', 'ta', 'kn'] as const) {
      expect(faultsAfter(language, () => {})).toEqual([]);
    }
  });
});
