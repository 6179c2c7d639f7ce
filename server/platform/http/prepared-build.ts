import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DEFAULT_BRAND_COLOR } from '#contract/branding/rules.ts';
import { LANGUAGES } from '#contract/shared/enums.ts';
import type { Brand, BrandFile } from '../branding/brand.ts';
import { type PublicFile, prepareFile } from './public-files.ts';

export const PAGE = 'index.html';
const SERVICE_WORKER = 'sw.js';
const ICON = 'favicon.svg';
/** The product's mark in the page that is shown until the application renders. */
const STARTING_MARK = /<svg width="56"[\s\S]*?<\/svg>/;
const ONE_YEAR = 'public, max-age=31536000, immutable';
/** Vite's own notes are not for browsers. The folder of the build may itself be inside a hidden one. */
const isHidden = (name: string) => name.split(path.sep).some((part) => part.startsWith('.'));

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.traineddata': 'application/octet-stream',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** The built browser application, held in memory (17 MB), so that requests do not read the disk. */
export interface Build {
  /** Files that are the same for every operator. */
  files: Map<string, PublicFile>;
  /** The texts that show the operator's name and colour, by name. */
  texts: Map<string, string>;
}

export async function readBuild(root: string): Promise<Build> {
  const texts = await readTexts(root);
  return { files: await prepareFiles(root, texts), texts };
}

/** The product's mark as SVG; empty without a build. */
export const markOf = ({ texts }: Build) => texts.get(ICON) ?? '';

export interface Branded {
  files: Map<string, PublicFile>;
  page: string | undefined;
}

export async function fillBuild({ texts }: Build, brand: Brand): Promise<Branded> {
  const { [PAGE]: page, ...others } = Object.fromEntries(fillTexts(texts, brand));
  const filled = Object.entries(others).map(
    ([name, text]): BrandFile => ({
      address: `/${name}`,
      type: typeOf(name),
      body: Buffer.from(text),
      isFixed: false,
    }),
  );
  const files = await Promise.all(
    [...filled, ...brand.files].map(async ({ address, isFixed, ...source }) => {
      const prepared = await prepareFile({ ...source, ...(isFixed && { cacheControl: ONE_YEAR }) });
      return [address, prepared] as const;
    }),
  );
  return { files: new Map(files), page };
}

async function prepareFiles(
  root: string,
  texts: Map<string, string>,
): Promise<Map<string, PublicFile>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((name) => path.extname(name) in TYPES && !isHidden(name) && !texts.has(name));
  const prepared = await Promise.all(
    names.map(
      async (name) => [`/${name.replaceAll(path.sep, '/')}`, await prepare(root, name)] as const,
    ),
  );
  return new Map(prepared);
}

const typeOf = (name: string) => TYPES[path.extname(name)] ?? 'application/octet-stream';

async function prepare(root: string, name: string): Promise<PublicFile> {
  const file = path.join(root, name);
  const readIfBuilt = (suffix: string) => readFile(file + suffix).catch(() => undefined);
  const body = await readFile(file);
  const compressed = { br: await readIfBuilt('.br'), gzip: await readIfBuilt('.gz') };
  const isHashed = name.startsWith(`assets${path.sep}`);
  const type = typeOf(name);
  return prepareFile({ type, body, compressed, ...(isHashed && { cacheControl: ONE_YEAR }) });
}

async function readTexts(root: string): Promise<Map<string, string>> {
  const manifests = ['manifest', ...LANGUAGES.map((language) => `manifest-${language}`)];
  const names = [PAGE, SERVICE_WORKER, ICON, ...manifests.map((name) => `${name}.webmanifest`)];
  const texts = new Map<string, string>();
  for (const name of names) {
    const text = await readFile(path.join(root, name), 'utf8').catch(() => undefined);
    if (text !== undefined) texts.set(name, text);
  }
  return texts;
}

function fillTexts(texts: Map<string, string>, brand: Brand): Map<string, string> {
  const { name, color, shades = [], logo = '', icon = '', providerName = '' } = brand;
  const inPage = {
    PRODUCT_NAME: escapeHtml(name),
    BRAND_SHADES: shades.join(' '),
    BRAND_LOGO: logo,
    BRAND_ICON: icon,
    PROVIDER_NAME: escapeHtml(providerName),
  };
  const inManifest = { PRODUCT_NAME: JSON.stringify(name).slice(1, -1) };
  const filled = new Map<string, string>();
  const fill = (file: string, fields: Record<string, string>) => {
    const text = texts.get(file);
    if (text === undefined) return;
    const named = text.replace(/%([A-Z_]+)%/g, (whole, key: string) => fields[key] ?? whole);
    const shown = showIcons(named.replaceAll(DEFAULT_BRAND_COLOR, color), brand);
    filled.set(file, hidesPictures(file, brand) ? leaveOutPictures(shown) : shown);
  };
  fill(PAGE, inPage);
  fill(ICON, {});
  for (const file of texts.keys()) if (file.endsWith('.webmanifest')) fill(file, inManifest);
  // A new revision makes the service worker fetch its cached page again.
  const page = filled.get(PAGE) ?? '';
  const PAGE_REVISION = createHash('sha256').update(page).digest('hex').slice(0, 32);
  fill(SERVICE_WORKER, { PAGE_REVISION });
  return filled;
}

/** The pictures of a manifest show the product's colour. */
function hidesPictures(file: string, { color }: Brand): boolean {
  return file.endsWith('.webmanifest') && color !== DEFAULT_BRAND_COLOR;
}

function leaveOutPictures(manifest: string): string {
  const fields: Record<string, unknown> = JSON.parse(manifest);
  return JSON.stringify({ ...fields, screenshots: undefined });
}

/** Another address makes browsers fetch an icon again that they keep. */
function showIcons(text: string, { icon, iconVersion }: Brand): string {
  if (iconVersion === '') return text;
  const versioned = text.replace(
    /(?<=")\/(?:icons\/[a-z0-9-]+\.png|favicon\.svg)(?=")/g,
    (address) => `${address}?v=${iconVersion}`,
  );
  if (!icon) return versioned;
  return versioned
    .replace(`type="image/svg+xml" href="/${ICON}?`, 'type="image/png" href="/icons/icon-192.png?')
    .replace(STARTING_MARK, `<img src="${icon}" width="56" height="56" alt="">`);
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
