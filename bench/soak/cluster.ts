import { execFile } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { listProcesses, signal } from './processes.ts';

const run = promisify(execFile);
const script = path.resolve(import.meta.dirname, '../../deploy/cluster/cluster.sh');
/** The last parts of the addresses 127.0.0.11 and so on. */
const NODES = [11, 12, 13];
const WALLETS = [21, 22];

export const BASE_URL = 'http://127.0.0.10:3000';

/** The cluster of `deploy/cluster`, in a separate folder. */
export class Cluster {
  readonly #env: NodeJS.ProcessEnv;
  readonly #dir: string;

  constructor(dir: string, isSynchronous: boolean) {
    this.#dir = dir;
    this.#env = { ...process.env, CLUSTER_DIR: dir, SYNCHRONOUS: String(isSynchronous) };
  }

  async do(...args: string[]): Promise<string> {
    const { stdout } = await run(script, args, { env: this.#env, timeout: 180_000 });
    return stdout;
  }

  read(name: 'password' | 'admin_password'): Promise<string> {
    return readFile(path.join(this.#dir, name), 'utf8').then((text) => text.trim());
  }

  /** Returns the nodes by role. Throws if there is no primary. */
  async findRoles(): Promise<{ primary: string; replicas: string[] }> {
    const roles = await Promise.all(
      NODES.map(async (n) => ({
        node: `node${n % 10}`,
        isPrimary: await isOk(`${n}:8008/primary`),
      })),
    );
    const primary = roles.find(({ isPrimary }) => isPrimary)?.node;
    if (!primary) throw new Error('There is no primary');
    const replicas = roles.flatMap(({ node }) => (node === primary ? [] : [node]));
    return { primary, replicas };
  }

  /** Copies the logs of all parts, which `destroy` deletes. Returns their folder. */
  async keepLogs(): Promise<string> {
    const folder = path.resolve('test-results/soak-failover-logs');
    const isLog = (file: string) => file === this.#dir || path.basename(file).startsWith('log-');
    await cp(this.#dir, folder, { recursive: true, filter: isLog });
    return folder;
  }

  /** Waits until all three nodes run, a standby is in step, and both wallet servers are ready. */
  async untilHealthy(isSynchronous: boolean): Promise<void> {
    for (let left = 600; left > 0; left -= 1) {
      const replicas = await Promise.all(
        NODES.map((n) => isOk(`${n}:8008/${isSynchronous ? 'sync' : 'replica'}`)),
      );
      const all = await Promise.all(NODES.map((n) => isOk(`${n}:8008/health`)));
      const wallets = await Promise.all(WALLETS.map((n) => isOk(`${n}:3000/readyz`)));
      if (replicas.includes(true) && ![...all, ...wallets].includes(false)) return;
      await setTimeout(200);
    }
    throw new Error('The cluster did not become healthy within two minutes');
  }

  /** Suspends the receivers of the log on all standbys, as a cut network does. Returns how to end them. */
  async holdReplication(): Promise<() => void> {
    const processes = await listProcesses();
    const servers = processes
      .filter(({ args }) => args.includes(`postgres -D ${this.#dir}/data`))
      .map(({ pid }) => pid);
    const held = processes
      .filter(({ parent, args }) => servers.includes(parent) && args.includes('walreceiver'))
      .map(({ pid }) => pid);
    for (const pid of held) process.kill(pid, 'SIGSTOP');
    return () => {
      // Unread records are lost with these processes, as on a network that is cut.
      for (const pid of held) for (const name of ['SIGTERM', 'SIGCONT'] as const) signal(pid, name);
    };
  }
}

async function isOk(address: string): Promise<boolean> {
  const signal = AbortSignal.timeout(1000);
  return fetch(`http://127.0.0.${address}`, { signal }).then(
    ({ ok }) => ok,
    () => false,
  );
}
