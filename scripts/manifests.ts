import type { Plugin } from 'vite';
import type { ManifestOptions } from 'vite-plugin-pwa';
import { LANGUAGES, type Language } from '../contract/shared/enums.ts';
import { productTexts } from '../web/lib/i18n/product-texts.ts';
import { APP_PICTURES } from './app-pictures.ts';
import { textsIn } from './texts-in.ts';

export function manifestIn(
  language: Language,
  manifest: Partial<ManifestOptions>,
): Partial<ManifestOptions> {
  const { shortName, description, shortcuts, pictures } = productTexts(textsIn(language));
  const screenshots = APP_PICTURES.map(({ file, width, height, form, screen }) => ({
    ...{ src: `/screenshots/${file}`, sizes: `${width}x${height}`, type: 'image/png' },
    ...{ form_factor: form, label: pictures[screen] },
  }));
  const texts = { short_name: shortName, description, shortcuts, screenshots };
  return { ...manifest, lang: language, ...texts };
}

/** Writes a manifest for each language except English, which is the page's default. */
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
