import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the stub behaves for the next requests. */
export type Mood =
  | 'well'
  | 'slow'
  | 'hanging'
  | 'failing'
  | 'redirecting'
  | 'html'
  | 'tags'
  | 'empty'
  | 'misshapen'
  | 'huge'
  | 'wordy'
  | 'quota';

interface Question {
  text: string;
  language: string;
}

/** A local stub of a translation service that supports every provider's format. */
export interface TranslationService {
  baseUrl: string;
  /** The requests received since the list was last cleared. */
  readonly asked: Question[];
  mood: Mood;
  close(): Promise<void>;
}

const SLOW_MS = 800;

/** Returns the stub's translation of a text: recognisable, and in two sentences. */
export function standInTranslation(text: string, language: string): string {
  return `«${language}» ${text}. ✓`;
}

export async function startTranslationService(): Promise<TranslationService> {
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const service: TranslationService = {
    baseUrl: `http://127.0.0.1:${port}`,
    asked: [],
    mood: 'well',
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', service.baseUrl);
    if (url.pathname === '/elsewhere') service.asked.push({ text: 'followed', language: '' });
    const format = formats[`${request.method} ${url.pathname}`];
    if (!format) return response.writeHead(404).end();
    const question = format.read(url.searchParams, await bodyOf(request));
    service.asked.push(question);
    if (service.mood === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    behave(response, service.mood, (text) => format.write(text, question.text), question);
  };
  return service;
}

function behave(
  response: ServerResponse,
  mood: Mood,
  write: (translated: string) => unknown,
  { text, language }: Question,
): void {
  const json = (value: unknown) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
  const acts: Record<Mood, () => unknown> = {
    well: () => json(write(standInTranslation(text, language))),
    slow: () => json(write(standInTranslation(text, language))),
    hanging: () => undefined,
    failing: () => response.writeHead(500).end('{}'),
    redirecting: () => response.writeHead(302, { location: '/elsewhere' }).end(),
    html: () => response.setHeader('content-type', 'text/html').end('<h1>Sorry</h1>'),
    tags: () => json(write('<b>Sorry</b>')),
    empty: () => json(write('  ')),
    misshapen: () => json({ sorry: [1, 2, 3] }),
    huge: () => json(write('x'.repeat(1_000_000))),
    wordy: () => json(write('x'.repeat(5000))),
    quota: () => json({ ...Object(write('MYMEMORY WARNING: used up')), responseStatus: 429 }),
  };
  acts[mood]();
}

interface Format {
  read(query: URLSearchParams, body: string): Question;
  write(translated: string, original: string): unknown;
}

const formats: Record<string, Format> = {
  // Google returns one segment per sentence. The second sentence is the tick.
  'GET /translate_a/single': {
    read: (query) => ({ text: query.get('q') ?? '', language: query.get('tl') ?? '' }),
    write: (translated, original) => {
      const end = translated.endsWith(' ✓') ? translated.length - 2 : translated.length;
      const segments = [translated.slice(0, end), translated.slice(end)].map((segment) => [
        segment,
        original,
        null,
        null,
        3,
      ]);
      return [[...segments, [null, null, 'transliteration']], null, 'en'];
    },
  },
  'GET /get': {
    read: (query) => ({
      text: query.get('q') ?? '',
      language: query.get('langpair')?.split('|')[1] ?? '',
    }),
    write: (translated) => ({
      responseData: { translatedText: translated.replace(/'/g, '&#39;'), match: 0.9 },
      responseStatus: 200,
      responseDetails: '',
    }),
  },
  'POST /translate': {
    read: (_query, body) => {
      const { q, target } = JSON.parse(body) as { q: string; target: string };
      return { text: q, language: target };
    },
    write: (translated) => ({ translatedText: translated }),
  },
};

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
