import type { AnyRouter } from '@orpc/server';
import { StandardRPCHandler } from '@orpc/server/standard';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Authenticate, admitBeforeBody, type CallContext } from '../auth/gate.ts';
import { openEnvelope } from './json-body.ts';
import { presentFailure, toMalformedInputError } from './orpc-errors.ts';
import { registerProcedures } from './procedures.ts';

const PREFIX = '/rpc';

interface Rpc {
  router: AnyRouter;
  authenticate: Authenticate;
  contextOf(request: FastifyRequest, reply: FastifyReply): CallContext;
}

/**
 * Serves the procedures to browsers. Without oRPC's adapter for Fastify, which parses the address twice and makes an
 * abort signal for each request, although each procedure has a constant address and none reads the signal.
 */
export function registerRpc(app: FastifyInstance, { router, authenticate, contextOf }: Rpc): void {
  const handler = new StandardRPCHandler<CallContext>(router, {
    interceptors: [toMalformedInputError],
    clientInterceptors: [presentFailure],
  });
  const addresses = new Map<string, URL>();
  registerProcedures(app, {
    router,
    address: ({ names }) => {
      const url = `${PREFIX}/${names.join('/')}`;
      addresses.set(url, new URL(url, 'http://localhost'));
      return { method: 'POST', url };
    },
    gate: (rule) => admitBeforeBody(rule, authenticate),
    readInput: openEnvelope,
    async handle(request, reply) {
      const url = addresses.get(request.routeOptions.url ?? '');
      if (!url) return { matched: false };
      const { method, headers, body } = request;
      const { matched, response } = await handler.handle(
        { method, url, headers, body: async () => body, signal: undefined },
        { prefix: PREFIX, context: contextOf(request, reply) },
      );
      if (!matched) return { matched };
      reply.status(response.status).type('application/json');
      return { matched, payload: JSON.stringify(response.body) };
    },
  });
}
