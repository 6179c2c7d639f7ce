import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/*
 * Builds both base images of deploy/Dockerfile from Debian's packages and the Node.js that runs this program, for a
 * machine that reaches no container registry. Needs root, debootstrap and buildah.
 */

const SUITE = 'bookworm';
const MIRROR = process.env.DEBIAN_MIRROR || 'http://deb.debian.org/debian';
/** The image of distroless contains them, too. */
const RUN_PACKAGES = ['base-files', 'tzdata', 'libc6', 'libgcc-s1', 'libstdc++6'];
const NOT_NEEDED = /^\/usr\/share\/(?:doc\/.*\/(?!copyright$)|lintian\/|man\/|locale\/)/;
const CERTIFICATES = 'etc/ssl/certs/ca-certificates.crt';
const PEOPLE = [
  ['root', 0],
  ['nobody', 65534],
  ['nonroot', 65532],
] as const;

const folder = mkdtempSync(path.join(tmpdir(), 'wallet-base-images-'));
try {
  const debian = path.join(folder, 'debian');
  const packages = 'ca-certificates,libstdc++6';
  show('debootstrap', '--variant=minbase', `--include=${packages}`, SUITE, debian, MIRROR);
  rmSync(path.join(debian, 'var/cache/apt'), { recursive: true });
  const run = path.join(folder, 'run');
  makeRunFolder(debian, run);
  addNode(debian);
  commit('localhost/wallet-build', debian, ['--env', `NODE_EXTRA_CA_CERTS=/${CERTIFICATES}`]);
  commit('localhost/wallet-run', run, ['--entrypoint', '["/nodejs/bin/node"]', '--user', '65532']);
  console.log('BUILD_IMAGE=localhost/wallet-build RUN_IMAGE=localhost/wallet-run');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Copies libraries, certificates and time zones, without a shell. */
function makeRunFolder(debian: string, run: string): void {
  const listed = read('chroot', debian, 'dpkg-query', '--listfiles', ...RUN_PACKAGES);
  const names = listed.split('\n').filter((name) => /^\/[^.]/.test(name) && !NOT_NEEDED.test(name));
  // /lib and others are links to folders of /usr, by whose names dpkg knows some files.
  const files = names.map((name) => name.replace(/^\/(?=(?:bin|lib|lib64|sbin)\/)/, '/usr/'));
  const input = ['/bin', '/lib', '/lib64', '/sbin', ...files].map((name) => `.${name}\n`).join('');
  const pack = ['--create', '--no-recursion', '--directory', debian, '--files-from=-'];
  const archive = execFileSync('tar', pack, { input, maxBuffer: 2 ** 30 });
  mkdirSync(run);
  execFileSync('tar', ['--extract', '--directory', run], { input: archive });
  mkdirSync(path.join(run, path.dirname(CERTIFICATES)), { recursive: true });
  copyFileSync(path.join(debian, CERTIFICATES), path.join(run, CERTIFICATES));
  mkdirSync(path.join(run, 'nodejs/bin'), { recursive: true });
  copyFileSync(process.execPath, path.join(run, 'nodejs/bin/node'));
  const people = PEOPLE.map(([name, id]) => `${name}:x:${id}:${id}:${name}:/:/sbin/nologin\n`);
  writeFileSync(path.join(run, 'etc/passwd'), people.join(''));
  const groups = PEOPLE.map(([name, id]) => `${name}:x:${id}:\n`);
  writeFileSync(path.join(run, 'etc/group'), groups.join(''));
}

/** Copies Node.js, and npm, which installs a release: it trusts the certificates of this machine. */
function addNode(debian: string): void {
  copyFileSync(`/${CERTIFICATES}`, path.join(debian, CERTIFICATES));
  const local = path.join(debian, 'usr/local');
  copyFileSync(process.execPath, path.join(local, 'bin/node'));
  const npm = path.join(read('npm', 'root', '--global').trim(), 'npm');
  cpSync(npm, path.join(local, 'lib/node_modules/npm'), { recursive: true });
  show('ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', path.join(local, 'bin/npm'));
}

function commit(name: string, root: string, config: string[]): void {
  const container = read('buildah', 'from', 'scratch').trim();
  const path = 'PATH=/usr/local/bin:/usr/bin:/bin:/nodejs/bin';
  show('buildah', 'config', '--env', path, ...config, container);
  show('buildah', 'add', '--quiet', container, root, '/');
  show('buildah', 'commit', '--quiet', '--rm', container, name);
}

function show(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
}

function read(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}
