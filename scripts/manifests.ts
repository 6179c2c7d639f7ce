import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import type { ManifestOptions } from 'vite-plugin-pwa';
import { LANGUAGES, type Language } from '../contract/rules.ts';
import { productTexts } from '../web/lib/product-texts.ts';

const localesDir = path.resolve(import.meta.dirname, '../web/locales');

/** A manifest in the words of a language. */
export function manifestIn(
  language: Language,
  manifest: Partial<ManifestOptions>,
): Partial<ManifestOptions> {
  // The file is ours, and proven complete by the check of the catalogues.
  const texts: Record<string, string> = JSON.parse(
    readFileSync(path.join(localesDir, `${language}.json`), 'utf8'),
  );
  const { shortName, description } = productTexts((text) => texts[text] ?? text);
  return { ...manifest, lang: language, short_name: shortName, description };
}

/** Writes a manifest for each language but English, whose own is the page's until another is chosen. */
export function manifests(manifest: Partial<ManifestOptions>): Plugin {
  return {
    name: 'manifests',
    apply: 'build',
    generateBundle() {
      for (const language of LANGUAGES) {
        if (language === 'en') continue;
        const source = JSON.stringify(manifestIn(language, manifest));
        this.emitFile({ type: 'asset', fileName: `manifest-${language}.webmanifest`, source });
      }
    },
  };
}
