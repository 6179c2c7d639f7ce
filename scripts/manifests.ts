import type { Plugin } from 'vite';
import { LANGUAGES, type Language } from '../contract/shared/enums.ts';
import { productTexts } from '../web/lib/i18n/product-texts.ts';
import { APP_PICTURES } from './app-pictures.ts';
import { textsIn } from './texts-in.ts';

/** Returns the manifest in a language: `manifest` has what is the same in all of them. */
export function manifestIn<Common extends object>(language: Language, manifest: Common) {
  const { shortName, description, shortcuts, pictures } = productTexts(textsIn(language));
  const screenshots = APP_PICTURES.map(({ file, width, height, form, screen }) => ({
    src: `/screenshots/${file}`,
    sizes: `${width}x${height}`,
    type: 'image/png',
    form_factor: form,
    label: pictures[screen],
  }));
  const texts = { short_name: shortName, description, shortcuts, screenshots };
  return { ...manifest, lang: language, ...texts };
}

/** Writes a manifest for each language; the page names the English one, and then that of its language. */
export function manifests(manifest: object): Plugin {
  return {
    name: 'manifests',
    apply: 'build',
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'manifest', href: '/manifest.webmanifest' }, injectTo: 'head' },
    ],
    generateBundle() {
      for (const language of LANGUAGES) {
        const fileName = `manifest${language === 'en' ? '' : `-${language}`}.webmanifest`;
        const source = JSON.stringify(manifestIn(language, manifest));
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
  };
}
