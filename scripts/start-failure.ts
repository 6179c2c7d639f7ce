import type { Plugin } from 'vite';
import { LANGUAGES } from '../contract/shared/enums.ts';
import { startFailureTexts } from '../web/lib/i18n/product-texts.ts';
import { textsIn } from './texts-in.ts';

const PLACE = '%START_FAILURE%';

/** In every language, because fetching the texts could fail too. */
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
