import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';

const PGBOUNCER = '/usr/sbin/pgbouncer';
const PORT = 6432;
/** Fewer than the connections of a server, so that transactions of different connections share sessions. */
const SESSIONS = 8;

export const hasPooler = existsSync(PGBOUNCER);

export interface TestPooler {
  connection: pg.PoolConfig;
  /** Ends PgBouncer without warning, as a crash does. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Starts Debian's PgBouncer in front of a test's database, which is on a Unix socket. */
export async function startPooler({
  url,
  poolMode,
}: {
  url: string;
  poolMode: 'session' | 'transaction';
}): Promise<TestPooler> {
  const { host, port, user = '', database = '' } = new pg.Client({ connectionString: url });
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-pooler-'));
  const settings = path.join(folder, 'pgbouncer.ini');
  await writeFile(
    settings,
    `[databases]
${database} = host=${host} port=${port} user=${user}
[pgbouncer]
listen_addr =
unix_socket_dir = ${folder}
listen_port = ${PORT}
auth_type = any
pool_mode = ${poolMode}
default_pool_size = ${SESSIONS}
`,
  );
  // PgBouncer refuses to run as root. Only PostgreSQL's user may enter the folder of its socket.
  const { uid, gid } = await stat(host);
  await chown(folder, uid, gid);
  let pooler = await launch(settings, { uid, gid });
  const kill = async () => {
    const exited = pooler.exitCode === null && !pooler.killed && once(pooler, 'exit');
    pooler.kill('SIGKILL');
    await exited;
  };
  return {
    connection: { host: folder, port: PORT, database, user },
    kill,
    async restart() {
      await rm(path.join(folder, `.s.PGSQL.${PORT}`), { force: true });
      pooler = await launch(settings, { uid, gid });
    },
    async close() {
      await kill();
      await rm(folder, { recursive: true });
    },
  };
}

/** Resolves once PgBouncer listens. Throws Error with its messages if it ends before. */
async function launch(
  settings: string,
  owner: { uid: number; gid: number },
): Promise<ChildProcess> {
  const pooler = spawn(PGBOUNCER, [settings], { ...owner, stdio: ['ignore', 'ignore', 'pipe'] });
  let printed = '';
  for await (const text of pooler.stderr.setEncoding('utf8')) {
    printed += text;
    if (printed.includes('process up')) break;
  }
  if (pooler.exitCode !== null) throw new Error(`PgBouncer ended: ${printed}`);
  return pooler;
}
