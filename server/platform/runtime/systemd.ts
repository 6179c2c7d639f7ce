import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describeError } from './errors.ts';
import type { Logger } from './log.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 5000;

export interface ServiceManager {
  notify(state: 'READY=1' | 'STOPPING=1'): Promise<void>;
}

/**
 * Returns the service manager that NOTIFY_SOCKET names, and removes the variable so that no child process, such as the
 * embedded database, reports for the server. Without the variable nothing is sent. The messages are sent by
 * `systemd-notify`, because Node.js has no Unix datagram sockets; a failure is logged.
 */
export function takeServiceManager(env: NodeJS.ProcessEnv, log: Logger): ServiceManager {
  const socket = env.NOTIFY_SOCKET;
  delete env.NOTIFY_SOCKET;
  return {
    async notify(state) {
      if (!socket) return;
      const options = { env: { ...env, NOTIFY_SOCKET: socket }, timeout: TIMEOUT_MS };
      await run('systemd-notify', [state], options).catch((error: unknown) => {
        log.warn({ error: describeError(error), state }, 'systemd-notify failed');
      });
    },
  };
}
