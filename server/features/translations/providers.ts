import { z } from 'zod';
import type { Language } from '#contract/shared/enums.ts';
import type { OutboundRequest } from '#server/base/outbound.ts';
import type { TranslationProvider } from '#server/platform/config/config.ts';

interface Provider {
  ask(question: { baseUrl: string; text: string; language: Language }): OutboundRequest;
  read(answer: unknown): string;
}

/** Segments of a text, each `[translated, original, ...]`; the last one may have a transliteration only. */
const googleAnswer = z.tuple([z.array(z.tuple([z.string().nullable()], z.unknown()))], z.unknown());
const libreAnswer = z.object({ translatedText: z.string() });
/** MyMemory always returns status 200 and reports errors in the body. */
const myMemoryAnswer = z.object({
  responseStatus: z.union([z.literal(200), z.literal('200')]),
  responseData: z.object({ translatedText: z.string() }),
});

export const providers: Record<Exclude<TranslationProvider, 'off'>, Provider> = {
  google: {
    ask: ({ baseUrl, text, language }) => ({
      url: address(baseUrl, 'translate_a/single', {
        client: 'gtx',
        sl: 'en',
        tl: language,
        dt: 't',
        q: text,
      }),
    }),
    read: (answer) =>
      googleAnswer
        .parse(answer)[0]
        .map(([translated]) => translated)
        .join(''),
  },
  libretranslate: {
    ask: ({ baseUrl, text, language }) => ({
      url: address(baseUrl, 'translate'),
      body: { q: text, source: 'en', target: language, format: 'text' },
    }),
    read: (answer) => libreAnswer.parse(answer).translatedText,
  },
  mymemory: {
    ask: ({ baseUrl, text, language }) => ({
      url: address(baseUrl, 'get', { q: text, langpair: `en|${language}` }),
    }),
    read: (answer) => readEntities(myMemoryAnswer.parse(answer).responseData.translatedText),
  },
};

function address(baseUrl: string, path: string, query: Record<string, string> = {}): URL {
  const url = new URL(path, baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
  url.search = new URLSearchParams(query).toString();
  return url;
}

const ENTITIES: Record<string, string> = {
  '&#39;': "'",
  '&quot;': '"',
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};

function readEntities(text: string): string {
  return text.replace(/&(?:#39|quot|lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity);
}
