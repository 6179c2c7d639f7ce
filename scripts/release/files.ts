import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { listBundled, releaseLock, releaseManifest } from './manifest.ts';
import type { Source } from './tarball.ts';

/** The parts of the project that a release contains. */
export const PARTS = [
  '.env.example',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'bin',
  'deploy/caddy',
  'deploy/cluster',
  'deploy/compose.yml',
  'deploy/nginx',
  'deploy/prometheus',
  'deploy/grafana',
  'deploy/systemd',
  'dist/server',
  'dist/web',
  'docs',
  'examples',
  'notices',
  'server/db/migrations',
];
/** Not needed to run or to read, or made by someone who tried an example: its packages, settings and data. */
const LEFT_OUT = new RegExp(
  [
    '^docs/images/',
    '^server/db/migrations/meta/\\d+_snapshot\\.json$',
    '^examples/[^/]+/(?:node_modules/|data/|src/client/|src/wallet-api\\.ts$|\\.env$|\\.gitignore$)',
  ].join('|'),
);
/** Read by their paths, which cannot be traced. */
const API_PAGES = ['swagger-ui-bundle.js', 'swagger-ui.css'].map(
  (name) => `node_modules/swagger-ui-dist/${name}`,
);
const NOTICE = /^(?:licen[cs]e|copying|notice)/i;

interface Given {
  /** The files of node_modules that the server can load. */
  modules: string[];
  publicKey: string;
}

/** Returns the files of a release by their names in its archive. */
export async function releaseFiles(
  projectDir: string,
  { modules, publicKey }: Given,
): Promise<Map<string, Source>> {
  const readJson = async (name: string) =>
    JSON.parse(await readFile(path.join(projectDir, name), 'utf8'));
  const [manifest, lock] = await Promise.all(['package.json', 'package-lock.json'].map(readJson));
  const folders = new Set(listBundled(lock, manifest));
  const bundledFiles = [...modules, ...API_PAGES].filter((file) => folders.has(folderOf(file)));
  // Of all packages, because npm would download those that are missing.
  const manifests = [...folders].map(async (folder): Promise<[string, Source]> => {
    const { scripts, ...kept } = await readJson(`${folder}/package.json`);
    return [`${folder}/package.json`, { text: toText(kept) }];
  });
  const release = releaseManifest(manifest, [...folders]);
  const shrinkwrap = releaseLock(lock, release, folders);
  const parts = await Promise.all(PARTS.map((part) => listFiles(projectDir, part)));
  const licences = await Promise.all([...folders].map((folder) => noticesOf(projectDir, folder)));
  const files = [...parts, bundledFiles, ...licences].flat();
  const toSource = (file: string) => ({ file: path.join(projectDir, file) });
  return new Map<string, Source>([
    ...files.filter(isReleased).map((file) => [file, toSource(file)] as const),
    ...(await Promise.all(manifests)),
    ['package.json', { text: toText(release) }],
    ['npm-shrinkwrap.json', { text: toText(shrinkwrap) }],
    ...(publicKey ? [['release.pub', { text: `${publicKey}\n` }] as const] : []),
  ]);
}

/** Whether a file of a part is in the archive. */
export function isReleased(file: string): boolean {
  return !LEFT_OUT.test(file);
}

const toText = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/** The folder of the package that a file belongs to, which may be inside of another package. */
function folderOf(file: string): string {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? file;
}

async function noticesOf(projectDir: string, folder: string): Promise<string[]> {
  const names = await readdir(path.join(projectDir, folder));
  return names.filter((name) => NOTICE.test(name)).map((name) => `${folder}/${name}`);
}

async function listFiles(projectDir: string, part: string): Promise<string[]> {
  const place = path.join(projectDir, part);
  if (!existsSync(place)) throw new Error(`${part} is missing`);
  const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch(() => []);
  if (entries.length === 0) return [part];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(projectDir, path.join(entry.parentPath, entry.name)));
}
