import { readdir, readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import type { Query } from '../server/db/database.ts';
import type { Figures } from './report.ts';
import type { BenchServer } from './world.ts';
import type { Load } from './wrk.ts';

const WARM_UP_S = 3;
const MEASURED_S = 8;

/** Processor time in microseconds, and bytes of write-ahead log, so far. */
interface Usage {
  nodeUs: number;
  postgresUs: number;
  walBytes: number;
  machineUs: number;
  atUs: number;
}

/**
 * Sends requests until the server is warm, then for the measured time. Returns the rate, the latencies,
 * the processor time of the server and of PostgreSQL, and the write-ahead log. Linux only.
 */
export async function measureLoad(
  { server, query }: { server: BenchServer; query: Query },
  callFor: (seconds: number) => Promise<Load>,
): Promise<{ rate: number; figures: Figures }> {
  await callFor(WARM_UP_S);
  const before = await readUsage(server, query);
  const { requests, rate, p50Ms, p99Ms } = await callFor(MEASURED_S);
  const after = await readUsage(server, query);
  const each = (name: keyof Usage) => (after[name] - before[name]) / requests;
  const coresOf = (name: keyof Usage) => (after[name] - before[name]) / (after.atUs - before.atUs);
  const figures = {
    'over HTTP, a second': rate,
    'over HTTP, p50 in ms': p50Ms,
    'over HTTP, p99 in ms': p99Ms,
    'CPU of Node for each, µs': each('nodeUs'),
    'CPU of PostgreSQL for each, µs': each('postgresUs'),
    'write-ahead log for each, bytes': each('walBytes'),
    'busy cores of Node': coresOf('nodeUs'),
    'busy cores of PostgreSQL': coresOf('postgresUs'),
    'busy cores of the machine, with the callers': coresOf('machineUs'),
  };
  return { rate, figures };
}

async function readUsage(server: BenchServer, query: Query): Promise<Usage> {
  const [row] = await query<{ pid: number; bytes: number }>(
    `SELECT pg_backend_pid() AS pid, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint AS bytes`,
  );
  const metrics = await (await fetch(`${server.baseUrl}/metrics`)).text();
  const seconds = /^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1];
  const postmaster = (await readStat(row?.pid ?? 0))?.parent ?? 0;
  return {
    nodeUs: Number(seconds) * 1e6,
    postgresUs: await sumOfFamily(postmaster),
    walBytes: row?.bytes ?? 0,
    machineUs: readMachineUs(),
    atUs: performance.now() * 1000,
  };
}

/** The busy time of all cores so far, in microseconds. */
function readMachineUs(): number {
  const busyMs = cpus().map(({ times: { user, nice, sys, irq } }) => user + nice + sys + irq);
  return 1000 * busyMs.reduce((sum, one) => sum + one, 0);
}

const TICK_US = 10_000;

/** The processor time of a process, its living children and its ended ones. */
async function sumOfFamily(parent: number): Promise<number> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const stats = await Promise.all(pids.map(readStat));
  return stats
    .filter((stat) => stat?.parent === parent || stat?.pid === parent)
    .reduce((sum, stat) => sum + (stat?.ticks ?? 0) * TICK_US, 0);
}

/** The processor time of one process so far, in microseconds. */
export async function readCpuUs(pid: number): Promise<number> {
  const stat = await readStat(pid);
  if (!stat) throw new Error(`There is no process ${pid}`);
  return stat.ticks * TICK_US;
}

/** Fields as in proc(5), counted after the name, which may contain spaces. */
async function readStat(pid: number) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [user, system, childUser, childSystem] = fields.slice(11, 15).map(Number);
  const ticks = (user ?? 0) + (system ?? 0) + (childUser ?? 0) + (childSystem ?? 0);
  return { pid, parent: Number(fields[1]), ticks };
}

/** The server's usage so far, from its own metrics. */
export async function readServerUsage({ baseUrl }: Pick<BenchServer, 'baseUrl'>) {
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
  return {
    cpuMs: read('process_cpu_seconds_total') * 1000,
    memoryBytes: read('process_resident_memory_bytes'),
  };
}
