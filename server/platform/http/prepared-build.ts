import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { LANGUAGES } from '#contract/shared/enums.ts';
import { type PublicFile, prepareFile } from './public-files.ts';

export const PAGE = 'index.html';
const ONE_YEAR = 'public, max-age=31536000, immutable';
/** Vite's own notes are not for browsers. The folder of the build may itself be inside a hidden one. */
const isHidden = (name: string) => name.split(path.sep).some((part) => part.startsWith('.'));

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.traineddata': 'application/octet-stream',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** The built browser application, held in memory (17 MB), so that requests do not read the disk. */
export interface PreparedBuild {
  files: Map<string, PublicFile>;
  page: string | undefined;
}

export async function prepareBuild(root: string, productName: string): Promise<PreparedBuild> {
  const filled = await fillFiles(root, productName);
  return { files: await prepareFiles(root, filled), page: filled.get(PAGE) };
}

async function prepareFiles(
  root: string,
  filled: Map<string, string>,
): Promise<Map<string, PublicFile>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((name) => path.extname(name) in TYPES && !isHidden(name));
  const prepared = await Promise.all(
    names.map(
      async (name) =>
        [
          `/${name.replaceAll(path.sep, '/')}`,
          await prepare(root, name, filled.get(name)),
        ] as const,
    ),
  );
  return new Map(prepared);
}

async function prepare(root: string, name: string, text: string | undefined): Promise<PublicFile> {
  const file = path.join(root, name);
  const type = TYPES[path.extname(name)] ?? 'application/octet-stream';
  if (text !== undefined) return prepareFile({ type, body: Buffer.from(text) });
  const readIfBuilt = (suffix: string) => readFile(file + suffix).catch(() => undefined);
  const body = await readFile(file);
  const compressed = { br: await readIfBuilt('.br'), gzip: await readIfBuilt('.gz') };
  const isHashed = name.startsWith(`assets${path.sep}`);
  return prepareFile({ type, body, compressed, ...(isHashed && { cacheControl: ONE_YEAR }) });
}

async function fillFiles(root: string, productName: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const fill = async (name: string, values: Record<string, string>) => {
    const built = await readFile(path.join(root, name), 'utf8').catch(() => undefined);
    if (built === undefined) return;
    const text = built.replace(/%([A-Z_]+)%/g, (whole, key: string) => values[key] ?? whole);
    files.set(name, text);
  };
  await fill(PAGE, { PRODUCT_NAME: escapeHtml(productName) });
  const inJson = { PRODUCT_NAME: JSON.stringify(productName).slice(1, -1) };
  for (const name of ['manifest', ...LANGUAGES.map((language) => `manifest-${language}`)])
    await fill(`${name}.webmanifest`, inJson);
  // A new revision makes the service worker fetch its cached page again.
  const page = files.get(PAGE) ?? '';
  const PAGE_REVISION = createHash('sha256').update(page).digest('hex').slice(0, 32);
  await fill('sw.js', { PAGE_REVISION });
  return files;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
