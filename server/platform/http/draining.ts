import type { Socket } from 'node:net';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from '../../base/log.ts';
import type { Config } from '../config/config.ts';
import { connectionEventOf } from './tls.ts';

const SILENT_MS = 200;
/** A request that no database limit ends, such as a stalled upload, is aborted after this time. */
const MAX_DRAIN_MS = 20_000;

export interface Draining {
  readonly hasBegun: boolean;
}

/**
 * Makes `app.close()` finish every request that has begun. For `stopGraceMs` the server still accepts connections, so
 * that load balancers can notice the stop without losing requests.
 */
export function registerDraining(
  app: FastifyInstance,
  { config, log }: { config: Pick<Config, 'stopGraceMs'>; log: Logger },
): Draining {
  const state = { hasBegun: false };
  const connections = countRequests(app, state);
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (state.hasBegun) reply.header('connection', 'close');
    done();
  });
  app.addHook('preClose', async () => {
    state.hasBegun = true;
    await wait(config.stopGraceMs);
    // Connections already established by the system are accepted in the next turns of the event loop.
    await setImmediate();
    await setImmediate();
    setTimeout(() => connections.closeSilent(), SILENT_MS).unref();
    const cut = setTimeout(() => {
      log.warn('stop: unfinished requests were aborted');
      app.server.closeAllConnections();
    }, MAX_DRAIN_MS);
    app.server.once('close', () => clearTimeout(cut));
  });
  return state;
}

/** Node's list of idle connections omits those that have not yet sent a request. */
function countRequests(app: FastifyInstance, draining: Draining): { closeSilent(): void } {
  const requests = new Map<Socket, number>();
  app.server.on(connectionEventOf(app.server), (socket: Socket) => {
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
