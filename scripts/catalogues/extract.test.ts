import { describe, expect, it } from 'vitest';
import { extractTexts } from './extract.ts';

const extract = (source: string, name = 'web/page.tsx') => extractTexts({ name, source });

describe('extractTexts', () => {
  it('finds literals passed to t, also in conditional expressions', () => {
    const { keys, faults } = extract(`
      t('Deposit'); i18next.t("It's done"); t(\`Back\`); t(busy ? 'Saving...' : 'Save');
      other('Not a text'); format.t0('Nor this');`);
    expect(keys).toEqual(['Deposit', "It's done", 'Back', 'Saving...', 'Save']);
    expect(faults).toEqual([]);
  });

  it('finds texts that the server stores for later readers', () => {
    const source = `
      const texts = { deposit: { approved: 'Deposit Approved' } } as const;
      notify({ titleKey: 'Welcome', title: 'Not a key' });`;
    expect(extract(source, 'server/features/x/events.ts').keys).toEqual([
      'Deposit Approved',
      'Welcome',
    ]);
  });

  it('reports which texts have a count', () => {
    const { plurals } = extract(`t('{{number}} rows', { count, number }); t('Row {{id}}', { id })`);
    expect(plurals).toEqual(['{{number}} rows']);
  });

  it('finds each context of a text, and refuses a dynamic one', () => {
    const { keys, faults } = extract(`t('Clear', { context: 'field' }); t('Clear')`);
    expect(keys).toEqual(['Clear_field', 'Clear']);
    expect(faults).toEqual([]);
    expect(extract(`t('Clear', { context: place })`).faults[0]).toContain('has to be a literal');
  });

  it('refuses a key that is not static', () => {
    const [fault] = extract(`\nt(reason)`).faults;
    expect(fault).toBe("web/page.tsx:2: t() takes literals only, or the text can't be found");
    expect(extract(`t('Hello ' + name)`).faults).toHaveLength(1);
    expect(extract(`t(\`Hello \${name}\`)`).faults).toHaveLength(1);
  });

  it('accepts keys that are collected elsewhere', () => {
    expect(extract('t(errorTable[code].message, data); t(row.titleKey, params)').faults).toEqual(
      [],
    );
    const source = 't(reason)';
    const file = { name: 'web/watcher.tsx', source, keysFromElsewhere: true };
    expect(extractTexts(file).faults).toEqual([]);
  });

  it('refuses a placeholder without a value', () => {
    expect(extract(`t('Delete {{name}}', { name }); t('by {{name}}', params)`).faults).toEqual([]);
    expect(extract(`t('Delete {{name}}')`).faults[0]).toContain('is given no "name"');
    expect(extract(`t('Delete {{name}}', { title })`).faults[0]).toContain('is given no "name"');
  });

  it('refuses text that bypasses the catalogues', () => {
    expect(extract('const a = <p>Hello there</p>;').faults[0]).toContain('"Hello there"');
    expect(extract('const a = <img alt="A receipt" />;').faults[0]).toContain('"A receipt"');
    expect(extract('const a = <p className="wide">{name} ₹ · 5</p>;').faults).toEqual([]);
    expect(extract('const a = <Field placeholder="https://" />;').faults).toEqual([]);
  });

  it('reports the place of a syntax error', () => {
    expect(extract('const = ;').faults[0]).toMatch(/^web\/page\.tsx: /);
  });
});
