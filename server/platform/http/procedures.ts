import type { AnyContractProcedure } from '@orpc/contract';
import { type AnyRouter, traverseContractProcedures } from '@orpc/server';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  onRequestAsyncHookHandler,
} from 'fastify';
import { appError } from '../../base/errors.ts';
import { type AccessRule, accessRuleOf } from '../auth/gate.ts';
import { acceptJsonOnly } from './json-body.ts';
import { BODY_BYTES } from './limits.ts';

export interface ProcedureTransport {
  router: AnyRouter;
  address(procedure: { names: readonly string[]; method?: string; path?: string }): {
    method: string;
    url: string;
  };
  gate(rule: AccessRule): onRequestAsyncHookHandler;
  readInput(request: FastifyRequest, procedure: AnyContractProcedure): Promise<void>;
  /** Returns the text to send, or sends the response itself. */
  handle(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ matched: boolean; payload?: string }>;
}

/** A route for each procedure lets Fastify check its method and body size before oRPC reads it. */
export function registerProcedures(app: FastifyInstance, transport: ProcedureTransport): void {
  // A procedure continues after its client disconnects. A stop waits for it while the database is still open.
  const running = new Set<Promise<unknown>>();
  app.addHook('onClose', async () => void (await Promise.allSettled(running)));
  app.register(async (scope) => {
    acceptJsonOnly(scope);
    traverseContractProcedures({ router: transport.router, path: [] }, ({ contract, path }) => {
      const { method, url } = transport.address({ names: path, ...contract['~orpc'].route });
      const rule = accessRuleOf(contract);
      scope.route({
        method: (method === 'GET' ? ['GET', 'HEAD'] : method) as HTTPMethods,
        url,
        exposeHeadRoute: false,
        bodyLimit: BODY_BYTES[rule.access],
        onRequest: transport.gate(rule),
        preHandler: (request) => transport.readInput(request, contract),
        handler: async (request, reply) => {
          // oRPC knows the procedure by its method. Node sends no body in response to what began as HEAD.
          if (request.method === 'HEAD') request.raw.method = 'GET';
          const handling = transport.handle(request, reply);
          running.add(handling);
          const { matched, payload } = await handling.finally(() => running.delete(handling));
          if (!matched) throw appError('NOT_FOUND');
          return payload;
        },
      });
    });
  });
}
