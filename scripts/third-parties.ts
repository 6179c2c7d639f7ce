import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export interface Locked {
  version?: string;
  integrity?: string;
  license?: string;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optional?: boolean;
  dev?: boolean;
  devOptional?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}
export interface Lock {
  name: string;
  version: string;
  packages: Record<string, Locked>;
}
interface Manifest {
  name: string;
  version: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

/** A package that is installed with the product, or bundled for browsers. */
export interface Notice {
  name: string;
  version: string;
  licence: string | undefined;
  repository: string | undefined;
  /** The checksum of its archive in the registry, from the lock file. */
  integrity: string | undefined;
  /** Undefined for a package of another platform, which is not installed here. */
  text: string | undefined;
}

/** The icons are copied from this package into this folder, which has its licence. */
const ICONS = { name: '@tabler/icons', tools: 'tools/icons', folder: 'web/ui/icons' };
const RULE = `\n\n${'-'.repeat(80)}\n\n`;
const own = `The icons (web/public/) and the demonstration's images are drawn by this project and have its licence (LICENSE).
Fonts are packages named @fontsource-variable/... below.`;

export async function collectNotices(
  projectDir: string,
  { lock, manifest, webTexts }: { lock: Lock; manifest: Manifest; webTexts: string[] },
): Promise<Notice[]> {
  const bundled = Object.keys(manifest.devDependencies).filter((name) =>
    webTexts.some((text) => text.includes(`'${name}'`) || text.includes(`'${name}/`)),
  );
  const folders = listShipped(lock, [...Object.keys(manifest.dependencies), ...bundled]);
  const shipped = new Map(
    folders.map((folder) => {
      const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const locked = lock.packages[folder] ?? {};
      return [`${name}@${locked.version}`, { name, folder, ...locked }];
    }),
  );
  const notices = [...shipped.values()].map(
    async ({ name, folder, version = '', license, integrity }) => {
      const installed = await readInstalled(path.join(projectDir, folder));
      const { repository, text } = installed;
      return { name, version, licence: license ?? installed.licence, repository, integrity, text };
    },
  );
  const all: Notice[] = await Promise.all([...notices, noticeOfIcons(projectDir)]);
  return all.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

async function noticeOfIcons(projectDir: string): Promise<Notice> {
  const { name, tools, folder } = ICONS;
  const read = (file: string) => readFile(path.join(projectDir, file), 'utf8');
  const lock: Lock = JSON.parse(await read(`${tools}/package-lock.json`));
  const { version = '', license, integrity } = lock.packages[`node_modules/${name}`] ?? {};
  const text = (await read(`${folder}/LICENSE`)).trim();
  const repository = 'https://github.com/tabler/tabler-icons';
  return { name, version, licence: license, repository, integrity, text };
}

const nothingInstalled = { licence: undefined, repository: undefined, text: undefined };

/** Everything is undefined for a package of another platform, which is not installed here. */
async function readInstalled(folder: string) {
  const files = await readdir(folder).catch(() => undefined);
  if (!files) return nothingInstalled;
  const { license, repository } = JSON.parse(
    await readFile(path.join(folder, 'package.json'), 'utf8'),
  );
  return {
    licence: licenceOf(license),
    repository: addressOf(repository?.url ?? repository),
    text: await readLicence(folder, files),
  };
}

/** Returns the file of the licence, or else the part of the readme that contains it. */
async function readLicence(folder: string, files: string[]): Promise<string | undefined> {
  const find = (name: RegExp) => files.find((file) => name.test(file));
  const file = find(/^licen[cs]e/i) ?? find(/^copying/i) ?? find(/^readme/i);
  if (!file) return undefined;
  const text = (await readFile(path.join(folder, file), 'utf8')).trim();
  return /^readme/i.test(file) ? /^#+ *licen[cs]e[\s\S]*/im.exec(text)?.[0] : text;
}

/** Older packages have an object with a type. */
function licenceOf(license: string | { type?: string } | undefined): string | undefined {
  return typeof license === 'object' ? license.type : license;
}

/** Returns the address that a browser opens. npm also allows `owner/name`, `git+` and the ssh protocol. */
function addressOf(repository: string | undefined): string | undefined {
  return repository
    ?.replace(/^(?:github:)?([\w.-]+\/[\w.-]+)$/, 'https://github.com/$1')
    .replace(/^git\+/, '')
    .replace(/^git@github\.com:/, 'https://github.com/')
    .replace(/^(?:git|ssh):\/\/(?:git@)?/, 'https://')
    .replace(/\.git$/, '');
}

/**
 * The folders of packages and all their dependencies, including optional ones of other platforms. Packages that are left
 * out are missing, with what only they need.
 */
export function listShipped(
  { packages }: Pick<Lock, 'packages'>,
  roots: string[],
  isLeftOut = (_locked: Locked) => false,
): string[] {
  const shipped = new Set<string>();
  const visit = (name: string, from: string): void => {
    const folder = findFolder(packages, name, from);
    if (folder === undefined || shipped.has(folder) || isLeftOut(packages[folder] ?? {})) return;
    shipped.add(folder);
    for (const needed of needsOf(packages[folder])) visit(needed, folder);
  };
  for (const root of roots) visit(root, '');
  return [...shipped];
}

function needsOf(locked: Locked = {}): string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = locked;
  const peers = Object.keys(peerDependencies ?? {}).filter(
    (name) => !peerDependenciesMeta?.[name]?.optional,
  );
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/** As Node finds it: in the package's own node_modules, then in each outer one. */
function findFolder(packages: Lock['packages'], name: string, from: string): string | undefined {
  const folder = `${from}${from && '/'}node_modules/${name}`;
  if (folder in packages || from === '') return folder in packages ? folder : undefined;
  return findFolder(
    packages,
    name,
    from.slice(0, from.lastIndexOf('node_modules/')).replace(/\/$/, ''),
  );
}

/** All licences in one text; identical texts appear once. */
export function writeNotices(notices: Notice[]): string {
  const groups = groupByText(notices);
  const parts = [...groups].map(([text, group]) => {
    const heads = group.map(({ name, version, licence, repository }) =>
      [`${name} ${version} (${licence ?? 'no licence given'})`, repository]
        .filter(Boolean)
        .join(', '),
    );
    return `${heads.join('\n')}\n\n${text ?? 'Its package has no text of its licence, or is for another platform.'}`;
  });
  return `${[own, ...parts].join(RULE)}\n`;
}

function groupByText(notices: Notice[]): Map<string | undefined, Notice[]> {
  const groups = new Map<string | undefined, Notice[]>();
  for (const notice of notices)
    groups.set(notice.text, [...(groups.get(notice.text) ?? []), notice]);
  return groups;
}

/** The same as CycloneDX 1.5, for machines: the contents of a release, without build tools. */
export function writeSbom({ name, version }: Manifest, notices: Notice[]): string {
  const components = notices.map((notice) => ({
    type: 'library',
    'bom-ref': purlOf(notice),
    name: notice.name,
    version: notice.version,
    purl: purlOf(notice),
    licenses: notice.licence === undefined ? [] : [{ license: { name: notice.licence } }],
    hashes: hashesOf(notice),
  }));
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name, version } },
    components,
  };
  return `${JSON.stringify(bom, null, 2)}\n`;
}

function purlOf({ name, version }: Notice): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

function hashesOf({ integrity = '' }: Notice) {
  const [, digest] = /^sha512-(\S+)/.exec(integrity) ?? [];
  if (!digest) return [];
  return [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }];
}

/** Every text of the browser application's sources, without tests. */
export function webTextsOf(sources: ReadonlyMap<string, string>): string[] {
  return [...sources].flatMap(([file, text]) =>
    file.startsWith('web/') && !file.includes('.test.') ? [text] : [],
  );
}
