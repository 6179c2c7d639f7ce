import { execFile } from 'node:child_process';
import { chown, mkdtemp, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Folders, prepareFolders } from '../embedded-postgres/folders.ts';
import { installRuntime } from '../embedded-postgres/install.ts';
import { findNativePackage } from '../embedded-postgres/platform.ts';
import { findPostmaster, launchPostmaster } from '../embedded-postgres/postmaster.ts';
import { port, postmasterArguments } from '../embedded-postgres/settings.ts';
import { startCluster } from '../embedded-postgres/start.ts';
import { CLOCK_SETTINGS } from './clock.ts';
import { startCleaner } from './postgres.ts';
import { migrateAndSeed } from './template.ts';

const run = promisify(execFile);
const settings = { ...CLOCK_SETTINGS, fsync: 'off', autovacuum: 'off' };
const log = { info: () => undefined, warn: console.warn, error: console.error };

/** A primary and its standby with a migrated and seeded database, behind one address. */
export interface Replicas {
  connectionString: string;
  /** Suspends every process of the standby until it is promoted. */
  freezeStandby(): Promise<void>;
  /** Cancels the primary's waits for the standby, as an impatient operator might. Returns how many. */
  giveUpWaiting(): Promise<number>;
  /** Crashes the primary and redirects the address to the promoted standby. */
  failOver(): Promise<void>;
  stop(): Promise<void>;
}

interface Cluster {
  folders: Folders;
  binDir: string;
}

export async function startReplicas(): Promise<Replicas> {
  const [primary, standby] = [await newCluster(), await newCluster()];
  await makeData(primary.cluster, primary.majorVersion);
  await copyData(primary.cluster, standby.cluster);
  await launch(primary.cluster, { ...settings, synchronous_standby_names: '*' });
  const conninfo = `host=${primary.cluster.folders.socketDir} port=${port} user=postgres`;
  await launch(standby.cluster, { ...settings, primary_conninfo: conninfo });
  await follow(primary.cluster);
  let current = primary.cluster;
  let thaw: () => void = () => undefined;
  const way = await openWay(() => path.join(current.folders.socketDir, `.s.PGSQL.${port}`));
  return {
    connectionString: `postgresql://wallet@127.0.0.1:${way.port}/wallet`,
    async freezeStandby() {
      thaw = await freeze(await findPostmaster(standby.cluster.folders.clusterDir));
    },
    async giveUpWaiting() {
      const waiting = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
      return (await ask(primary.cluster, waiting)).length;
    },
    async failOver() {
      await crash(primary.cluster);
      thaw();
      await ask(standby.cluster, 'SELECT pg_promote()');
      current = standby.cluster;
      way.cut();
    },
    async stop() {
      thaw();
      await way.close();
      await Promise.all([primary.cleaner.finish(), standby.cleaner.finish()]);
    },
  };
}

async function newCluster() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'wallet-replica-'));
  const cleaner = startCleaner(dataDir);
  const folders = await prepareFolders(dataDir);
  const native = findNativePackage({ projectDir: path.resolve(import.meta.dirname, '../..') });
  const binDir = await installRuntime(native, folders.runtimeDir);
  return { cleaner, cluster: { folders, binDir }, majorVersion: native.majorVersion };
}

/** Ends PostgreSQL without a shutdown. SIGQUIT, unlike SIGKILL, frees its shared memory. */
async function crash({ folders }: Cluster): Promise<void> {
  const pid = await findPostmaster(folders.clusterDir);
  if (pid !== undefined) process.kill(pid, 'SIGQUIT');
  while (await findPostmaster(folders.clusterDir)) await nextTurn();
}

async function makeData({ folders, binDir }: Cluster, majorVersion: number): Promise<void> {
  const running = await startCluster({ folders, binDir, majorVersion, settings, log });
  await migrateAndSeed(running.connection);
  await running.stop();
}

/** Copies a stopped cluster as the standby's base backup. The embedded PostgreSQL has no pg_basebackup. */
async function copyData(from: Cluster, to: Cluster): Promise<void> {
  const { clusterDir, user } = to.folders;
  await run('cp', ['-a', from.folders.clusterDir, clusterDir]);
  const signal = path.join(clusterDir, 'standby.signal');
  await writeFile(signal, '');
  if (user) await chown(signal, user.uid, user.gid);
}

async function launch(cluster: Cluster, given: Record<string, string>): Promise<void> {
  const { folders, binDir } = cluster;
  const { args } = postmasterArguments({ binDir, ...folders, settings: given });
  const { isRunning } = await launchPostmaster({ binDir, args, ...folders });
  const isOpen = () => ask(cluster, 'SELECT 1').then(Boolean, () => false);
  while (!(await isOpen())) {
    if (!isRunning()) throw new Error(`PostgreSQL ended: see ${folders.logFile}`);
    await nextTurn();
  }
}

async function follow(primary: Cluster): Promise<void> {
  const text = `SELECT FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'sync'`;
  while ((await ask(primary, text)).length === 0) await nextTurn();
}

async function ask({ folders }: Cluster, text: string): Promise<object[]> {
  const client = new pg.Client({
    host: folders.socketDir,
    port,
    user: 'postgres',
    database: 'postgres',
  });
  client.on('error', () => undefined); // The connection may end with the cluster.
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Suspends a process and its children. Returns a function that resumes them. */
export async function freeze(pid: number | undefined): Promise<() => void> {
  if (pid === undefined) throw new Error('There is nothing to freeze');
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const children = rows.flatMap(([child, parent]) => (child && parent === pid ? [child] : []));
  const frozen = [pid, ...children];
  for (const one of frozen) process.kill(one, 'SIGSTOP');
  return () => {
    for (const one of frozen.splice(0)) process.kill(one, 'SIGCONT');
  };
}

/** Opens one address, like a proxy or a floating IP, in front of the currently active socket. */
async function openWay(socketFile: () => string) {
  const open = new Set<Socket>();
  const way = createServer((near) => {
    const far = connect(socketFile());
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => open.delete(socket) && other.destroy());
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (way.address() as AddressInfo).port, // The proxy listens on TCP.
    cut,
    async close() {
      const closed = new Promise((resolve) => way.close(resolve));
      cut();
      await closed;
    },
  };
}
