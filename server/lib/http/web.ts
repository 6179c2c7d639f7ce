import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LANGUAGES } from '#contract/rules.ts';
import type { Config } from '../config.ts';
import { appError } from '../errors.ts';
import { filesByAddress, readBuiltScripts } from './built-files.ts';
import { pathOf } from './methods.ts';

const SERVER_PATHS = /^\/(?:rpc|api|files)(?:\/|$)/;
const PAGE = 'index.html';
/** Stands in the page where each response gets a nonce of its own. */
const STYLE_NONCE = '%STYLE_NONCE%';

/** A built file that this installation's product name, or what follows from it, is filled into. */
type FilledFile = { type: string; text: string };
type PageOf = (address: string) => FilledFile | undefined;

/**
 * Serves the built browser application: hashed assets for a year, and `index.html`, which carries
 * the product's name, for every other page.
 */
export async function registerWeb(app: FastifyInstance, config: Config): Promise<void> {
  const root = path.join(config.projectDir, 'dist/web');
  const filled = await fillFiles(root, config.productName);
  await app.register(fastifyStatic, {
    root,
    index: false,
    dotfiles: 'ignore',
    // A folder is no file, and the page is served at the root.
    allowedPath: (file) => !file.endsWith('/'),
    // The build compressed scripts and styles once and for all.
    preCompressed: true,
    setHeaders(reply, file) {
      const hashed = file.includes(`${path.sep}assets${path.sep}`);
      const caching = hashed ? 'public, max-age=31536000, immutable' : 'no-cache';
      reply.header('cache-control', caching);
    },
  });
  for (const [name, file] of filled) app.get(`/${name}`, (_request, reply) => send(file, reply));
  const pages = fillPages(root, filled.get(PAGE));
  app.setNotFoundHandler((request, reply) => answerPage(pages, request, reply));
}

/** The page by address. Each names the files of its own screen, which the browser then fetches at once. */
function fillPages(root: string, page: FilledFile | undefined): PageOf {
  if (!page) return () => undefined;
  const pages = new Map(
    Array.from(filesByAddress(readBuiltScripts(root)), ([address, names]) => {
      const [styles, scripts] = [names.filter(isStyle), names.filter((name) => !isStyle(name))];
      const links = [...styles, ...scripts].map(linkTo).join('');
      return [address, { ...page, text: page.text.replace('</body>', `${links}</body>`) }];
    }),
  );
  return (address) => pages.get(address) ?? page;
}

/**
 * They stand behind what the page shows at first, which waits for none of them. Nothing else can be drawn
 * without styles: scripts come after them on a slow line.
 */
function linkTo(file: string): string {
  return isStyle(file)
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}">`;
}

const isStyle = (file: string) => file.endsWith('.css');

/** The files to fill, by name. Empty where the browser part is not built, as in server tests. */
async function fillFiles(root: string, productName: string): Promise<Map<string, FilledFile>> {
  const files = new Map<string, FilledFile>();
  const fill = async (name: string, type: string, values: Record<string, string>) => {
    const built = await readFile(path.join(root, name), 'utf8').catch(() => undefined);
    if (built === undefined) return;
    const text = built.replace(/%([A-Z_]+)%/g, (whole, key: string) => values[key] ?? whole);
    files.set(name, { type: `${type}; charset=utf-8`, text });
  };
  await fill(PAGE, 'text/html', { PRODUCT_NAME: escapeHtml(productName) });
  const inJson = { PRODUCT_NAME: JSON.stringify(productName).slice(1, -1) };
  for (const name of ['manifest', ...LANGUAGES.map((language) => `manifest-${language}`)])
    await fill(`${name}.webmanifest`, 'application/manifest+json', inJson);
  // Under a new name the service worker fetches the page it keeps anew.
  const page = files.get(PAGE)?.text ?? '';
  const PAGE_REVISION = createHash('sha256').update(page).digest('hex').slice(0, 32);
  await fill('sw.js', 'text/javascript', { PAGE_REVISION });
  return files;
}

function answerPage(pageOf: PageOf, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isPage = request.method === 'GET' || request.method === 'HEAD';
  const pathname = pathOf(request.url);
  const looksLikeFile = path.extname(pathname) !== '';
  const page = pageOf(pathname.replace(/(.)\/$/, '$1'));
  if (!page || !isPage || looksLikeFile || SERVER_PATHS.test(request.url))
    throw appError('NOT_FOUND');
  return send(page, reply);
}

function send({ type, text }: FilledFile, reply: FastifyReply): FastifyReply {
  const isPage = text.includes(STYLE_NONCE);
  const sent = isPage ? text.replaceAll(STYLE_NONCE, allowStyles(reply)) : text;
  return reply.header('cache-control', 'no-cache').type(type).send(sent);
}

/**
 * Lets the page have <style> elements: its own, and those that Mantine makes of the theme, of what
 * depends on the width and of scrolling behind a dialog. Returns the nonce that they carry.
 */
function allowStyles(reply: FastifyReply): string {
  const nonce = randomBytes(16).toString('base64');
  const policy = String(reply.getHeader('content-security-policy'));
  const allowing = policy.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`);
  reply.header('content-security-policy', allowing);
  return nonce;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
