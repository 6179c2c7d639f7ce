import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from './config.ts';
import { appError } from './errors.ts';

const SERVER_PATHS = /^\/(?:rpc|api|files)(?:\/|$)/;

/**
 * Serves the built browser application: hashed assets for a year, and `index.html`, which carries
 * the product's name, for every other page.
 */
export async function registerWeb(app: FastifyInstance, config: Config): Promise<void> {
  const root = path.join(config.projectDir, 'dist/web');
  const page = await readPage(root, config.productName);
  await app.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    setHeaders(reply, file) {
      const hashed = file.includes(`${path.sep}assets${path.sep}`);
      const caching = hashed ? 'public, max-age=31536000, immutable' : 'no-cache';
      reply.header('cache-control', caching);
    },
  });
  app.setNotFoundHandler((request, reply) => answerPage(page, request, reply));
}

/** The application's page. Undefined where the browser part is not built, as in server tests. */
async function readPage(root: string, productName: string): Promise<string | undefined> {
  const html = await readFile(path.join(root, 'index.html'), 'utf8').catch(() => undefined);
  return html?.replaceAll('%PRODUCT_NAME%', escapeHtml(productName));
}

function answerPage(page: string | undefined, request: FastifyRequest, reply: FastifyReply) {
  const isPage = request.method === 'GET' || request.method === 'HEAD';
  const looksLikeFile = path.extname(new URL(request.url, 'http://local').pathname) !== '';
  if (!page || !isPage || looksLikeFile || SERVER_PATHS.test(request.url))
    throw appError('NOT_FOUND');
  return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
