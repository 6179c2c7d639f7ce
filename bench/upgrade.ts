import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startSupervised } from '#server/testing/supervised-server.ts';
import { releaseFiles } from '../scripts/release/files.ts';
import { type Source, writeTarball } from '../scripts/release/tarball.ts';
import { traceModules } from '../scripts/release/trace.ts';
import { report } from './report.ts';
import { type BenchWorld, openBenchWorld } from './world.ts';

const projectDir = path.resolve(import.meta.dirname, '..');
const VERSIONS = ['1.0.0', '1.0.1'] as const;
const PROGRAM = 'current/node_modules/wallet/bin/wallet.js';
const CALLERS = 8;
/** A network may send 30,000 requests a minute. */
const PAUSE_MS = 25;
const AFTERWARDS_MS = 1000;
const PROBE_MS = 50;
/** A slow response is no reason to leave a server: one that stops says so. */
const PROBE_TIMEOUT_MS = 1000;
/** Longer than several probes of the balancer. */
const STOP_GRACE_MS = '300';

/**
 * Upgrades a server, and then two behind a balancer, from one release of the built product to another, while people call
 * them. Needs the notices of a release.
 */
export async function benchUpgrade(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-bench-upgrade-'));
  const world = await openBenchWorld();
  try {
    const archives = await makeArchives(folder);
    for (const count of [1, 2]) {
      const name = `servers${count}`;
      await world.createDatabase(name);
      const servers = [];
      for (let n = 1; n <= count; n += 1) {
        servers.push(
          await startRelease(path.join(folder, `${name}-${n}`), { archives, world, name }),
        );
      }
      const load = startLoad(servers);
      for (const server of servers) await server.upgrade();
      await wait(AFTERWARDS_MS);
      const { sent, failed, longestMs } = await load.end();
      for (const server of servers) await server.stop();
      await report(
        `upgrade-${count}`,
        `requests of ${CALLERS} callers, upgrades of ${count} servers`,
        {
          requests: sent,
          failed,
          'longest response, ms': longestMs,
        },
      );
    }
  } finally {
    await world.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The built product as two releases, which differ in their version. */
async function makeArchives(folder: string): Promise<string[]> {
  const modules = traceModules(projectDir);
  const files = await releaseFiles(projectDir, { modules, publicKey: '' });
  const made: string[] = [];
  const sums: string[] = [];
  for (const version of VERSIONS) {
    const file = path.join(folder, `wallet-${version}.tgz`);
    await writeTarball(createWriteStream(file), withVersion(files, version), new Date(0));
    const hash = createHash('sha256').update(await readFile(file));
    sums.push(`${hash.digest('hex')}  ${path.basename(file)}\n`);
    made.push(file);
  }
  await writeFile(path.join(folder, 'SHA256SUMS'), sums.join(''));
  return made;
}

function withVersion(files: Map<string, Source>, version: string): Map<string, Source> {
  const manifest = files.get('package.json');
  if (!manifest || !('text' in manifest)) throw new Error('The release has no package.json');
  const text = JSON.stringify({ ...JSON.parse(manifest.text), version });
  return new Map([...files, ['package.json', { text }]]);
}

interface Given {
  archives: string[];
  world: BenchWorld;
  name: string;
}

/** Installs the first release into a folder and starts it on a socket that outlives it. */
async function startRelease(home: string, { archives, world, name }: Given) {
  const [first = '', next = ''] = archives;
  const release = `releases/${VERSIONS[0]}`;
  await mkdir(path.join(home, release), { recursive: true });
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  execFileSync('npm', ['install', '--prefix', path.join(home, release), ...options, first]);
  await symlink(release, path.join(home, 'current'));
  const env = {
    ...process.env,
    ...{
      ENV_FILE: '/dev/null',
      DATABASE_URL: world.urlOf(name),
      DATA_DIR: path.join(home, 'data'),
    },
    ...{ LOG_LEVEL: 'warn', STOP_GRACE_MS },
  };
  const command = [process.execPath, PROGRAM, 'start'];
  const server = await startSupervised(command, { folder: home, cwd: home, env });
  await send(`${server.baseUrl}/readyz`);
  return {
    ...server,
    async upgrade() {
      const restart = `kill $(cat ${server.pidFile})`;
      const args = [PROGRAM, 'upgrade', next, '--plain', '--restart', restart];
      const child = spawn(process.execPath, args, {
        ...{ cwd: home, env: { ...env, HOST: '127.0.0.1', PORT: String(server.port) } },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const [code] = await once(child, 'close');
      if (code !== 0) throw new Error('The upgrade failed');
    },
  };
}

/** Calls the servers that are ready, as a balancer does: each request has a new connection. */
function startLoad(servers: { baseUrl: string }[]) {
  const counts = { sent: 0, failed: 0, longestMs: 0 };
  const ready = new Set(servers.map(({ baseUrl }) => baseUrl));
  let isEnding = false;
  const probe = async (baseUrl: string) => {
    while (!isEnding) {
      const status = await Promise.race([send(`${baseUrl}/readyz`), wait(PROBE_TIMEOUT_MS, 0)]);
      if (status === 200 || servers.length === 1) ready.add(baseUrl);
      else ready.delete(baseUrl);
      await wait(PROBE_MS);
    }
  };
  const call = async (caller: number) => {
    for (let n = caller; !isEnding; n += 1) {
      const chosen = [...ready][n % ready.size];
      const startedAt = performance.now();
      const status = chosen === undefined ? 0 : await send(`${chosen}/login`);
      counts.sent += 1;
      if (status !== 200) counts.failed += 1;
      counts.longestMs = Math.max(counts.longestMs, performance.now() - startedAt);
      await wait(PAUSE_MS);
    }
  };
  const callers = Array.from({ length: CALLERS }, (_, caller) => call(caller));
  const probes = servers.map(({ baseUrl }) => probe(baseUrl));
  return {
    async end() {
      isEnding = true;
      await Promise.all([...callers, ...probes]);
      return counts;
    },
  };
}

/** Returns the status; 0 if the connection failed. */
function send(url: string): Promise<number> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false }, (response) => {
      response.resume();
      response.once('close', () => resolve(response.complete ? (response.statusCode ?? 0) : 0));
    });
    request.once('error', () => resolve(0));
  });
}
