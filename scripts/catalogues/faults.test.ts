import { describe, expect, it } from 'vitest';
import { type Catalogue, catalogueFaults, entriesFor, slotFaults, sorted } from './faults.ts';

/** Faults of a Tamil catalogue with one text, or with `catalogue` as given. */
function faultsOf(key: string, text: string | undefined, slots = [] as { longest: number }[]) {
  const catalogue: Catalogue = text === undefined ? {} : { [key]: text };
  return catalogueFaults({
    language: 'ta',
    catalogue,
    keys: [key],
    slots: slots.map((slot) => ({ name: 'badge', keys: [key], ...slot })),
  });
}

describe('catalogueFaults', () => {
  it('accepts a translation', () => {
    expect(faultsOf('Delete {{name}}', 'நீக்கு: {{name}}')).toEqual([]);
    expect(faultsOf('QR Code', 'QR குறியீடு')).toEqual([]);
  });

  it('accepts an unchanged text that has nothing to translate', () => {
    expect(faultsOf('UPI', 'UPI')).toEqual([]);
    expect(faultsOf('{{amount}}, {{user}}', '{{amount}}, {{user}}')).toEqual([]);
  });

  it('reports a missing and an empty text', () => {
    expect(faultsOf('Delete', undefined)).toEqual(['ta: missing "Delete"']);
    expect(faultsOf('Delete', '')).toEqual(['ta: missing "Delete"']);
  });

  it('reports an unused text', () => {
    const faults = catalogueFaults({ language: 'ta', catalogue: { Old: 'பழைய' }, keys: [] });
    expect(faults).toEqual(['ta: unused "Old"']);
  });

  it('reports placeholders that differ', () => {
    expect(faultsOf('Delete {{name}}', 'நீக்கு: {{nane}}')[0]).toContain('placeholders differ');
    expect(faultsOf('Delete', 'நீக்கு {{name}}')[0]).toContain('placeholders differ');
  });

  it('reports plural forms that the language does not have, or lacks', () => {
    const keys = ['{{count}} rows'];
    expect([...entriesFor('ta', { keys }).keys()]).toEqual([
      '{{count}} rows_one',
      '{{count}} rows_other',
    ]);
    const catalogue = {
      '{{count}} rows_few': '{{count}} வரிகள்',
      '{{count}} rows_one': '{{count}} வரி',
    };
    expect(catalogueFaults({ language: 'ta', catalogue, keys })).toEqual([
      'ta: missing "{{count}} rows_other"',
      'ta: unused "{{count}} rows_few"',
    ]);
  });

  it('reports a plural form with other placeholders', () => {
    const catalogue = {
      '{{count}} rows_one': 'ஒரு வரி',
      '{{count}} rows_other': '{{count}} வரிகள்',
    };
    const faults = catalogueFaults({ language: 'ta', catalogue, keys: ['{{count}} rows'] });
    expect(faults).toEqual(['ta: placeholders differ in "{{count}} rows_one"']);
  });

  it('requires only plural forms in English', () => {
    expect([...entriesFor('en', { keys: ['Delete', '{{count}} rows'] }).keys()]).toEqual([
      '{{count}} rows_one',
      '{{count}} rows_other',
    ]);
  });

  it('treats a text with a count as a plural, whatever it shows', () => {
    const texts = { keys: ['{{number}} rows'], plurals: ['{{number}} rows'] };
    expect([...entriesFor('ta', texts).keys()]).toEqual([
      '{{number}} rows_one',
      '{{number}} rows_other',
    ]);
  });

  it('reports untranslated English', () => {
    expect(faultsOf('Delete', 'Delete')).toContain('ta: not translated in "Delete"');
    expect(faultsOf('Delete it', 'Delete செய்')[0]).toContain('an English word, "Delete"');
    expect(faultsOf('Delete...', '...')[0]).toContain('no letter of the language');
  });

  it('reports letters of another script', () => {
    expect(faultsOf('Delete', 'நீக்కు')[0]).toContain('a letter of another script');
  });

  it('reports digits other than the Western ones', () => {
    expect(faultsOf('5 days', '௫ நாட்கள்')).toEqual(['ta: digits that are not Western in "5 days"']);
  });

  it('reports figures that differ from the English ones, in any order', () => {
    expect(faultsOf('From 1 to 3 days', '3 நாட்கள் முதல் 1 வரை')).toEqual([]);
    expect(faultsOf('At least 5 letters', 'குறைந்தது 6 எழுத்துகள்')).toEqual([
      'ta: figures differ in "At least 5 letters"',
    ]);
  });

  it('reports a word to avoid, and names the one to use', () => {
    const avoided = [{ language: 'ta', word: 'சங்கிலி', instead: 'தொடர்' } as const];
    const catalogue = { Chain: 'சங்கிலி' };
    expect(catalogueFaults({ language: 'ta', catalogue, keys: ['Chain'], avoided })).toEqual([
      'ta: a word to avoid, "சங்கிலி" (use தொடர்), in "Chain"',
    ]);
  });

  it('reports a text that ends with another sign than the English one', () => {
    expect(faultsOf('Delete it.', 'நீக்கு')[0]).toContain('ends otherwise');
    expect(faultsOf('Deleting...', 'நீக்குகிறது')[0]).toContain('ends otherwise');
    expect(faultsOf('Delete', 'நீக்கு!')[0]).toContain('ends otherwise');
  });

  it('requires the danda as full stop in Hindi only', () => {
    const inHindi = (text: string) =>
      catalogueFaults({ language: 'hi', catalogue: { 'Delete it.': text }, keys: ['Delete it.'] });
    expect(inHindi('इसे हटाएँ।')).toEqual([]);
    expect(inHindi('इसे हटाएँ.')[0]).toContain('ends otherwise');
    expect(faultsOf('Delete it.', 'நீக்கு।')[0]).toContain('ends otherwise');
  });

  it('reports white space around a text', () => {
    expect(faultsOf('Delete', 'நீக்கு ')[0]).toContain('white space');
  });

  it('reports keys out of order', () => {
    const catalogue = { Delete: 'நீக்கு', Approve: 'அங்கீகரி' };
    const input = { language: 'ta', keys: ['Delete', 'Approve'] } as const;
    expect(catalogueFaults({ ...input, catalogue })).toEqual(['ta: keys are not sorted']);
    expect(catalogueFaults({ ...input, catalogue: sorted(catalogue) })).toEqual([]);
  });

  it('reports a text too long for its slot, counted as it is read', () => {
    expect(faultsOf('Delete', 'நீக்கு', [{ longest: 3 }])).toEqual([]);
    expect(faultsOf('Delete', 'நீக்கு', [{ longest: 2 }])[0]).toContain(
      'too long for a badge (3 > 2)',
    );
  });
});

describe('slotFaults', () => {
  it('reports a slot for an unknown text', () => {
    const slots = [{ name: 'badge', longest: 9, keys: ['Pending', 'Gone'] }];
    expect(slotFaults(new Set(['Pending']), slots)).toEqual(['slot badge: unused text "Gone"']);
  });
});
