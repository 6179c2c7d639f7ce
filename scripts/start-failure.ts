import type { Plugin } from 'vite';
import { LANGUAGES } from '../contract/rules.ts';
import { startFailureTexts } from '../web/lib/product-texts.ts';
import { textsIn } from './texts-in.ts';

const PLACE = '%START_FAILURE%';

/**
 * Puts into the page, in every language, what web/public/boot.js says when the application does not come:
 * texts that would have to be fetched might not come either.
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
