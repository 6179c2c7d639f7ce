import type { Socket } from 'node:net';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

/** A connection without a request is closed so long after the last one could be made. */
const SILENT_MS = 200;
/** A request that the database's limits don't end, such as an upload that stalls, is cut after so long. */
const MAX_DRAIN_MS = 20_000;

export interface Draining {
  /** Whether the server is stopping. */
  readonly hasBegun: boolean;
}

/**
 * Lets `app.close()` answer every request that has begun. For `stopGraceMs` connections are still accepted,
 * so that what was sent before anyone could know is answered too; each answer then closes its connection,
 * and connections on which nothing is asked are closed without one.
 */
export function registerDraining(
  app: FastifyInstance,
  { config, log }: Pick<Deps, 'config' | 'log'>,
): Draining {
  const state = { hasBegun: false };
  const connections = countRequests(app, state);
  app.addHook('onSend', async (_request, reply) => {
    if (state.hasBegun) reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => {
    state.hasBegun = true;
    await wait(config.stopGraceMs);
    // Connections that the system has made already are accepted in the next turn of the event loop.
    await setImmediate();
    await setImmediate();
    setTimeout(() => connections.closeSilent(), SILENT_MS).unref();
    const cut = setTimeout(() => {
      log.warn('requests that did not end were cut off');
      app.server.closeAllConnections();
    }, MAX_DRAIN_MS);
    app.server.once('close', () => clearTimeout(cut));
  });
  return state;
}

/** Node's own list of idle connections lacks those that have not asked anything yet. */
function countRequests(app: FastifyInstance, draining: Draining): { closeSilent(): void } {
  const requests = new Map<Socket, number>();
  app.server.on('connection', (socket: Socket) => {
    requests.set(socket, 0);
    socket.once('close', () => requests.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    requests.set(socket, (requests.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (requests.get(socket) ?? 1) - 1;
      if (requests.has(socket)) requests.set(socket, left);
      if (draining.hasBegun && left === 0) socket.destroySoon();
    });
  });
  return {
    closeSilent() {
      for (const [socket, count] of requests) if (count === 0) socket.destroySoon();
    },
  };
}
