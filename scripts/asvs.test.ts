import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findAsvsFaults } from './asvs.ts';
import { readDocuments } from './prose.ts';

const projectDir = path.resolve(import.meta.dirname, '..');
const documents = readDocuments(projectDir);
const page = 'docs/asvs/v14-v17.md';
const text = readFileSync(path.join(projectDir, page), 'utf8');

function faultsAfter(change: (text: string) => string): string[] {
  return findAsvsFaults(new Map([...documents, [page, change(text)]]), () => true);
}

test('accepts the pages as they are', () => {
  expect(faultsAfter((same) => same)).toEqual([]);
});

test.each<[string, (text: string) => string, string]>([
  ['is missing', (all) => all.replace(/^\| 15\.3\.2 .*\n/m, ''), '15.3.2: missing'],
  ['is listed twice', (all) => all.replace(/^\| 15\.3\.2 .*\n/m, '$&$&'), '15.3.2: twice'],
  [
    'is of level 3',
    (all) => all.replace('17.3.1, 17.3.2', '17.3.1 to 17.3.3'),
    '17.3.3: not of level 1 or 2',
  ],
  [
    'has another state',
    (all) => all.replace('| met |', '| done |'),
    '14.1.1: the state done does not exist',
  ],
])('reports a requirement that %s', (_, change, fault) => {
  expect(faultsAfter(change)).toContain(fault);
});

test('reports a test that does not exist', () => {
  const faults = findAsvsFaults(documents, (file) => !file.endsWith('clocks.test.ts'));
  expect(faults).toContain('16.2.2: clocks.test.ts does not exist');
});

test('reports counts that differ from the rows', () => {
  const [fault = ''] = faultsAfter((all) => all.replace('| met |', '| gap |')).slice(-1);
  expect(fault).toMatch(/^docs\/asvs\.md: needs\n\| chapter \|/);
});
