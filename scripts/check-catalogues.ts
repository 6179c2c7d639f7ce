import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { COUNTED_PARAMS, errorTable } from '#contract/errors.ts';
import { LANGUAGES, type Language } from '#contract/rules.ts';
import { extractTexts, placeholdersOf } from './catalogues/extract.ts';
import {
  type Catalogue,
  catalogueFaults,
  entriesFor,
  slotFaults,
  sorted,
  type Texts,
} from './catalogues/faults.ts';
import { readAvoided } from './catalogues/glossary.ts';

/** Files that hand `t` a key which they did not write, and where it is written instead. */
const KEYS_FROM_ELSEWHERE: Record<string, string> = {
  'web/features/sessions/SessionWatcher.tsx': 'the error table: why the server ended the session',
};

const projectDir = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
main(process.argv.includes('--write'));

/** Checks the catalogues against the source; with `--write` first adds, removes and sorts entries. */
function main(write: boolean): void {
  const { faults, ...texts } = readSource();
  const avoided = readAvoided(readFileSync(path.join(projectDir, 'docs', 'glossary.md'), 'utf8'));
  const { keys } = texts;
  for (const language of LANGUAGES) {
    if (write) writeCatalogue(language, texts);
    const catalogue = readCatalogue(language);
    faults.push(...catalogueFaults({ ...texts, language, catalogue, avoided }));
  }
  faults.push(...slotFaults(keys));
  for (const fault of faults) console.error(fault);
  console.log(
    `catalogues: ${keys.size} texts, ${LANGUAGES.length} languages, ${faults.length} faults`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
}

function readSource() {
  const errorTexts = Object.values(errorTable).map(({ message }) => message);
  const keys = new Set<string>(errorTexts);
  const plurals: string[] = errorTexts.filter((text) =>
    placeholdersOf(text).some((name) => COUNTED_PARAMS.some((counted) => counted === name)),
  );
  const faults: string[] = [];
  for (const name of [...listSources('web'), ...listSources('server/features')]) {
    const source = readFileSync(path.join(projectDir, name), 'utf8');
    const keysFromElsewhere = Object.hasOwn(KEYS_FROM_ELSEWHERE, name);
    const found = extractTexts({ name, source, keysFromElsewhere });
    for (const key of found.keys) keys.add(key);
    plurals.push(...found.plurals);
    faults.push(...found.faults);
  }
  return { keys, plurals, faults };
}

function listSources(dir: string): string[] {
  return readdirSync(path.join(projectDir, dir), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\.gen\.|(^|\/)testing/.test(name))
    .map((name) => `${dir}/${name}`)
    .sort();
}

function catalogueFile(language: Language): string {
  return path.join(projectDir, 'web', 'locales', `${language}.json`);
}

function readCatalogue(language: Language): Catalogue {
  // The file is ours: entries that are no texts would show as faults.
  return JSON.parse(readFileSync(catalogueFile(language), 'utf8')) as Catalogue;
}

/** Adds missing entries with an empty text, which is a fault until someone fills it, and removes unused ones. */
function writeCatalogue(language: Language, texts: Texts): void {
  const before = readCatalogue(language);
  const entries = [...entriesFor(language, texts).keys()].map((entry) => [
    entry,
    before[entry] ?? '',
  ]);
  const text = JSON.stringify(sorted(Object.fromEntries(entries)), null, 2);
  writeFileSync(catalogueFile(language), `${text}\n`);
}
