import type { Plugin } from 'vite';
import { LANGUAGES, type Language } from '../contract/shared/enums.ts';
import { startTexts } from '../web/lib/i18n/product-texts.ts';
import { formatShortMonth } from '../web/lib/i18n/time.ts';
import { textsIn } from './texts-in.ts';

const PLACE = '%START_FAILURE%';

/** In every language, because fetching the texts could fail too. */
export function startFailure(): Plugin {
  return {
    name: 'start-failure',
    transformIndexHtml(html) {
      const texts = LANGUAGES.map((language) => [
        language,
        { ...startTexts(textsIn(language)), months: monthsIn(language) },
      ]);
      const json = JSON.stringify(Object.fromEntries(texts));
      return html.replace(PLACE, () => json.replaceAll('&', '&amp;').replaceAll("'", '&#39;'));
    },
  };
}

function monthsIn(language: Language): string[] {
  return Array.from({ length: 12 }, (_, month) =>
    formatShortMonth(new Date(Date.UTC(2026, month, 15)), language),
  );
}
