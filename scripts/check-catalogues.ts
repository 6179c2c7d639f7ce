import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { LANGUAGES, type Language } from '#contract/shared/enums.ts';
import buttonLengths from './catalogues/button-lengths.json' with { type: 'json' };
import {
  catalogueFaults,
  entriesFor,
  slotFaults,
  sorted,
  type Texts,
} from './catalogues/faults.ts';
import { AVOIDED_FILE, readAvoided } from './catalogues/glossary.ts';
import { catalogueFile, readCatalogue, readSource } from './catalogues/source.ts';

const projectDir = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
main(process.argv.includes('--write'));

/** Checks the catalogues against the source; with `--write` first adds, removes and sorts entries. */
function main(write: boolean): void {
  const { faults, ...texts } = readSource();
  const avoided = readAvoided(readFileSync(path.join(projectDir, AVOIDED_FILE), 'utf8'));
  const { keys } = texts;
  for (const language of LANGUAGES) {
    if (write) writeCatalogue(language, texts);
    const catalogue = readCatalogue(language);
    faults.push(...catalogueFaults({ ...texts, language, catalogue, avoided, buttonLengths }));
  }
  faults.push(...slotFaults(keys));
  for (const fault of faults) console.error(fault);
  console.log(
    `catalogues: ${keys.size} texts, ${LANGUAGES.length} languages, ${faults.length} faults`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
}

/** Adds missing entries with an empty text, which is a fault until it is filled, and removes unused ones. */
function writeCatalogue(language: Language, texts: Texts): void {
  const before = readCatalogue(language);
  const entries = [...entriesFor(language, texts).keys()].map((entry) => [
    entry,
    before[entry] ?? '',
  ]);
  const text = JSON.stringify(sorted(Object.fromEntries(entries)), null, 2);
  writeFileSync(catalogueFile(language), `${text}\n`);
}
