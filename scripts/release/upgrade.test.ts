import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import type { Certificate } from '#server/platform/config/tls-settings.ts';
import { readReleaseVersion, requireGenuine } from '#server/releases/archive.ts';
import { findReleases, readPublicKey, releaseOf } from '#server/releases/folders.ts';
import { publicKeyOf, signFile } from '#server/releases/minisign.ts';
import { carryOut, type Plan } from '#server/releases/upgrade.ts';
import { mailCertificate } from '#server/testing/certificates.ts';
import { writeTarball } from './tarball.ts';

/** A program that records how it is called; a migration fails if the release has a file `unmigratable`. */
const PROGRAM = `
import { appendFileSync, existsSync } from 'node:fs';
const here = new URL('..', import.meta.url);
const { version } = JSON.parse((await import('node:fs')).readFileSync(new URL('package.json', here)));
if (process.argv[2] === '--version') console.log(version);
else appendFileSync(process.env.CALLS, version + ' ' + process.argv.slice(2, 4).join(' ') + '\\n');
if (process.argv[2] === 'migrate' && existsSync(new URL('unmigratable', here))) process.exit(1);
`;

test('upgrades next to the running release, which serves by https', async () => {
  const { plan, calls } = await startHome('1.1.0', '', mailCertificate);
  expect(await carryOut(plan)).toBe(true);
  expect(await readlink(path.join(plan.home.folder, 'current'))).toBe('releases/1.1.0');
  expect(await calls()).toEqual([
    '1.1.0 migrate --plan',
    `1.0.0 backup ${path.join(plan.home.folder, 'backups/1.0.0-before-1.1.0.wallet')}`,
    '1.1.0 migrate',
    'restarted',
  ]);
  const named = await readdir(path.join(plan.home.folder, 'releases'));
  expect(named.sort()).toEqual(['1.0.0', '1.1.0']);
});

test('switches back if the new release does not become ready', async () => {
  const { plan, calls, served, said } = await startHome('1.1.0', 'unready');
  expect(await carryOut(plan)).toBe(false);
  expect(await readlink(path.join(plan.home.folder, 'current'))).toBe('releases/1.0.0');
  expect((await calls()).slice(-2)).toEqual(['restarted', 'restarted']);
  expect(await served()).toBe('1.0.0');
  expect(said().at(-2)).toMatch(/1\.1\.0 does not serve: .*\/readyz returns 503/);
  expect(said().at(-1)).toContain('1.0.0 serves again');
});

test('changes nothing that is served if the migration fails', async () => {
  const { plan, calls, served } = await startHome('1.1.0', 'unmigratable');
  await expect(carryOut(plan)).rejects.toThrow('migrate --plan failed (1)');
  expect(await calls()).toEqual(['1.1.0 migrate --plan']);
  expect(await served()).toBe('1.0.0');
});

test('refuses an archive without a proof, with another checksum or signature, or of another program', async () => {
  const folder = await makeFolder();
  const file = await archive(folder, '1.1.0');
  await expect(requireGenuine(file, { publicKey: undefined })).rejects.toThrow('Nothing proves');
  const sums = path.join(folder, 'SHA256SUMS');
  await writeFile(sums, `${'0'.repeat(64)}  ${path.basename(file)}\n`);
  await expect(requireGenuine(file, { publicKey: undefined })).rejects.toThrow('The checksum');
  await rm(sums);

  const [pem, other] = [newKey(), newKey()];
  const publicKey = publicKeyOf(pem);
  await expect(requireGenuine(file, { publicKey })).rejects.toThrow('is missing');
  await writeFile(`${file}.minisig`, await signFile(file, other, 'wallet 1.1.0'));
  await expect(requireGenuine(file, { publicKey })).rejects.toThrow('is not valid');
  await writeFile(`${file}.minisig`, await signFile(file, pem, 'wallet 1.1.0'));
  expect(await requireGenuine(file, { publicKey })).toBe('the signature "wallet 1.1.0"');

  expect(await readReleaseVersion(file)).toBe('1.1.0');
  const foreign = await archive(folder, '1.1.0', { name: 'other' });
  await expect(readReleaseVersion(foreign)).rejects.toThrow('is no release of the wallet');
  await expect(readReleaseVersion(`${file}.minisig`)).rejects.toThrow('is no release');
});

