import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findAsvsFaults, SUMMARY, TABLE } from './asvs.ts';

const projectDir = path.resolve(import.meta.dirname, '..');
const [table, summary] = [TABLE, SUMMARY].map((name) =>
  readFileSync(path.join(projectDir, name), 'utf8'),
) as [string, string];

function faultsAfter(change: (table: string) => string): string[] {
  return findAsvsFaults({ table: change(table), summary }, () => true);
}

test('accepts the documents as they are', () => {
  expect(faultsAfter((same) => same)).toEqual([]);
});

test.each<[string, (text: string) => string, string]>([
  ['is missing', (all) => all.replace(/^15\.3\.2\t.*\n/m, ''), '15.3.2: missing'],
  ['is listed twice', (all) => all.replace(/^15\.3\.2\t.*\n/m, '$&$&'), '15.3.2: twice'],
  [
    'is of level 3',
    (all) => all.replace('17.3.1, 17.3.2', '17.3.1 to 17.3.3'),
    '17.3.3: not of level 1 or 2',
  ],
  [
    'has another state',
    (all) => all.replace('\tmet\t', '\tdone\t'),
    '1.1.1: the state done does not exist',
  ],
])('reports a requirement that %s', (_, change, fault) => {
  expect(faultsAfter(change)).toContain(fault);
});

test('reports a test that does not exist', () => {
  const faults = findAsvsFaults({ table, summary }, (file) => !file.endsWith('clocks.test.ts'));
  expect(faults).toContain('16.2.2: clocks.test.ts does not exist');
});

test('reports a page that does not exist', () => {
  const faults = findAsvsFaults({ table, summary }, (file) => !file.endsWith('docs/inventory.md'));
  expect(faults).toContain('2.1.2: docs/inventory.md does not exist');
});

test('reports counts that differ from the rows', () => {
  const [fault = ''] = faultsAfter((all) => all.replace('\tmet\t', '\tgap\t')).slice(-1);
  expect(fault).toMatch(/^docs\/asvs\.md: needs\n\| chapter \|/);
});
