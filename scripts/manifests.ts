import type { Plugin } from 'vite';
import type { ManifestOptions } from 'vite-plugin-pwa';
import { LANGUAGES, type Language } from '../contract/shared/enums.ts';
import { productTexts } from '../web/lib/i18n/product-texts.ts';
import { textsIn } from './texts-in.ts';

/** Real screens, made by `npm run install-screenshots`: browsers show them before the installation. Sizes in pixels. */
export const INSTALL_SCREENSHOTS = [
  {
    ...{ file: 'screenshots/home-phone.webp', screen: '/user', isWide: false },
    ...{ width: 720, height: 1480, scale: 2 },
  },
  {
    ...{ file: 'screenshots/passbook-phone.webp', screen: '/user/passbook', isWide: false },
    ...{ width: 720, height: 1480, scale: 2 },
  },
  {
    ...{ file: 'screenshots/passbook.webp', screen: '/user/passbook', isWide: true },
    ...{ width: 1280, height: 800, scale: 1 },
  },
];

export function manifestIn(
  language: Language,
  manifest: Partial<ManifestOptions>,
): Partial<ManifestOptions> {
  const t = textsIn(language);
  const { shortName, description, shortcuts } = productTexts(t);
  const screenshots = INSTALL_SCREENSHOTS.map(({ file, screen, width, height, isWide }) => ({
    src: `/${file}`,
    sizes: `${width}x${height}`,
    type: 'image/webp',
    form_factor: isWide ? ('wide' as const) : ('narrow' as const),
    label: screen === '/user' ? t('Dashboard') : t('Passbook'),
  }));
  return {
    ...manifest,
    lang: language,
    short_name: shortName,
    description,
    shortcuts,
    screenshots,
  };
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
