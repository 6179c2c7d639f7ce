import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '#contract/shared/enums.ts';
import { fillText } from '#contract/shared/errors.ts';
import { formatRupees } from '#contract/shared/money.ts';

/** Of the sources, and of a build, which has copies. */
const FOLDERS = ['web/locales', 'dist/web/locales'];

export type Params = Record<string, string | number | null>;
export type Translate = (key: string, params?: Params) => string;

/** A process has the catalogues of one project. */
const catalogues = new Map<Language, Readonly<Record<string, string>>>();

/**
 * Returns a function that translates catalogue keys and fills their placeholders, for texts that a server sends itself.
 * Values whose names end in `Paise` are shown as amounts. A missing text is shown in English.
 */
export function translateTo(language: Language, projectDir: string): Translate {
  const texts = readCatalogue(language, projectDir);
  return (key, params = {}) => fillText(texts[key] || key, toShown(params));
}

function readCatalogue(language: Language, projectDir: string) {
  const known = catalogues.get(language);
  if (known) return known;
  const files = FOLDERS.map((folder) => path.join(projectDir, folder, `${language}.json`));
  const file = files.find((one) => existsSync(one));
  if (file === undefined) throw new Error(`The catalogue "${language}" is missing`);
  const read: Record<string, string> = JSON.parse(readFileSync(file, 'utf8')); // Checked by `npm run check`.
  catalogues.set(language, read);
  return read;
}

function toShown(params: Params): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      name.endsWith('Paise') && typeof value === 'number' ? formatRupees(value) : (value ?? ''),
    ]),
  );
}
