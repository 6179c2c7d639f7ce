import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import type { DefaultAccount } from '../features/users/seed-users.ts';
import type { Config } from '../platform/config/config.ts';
import type { Services } from './boot.ts';

/** Longer than all waits of a stop. A process that still runs then hangs and is ended. */
const STOP_TIMEOUT_MS = 60_000;

export interface Ready {
  /** The default accounts, with the passwords that may be shown now. */
  accounts: DefaultAccount[];
  port: number;
}

export interface Hooks {
  onReady(ready: Ready): Promise<void>;
  onStop(): Promise<void>;
}

interface Served {
  app: FastifyInstance;
  services: Services;
  /** With a `socket` that listens already, host and port count for the banner only. */
  config: Pick<Config, 'host' | 'port'> & { socket: number | undefined };
}

/** Serves requests until `stop`, then finishes those that have begun. */
export async function serveUntil(
  stop: AbortSignal,
  { app, services, config: { host, port, socket } }: Served,
  { onReady, onStop }: Hooks,
): Promise<void> {
  try {
    await app.listen({ host, port, ...(socket === undefined ? {} : { fd: socket }) });
    const address = app.server.address();
    const bound = typeof address === 'object' && address ? address.port : port;
    await onReady({ port: bound, accounts: services.newAccounts });
    if (!stop.aborted) await once(stop, 'abort');
  } finally {
    const stuck = setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    // In parallel, so that the server refuses new requests while the event hub still waits for the database.
    await Promise.all([onStop(), services.deps.events.close(), app.close()]);
    await services.stop();
    clearTimeout(stuck);
  }
}
