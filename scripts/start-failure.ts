import type { Plugin } from 'vite';
import { LANGUAGES } from '../contract/shared/enums.ts';
import { startFailureTexts } from '../web/lib/i18n/product-texts.ts';
import { textsIn } from './texts-in.ts';

const PLACE = '%START_FAILURE%';

/**
 * Adds the texts of web/public/boot.js, shown when the application cannot be loaded, to the page in every
 * language, because fetching them could fail too.
 */
export function startFailure(): Plugin {
  return {
    name: 'start-failure',
    transformIndexHtml(html) {
      const texts = LANGUAGES.map((language) => [language, startFailureTexts(textsIn(language))]);
      const json = JSON.stringify(Object.fromEntries(texts));
      return html.replace(PLACE, () => json.replaceAll('&', '&amp;').replaceAll("'", '&#39;'));
    },
  };
}
