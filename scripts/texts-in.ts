import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '../contract/shared/enums.ts';

const localesDir = path.resolve(import.meta.dirname, '../web/locales');

/** Translates texts for the build, as `t` does in the browser. English texts are their own keys. */
export function textsIn(language: Language): (text: string) => string {
  // We write this file, and the catalogue check ensures that it is complete.
  const texts: Record<string, string> = JSON.parse(
    readFileSync(path.join(localesDir, `${language}.json`), 'utf8'),
  );
  return (text) => texts[text] ?? text;
}
