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
 * Removes NOTIFY_SOCKET so that no child process reports for the server. Uses `systemd-notify`, because Node.js has no
 * Unix datagram sockets.
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
