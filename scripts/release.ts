import { execFileSync, spawnSync } from 'node:child_process';
import { createWriteStream, readFileSync, statSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readMigrations } from '#server/db/migrations.ts';
import { hashFile } from '#server/releases/hash-file.ts';
import { publicKeyOf, signFile } from '#server/releases/minisign.ts';
import { releaseFiles } from './release/files.ts';
import { normalizeImage } from './release/image-archive.ts';
import { schemaOf } from './release/schema.ts';
import { writeTarball } from './release/tarball.ts';
import { traceModules } from './release/trace.ts';

/*
 * Builds a release into release/: an archive for npm, the image if buildah is installed, checksums, and signatures if
 * there is a key. The same commit gives the same bytes. Writes the schema of the release into server/db/releases/, which is to be
 * committed: later versions test their upgrade from it.
 */

const projectDir = path.resolve(import.meta.dirname, '..');
const outDir = path.join(projectDir, 'release');
const { version, bugs } = JSON.parse(readFileSync(path.join(projectDir, 'package.json'), 'utf8'));
const isBuilt = process.argv.includes('--built');
const epoch = process.env.SOURCE_DATE_EPOCH || run('git', 'log', '-1', '--format=%ct').trim();
const key = readKey();

if (!isBuilt) build();
const modules = traceModules();
await rm(outDir, { recursive: true, force: true });
await mkdir(outDir);
const tarball = path.join(outDir, `wallet-${version}.tgz`);
const files = await releaseFiles(projectDir, { modules, publicKey: key && publicKeyOf(key) });
await writeTarball(createWriteStream(tarball), files, new Date(Number(epoch) * 1000));
await buildImage();
await sealAll();
await keepSchema();

/** From nothing, so that the release contains nothing of earlier builds. */
function build(): void {
  run('rm', '-rf', 'dist');
  npm('run', 'build');
  npm('run', 'notices');
}

async function buildImage(): Promise<void> {
  if (spawnSync('buildah', ['--version']).status !== 0) {
    console.log('No image: buildah is not installed (apt-get install buildah).');
    return;
  }
  const name = `wallet:${version}`;
  const options = ['--format', 'docker', '--timestamp', epoch, '-f', 'deploy/Dockerfile'];
  const bases = ['BUILD_IMAGE', 'RUN_IMAGE'].flatMap((image) => {
    const given = process.env[image];
    return given ? ['--build-arg', `${image}=${given}`] : [];
  });
  show('buildah', 'build', ...options, ...bases, '-t', name, '.');
  const pushed = path.join(outDir, 'pushed.tar');
  show('buildah', 'push', name, `docker-archive:${pushed}:${name}`);
  await normalizeImage(pushed, path.join(outDir, `wallet-${version}-image.tar`));
  await rm(pushed);
}

/** Writes SHA256SUMS, and a signature of each file if there is a key. */
async function sealAll(): Promise<void> {
  const names = (await readdir(outDir)).sort();
  const sums = await Promise.all(names.map(async (name) => `${await checksumOf(name)}  ${name}\n`));
  await writeFile(path.join(outDir, 'SHA256SUMS'), sums.join(''));
  for (const name of key ? [...names, 'SHA256SUMS'] : []) {
    const file = path.join(outDir, name);
    await writeFile(`${file}.minisig`, await signFile(file, key, `wallet ${version} ${name}`));
  }
  for (const name of names) {
    console.log(`release/${name}  ${(statSync(path.join(outDir, name)).size / 1e6).toFixed(1)} MB`);
  }
  if (bugs.email.endsWith('.example')) console.log('bugs.email in package.json is a placeholder');
  console.log(
    key ? `signed; the public key is ${publicKeyOf(key)}` : 'not signed: set RELEASE_KEY_FILE',
  );
}

async function keepSchema(): Promise<void> {
  const file = `server/db/releases/${version}.sql`;
  await writeFile(path.join(projectDir, file), schemaOf(version, readMigrations(projectDir)));
  console.log(`${file} is the schema of the release: it is to be committed`);
}

async function checksumOf(name: string): Promise<string> {
  return (await hashFile(path.join(outDir, name), 'sha256')).toString('hex');
}

function readKey(): string {
  const { RELEASE_KEY, RELEASE_KEY_FILE } = process.env;
  return RELEASE_KEY || (RELEASE_KEY_FILE ? readFileSync(RELEASE_KEY_FILE, 'utf8') : '');
}

function npm(...args: string[]): void {
  show('npm', ...args);
}

function show(program: string, ...args: string[]): void {
  execFileSync(program, args, { cwd: projectDir, stdio: ['ignore', 'inherit', 'inherit'] });
}

function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, {
    cwd: projectDir,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