test('finds the folder of releases of the running program only', async () => {
  const { plan } = await startHome('1.1.0');
  const { folder } = plan.home;
  const program = path.join(folder, 'releases/1.0.0/node_modules/wallet');
  expect(await findReleases(program)).toEqual({ folder, current: 'releases/1.0.0' });
  for (const spelling of ['./releases/1.0.0/', path.join(folder, 'releases/1.0.0')]) {
    await rm(path.join(folder, 'current'));
    await symlink(spelling, path.join(folder, 'current'));
    expect(await findReleases(program)).toEqual({ folder, current: 'releases/1.0.0' });
  }
  await expect(findReleases(program.replace('1.0.0', '0.9.0'))).rejects.toThrow(
    'is not the current',
  );
  await expect(findReleases(folder)).rejects.toThrow('is not the current');
});

test('a public key that cannot be read is no missing one', async () => {
  const folder = await makeFolder();
  expect(await readPublicKey(folder)).toBeUndefined();
  await mkdir(path.join(folder, 'release.pub'));
  await expect(readPublicKey(folder)).rejects.toThrow('EISDIR');
});

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-upgrade-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
}

async function archive(folder: string, version: string, { name = 'wallet', fault = '' } = {}) {
  const file = path.join(folder, `${name}-${version}.tgz`);
  const manifest = { name, version, type: 'module', bin: { wallet: 'bin/wallet.js' } };
  const entries = new Map([
    ['package.json', { text: JSON.stringify(manifest) }],
    ['bin/wallet.js', { text: PROGRAM }],
  ]);
  if (fault) entries.set(fault, { text: '' });
  await writeTarball(createWriteStream(file), entries, new Date(0));
  return file;
}

/** A folder of releases with 1.0.0, a server that serves the current one, and the plan of an upgrade. */
async function startHome(to: string, fault = '', tls?: Certificate) {
  const folder = await makeFolder();
  const file = await archive(folder, to, { fault });
  const first = path.join(folder, 'releases/1.0.0/node_modules/wallet');
  await mkdir(path.join(first, 'bin'), { recursive: true });
  await writeFile(path.join(first, 'bin/wallet.js'), PROGRAM);
  await writeFile(path.join(first, 'package.json'), '{ "version": "1.0.0", "type": "module" }');
  await symlink('releases/1.0.0', path.join(folder, 'current'));
  const server = await serveCurrent(folder, tls);
  const log = path.join(folder, 'calls');
  const lines: string[] = [];
  const home = { folder, current: releaseOf('1.0.0') };
  const env = { ...process.env, CALLS: log };
  const output = new PassThrough().resume();
  const plan: Plan = {
    file,
    home,
    from: '1.0.0',
    to,
    proof: 'its checksum',
    server,
    env,
    output,
    ...{
      restart: `echo restarted >> ${log}`,
      waitMs: fault === 'unready' ? 1 : 60_000,
      backup: [],
    },
    say: (line) => lines.push(line),
  };
  const calls = async () => (await readFile(log, 'utf8')).trim().split('\n');
  const served = async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}/healthz`);
    return (await response.json()).version;
  };
  return { plan, calls, served, said: () => lines };
}

/** The state of a server that a restart has replaced: it is that of the program of the link. */
async function serveCurrent(folder: string, tls: Certificate | undefined) {
  const respond: http.RequestListener = async (request, response) => {
    const program = path.join(folder, 'current/node_modules/wallet');
    const isUnready = (await readdir(program)).includes('unready');
    response.statusCode = request.url === '/readyz' && isUnready ? 503 : 200;
    response.end(await readFile(path.join(program, 'package.json')));
  };
  const server = tls ? https.createServer(tls, respond) : http.createServer(respond);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port');
  return { host: '127.0.0.1', port: address.port, tls };
}
