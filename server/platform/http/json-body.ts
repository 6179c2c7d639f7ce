import type { FastifyInstance, FastifyRequest } from 'fastify';
import { appError } from '../../base/errors.ts';
import { MAX_JSON_DEPTH, MAX_JSON_VALUES } from './limits.ts';

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

export function acceptJsonOnly(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (body.length === 0) return done(null, undefined);
      if (!isBounded(body)) return done(appError('INVALID_INPUT'));
      const text = body.toString('utf8');
      return parse(request, text, (error, value) => {
        const isUnstorable = !error && hasLoneSurrogates(text, value);
        return isUnstorable ? done(appError('INVALID_INPUT')) : done(error, value);
      });
    },
  );
}

/** Only an escape can encode a surrogate: UTF-8 has none. */
const SURROGATE_ESCAPE = /\\ud[89a-f]/i;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** PostgreSQL's jsonb rejects lone surrogates. */
export function hasLoneSurrogates(text: string, value: unknown): boolean {
  return SURROGATE_ESCAPE.test(text) && isTextWith(LONE_SURROGATE, value);
}

function isTextWith(pattern: RegExp, value: unknown): boolean {
  if (typeof value === 'string') return pattern.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, part]) => pattern.test(name) || isTextWith(pattern, part),
  );
}

export function isBounded(body: Buffer): boolean {
  let [depth, values] = [0, 1];
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] ?? 0;
    if (byte === QUOTE) at = endOfString(body, at);
    else if (byte === COMMA) values++;
    else if (OPENING.has(byte)) {
      depth++;
      values++;
    } else if (CLOSING.has(byte)) depth--;
    if (depth > MAX_JSON_DEPTH || values > MAX_JSON_VALUES) return false;
  }
  return true;
}

function endOfString(body: Buffer, start: number): number {
  let at = start + 1;
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1;
  return at;
}

/**
 * Reduces oRPC's envelope `{ json, meta }` to `json`. `meta` would make oRPC construct native types (URL, RegExp, Map,
 * …) from unvalidated input, and no input of the contract needs them.
 */
export async function openEnvelope(request: FastifyRequest): Promise<void> {
  const envelope = request.body ?? {};
  if (typeof envelope !== 'object' || Array.isArray(envelope)) throw appError('INVALID_INPUT');
  const { json, meta = [] } = envelope as { json?: unknown; meta?: unknown };
  if (!Array.isArray(meta) || meta.length > 0) throw appError('INVALID_INPUT');
  request.body = { json };
}
