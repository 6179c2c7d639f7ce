import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';

/** Starts the program again each time it ends, with the listening socket as descriptor 3. The inner shell becomes it. */
const SUPERVISE = `while :; do
  sh -c 'echo $$ > "$PID_FILE"; LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"' supervised "$@"
done`;

interface Supervised {
  baseUrl: string;
  port: number;
  /** The file with the id of the server's process. */
  pidFile: string;
  stop(): Promise<void>;
}

/** Runs a server as systemd does with a socket unit: the socket outlives the server's process. */
export async function startSupervised(
  command: string[],
  { folder, ...options }: { folder: string; cwd: string; env: NodeJS.ProcessEnv },
): Promise<Supervised> {
  const opener = createServer();
  opener.listen(0, '127.0.0.1');
  await once(opener, 'listening');
  const address = opener.address();
  if (typeof address !== 'object' || !address) throw new Error('The socket has no port');
  const pidFile = path.join(folder, 'server.pid');
  const child = spawn('sh', ['-c', SUPERVISE, 'supervisor', ...command], {
    ...options,
    env: { ...options.env, HOST: '127.0.0.1', PORT: String(address.port), PID_FILE: pidFile },
    stdio: ['ignore', 'ignore', 'inherit', descriptorOf(opener)],
  });
  await once(child, 'spawn');
  opener.close();
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    port: address.port,
    pidFile,
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
      const pid = Number(await readFile(pidFile, 'utf8').catch(() => ''));
      if (pid > 0) await endProcess(pid);
    },
  };
}

async function endProcess(pid: number): Promise<void> {
  const signal = (name: NodeJS.Signals | 0) => {
    try {
      return process.kill(pid, name);
    } catch {
      return false;
    }
  };
  signal('SIGTERM');
  while (signal(0)) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Node.js has the descriptor of a listening socket, but no documented way to read it. */
function descriptorOf(server: object): number {
  const { _handle: handle } = server as { _handle?: { fd?: number } };
  if (handle?.fd === undefined) throw new Error('The socket has no descriptor');
  return handle.fd;
}
