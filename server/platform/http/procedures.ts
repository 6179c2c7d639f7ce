import type { AnyContractProcedure } from '@orpc/contract';
import { type AnyRouter, traverseContractProcedures } from '@orpc/server';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  onRequestAsyncHookHandler,
} from 'fastify';
import { type AccessRule, accessRuleOf } from '../auth/gate.ts';
import { appError } from '../runtime/errors.ts';
import { acceptJsonOnly } from './json-body.ts';
import { BODY_BYTES } from './limits.ts';

export interface ProcedureTransport {
  router: AnyRouter;
  /** Returns a procedure's method and URL from its names in the contract and its declared route. */
  address(procedure: { names: readonly string[]; method?: string; path?: string }): {
    method: string;
    url: string;
  };
  gate(rule: AccessRule): onRequestAsyncHookHandler;
  /** Fastify hook: reduces the request to the input that oRPC may read. */
  readInput(request: FastifyRequest, procedure: AnyContractProcedure): Promise<void>;
  handle(request: FastifyRequest, reply: FastifyReply): Promise<{ matched: boolean }>;
}

/**
 * Registers a route for every procedure, so that Fastify checks its method and body size. Input that oRPC would parse
 * by itself (forms, files, streams, other methods) is refused earlier.
 */
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
          const { matched } = await handling.finally(() => running.delete(handling));
          if (!matched) throw appError('NOT_FOUND');
        },
      });
    });
  });
}
