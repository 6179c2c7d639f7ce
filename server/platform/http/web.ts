import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RECEIPT_READER_WORKER } from '#contract/deposits/rules.ts';
import { appError } from '../../base/errors.ts';
import type { Brand, BrandSource } from '../branding/brand.ts';
import type { Config } from '../config/config.ts';
import { filesByAddress, readBuiltScripts } from './built-files.ts';
import { pathOf } from './methods.ts';
import { type Build, fillBuild, PAGE, readBuild } from './prepared-build.ts';
import { acceptedEncoding, type PublicFile, sendFile } from './public-files.ts';

const SERVER_PATHS = /^\/(?:rpc|api|files|brand)(?:\/|$)/;
/** Empty and dot segments, plain or encoded. Our links contain none, and browsers read `//name` as a host. */
const NON_CANONICAL = /\/(?:\/|\.{1,2}(?:\/|$))|\\|%(?:2e|2f|5c|00)/i;
const STYLE_NONCE = '%STYLE_NONCE%';

const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

type PageOf = (address: string) => string | undefined;

export interface OpenedBuild {
  root: string;
  build: Build;
}

export async function openBuild({ projectDir }: Pick<Config, 'projectDir'>): Promise<OpenedBuild> {
  const root = path.join(projectDir, 'dist/web');
  return { root, build: await readBuild(root) };
}

export async function registerWeb(
  app: FastifyInstance,
  { root, build }: OpenedBuild,
  brand: BrandSource,
): Promise<void> {
  let branded: Map<string, PublicFile>;
  let pages: PageOf;
  const show = async (shown: Brand) => {
    const { files, page } = await fillBuild(build, shown);
    [branded, pages] = [files, fillPages(root, page)];
  };
  await show(brand.current);
  brand.onChange(show);
  app.get('/*', { compress: false }, async (request, reply) => {
    const address = pathOf(request.url);
    // A browser can learn of a new image before this process does.
    if (address.startsWith('/brand/') && !branded.has(address)) await brand.readAgain();
    const file = branded.get(address) ?? build.files.get(address);
    if (!file) return answerPage(pages, request, reply);
    if (address === RECEIPT_READER_WORKER) allow(reply, 'script-src', "'wasm-unsafe-eval'");
    return sendFile(file, request, reply);
  });
  app.setNotFoundHandler((request, reply) => answerPage(pages, request, reply));
}

function fillPages(root: string, page: string | undefined): PageOf {
  if (page === undefined) return () => undefined;
  const pages = new Map(
    Array.from(filesByAddress(readBuiltScripts(root)), ([address, names]) => {
      const [styles, scripts] = [names.filter(isStyle), names.filter((name) => !isStyle(name))];
      const links = [...styles, ...scripts].map(linkTo).join('');
      return [address, page.replace('</body>', `${links}</body>`)];
    }),
  );
  return (address) => pages.get(address) ?? page;
}

/** Scripts follow styles, because no screen can be shown without its styles. */
function linkTo(file: string): string {
  return isStyle(file)
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}">`;
}

const isStyle = (file: string) => file.endsWith('.css');

function answerPage(pageOf: PageOf, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isPage = request.method === 'GET' || request.method === 'HEAD';
  const pathname = pathOf(request.url);
  if (NON_CANONICAL.test(pathname)) throw appError('NOT_FOUND');
  const looksLikeFile = path.extname(pathname) !== '' && pathname !== `/${PAGE}`;
  const page = pageOf(pathname.replace(/(.)\/$/, '$1'));
  if (page === undefined || !isPage || looksLikeFile || SERVER_PATHS.test(request.url))
    throw appError('NOT_FOUND');
  const text = page.replaceAll(STYLE_NONCE, allowStyles(reply));
  reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8');
  return sendCompressed(text, request, reply);
}

/** For each response, because of its nonce: 8 KB take 0.2 ms and become 3 KB. Contains nothing that a request names. */
function sendCompressed(text: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('vary', 'accept-encoding');
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  if (!encoding) return reply.send(text);
  reply.header('content-encoding', encoding);
  return reply.send(encoding === 'br' ? brotliCompressSync(text, QUICKLY) : gzipSync(text));
}

/** For the page's own styles and those of Mantine (theme, responsive rules, scroll locking). */
function allowStyles(reply: FastifyReply): string {
  const nonce = randomBytes(16).toString('base64');
  allow(reply, 'style-src', `'nonce-${nonce}'`);
  return nonce;
}

/** Adds a source to the policy of one response. That of a worker is the policy of its script's response. */
function allow(reply: FastifyReply, directive: string, source: string): void {
  const policy = String(reply.getHeader('content-security-policy'));
  const allowing = policy.replace(`${directive} 'self'`, `${directive} 'self' ${source}`);
  reply.header('content-security-policy', allowing);
}
