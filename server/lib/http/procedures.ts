import type { AnyContractProcedure } from '@orpc/contract';
import { type AnyRouter, traverseContractProcedures } from '@orpc/server';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HTTPMethods,
  onRequestAsyncHookHandler,
} from 'fastify';
import { appError } from '../errors.ts';
import { askedOf } from '../gate.ts';
import { acceptJsonOnly } from './json-body.ts';
import { BODY_BYTES } from './limits.ts';

/** One way to reach the procedures over HTTP. */
export interface Door {
  router: AnyRouter;
  /** Where a procedure is found, by its names in the contract and the route it declares. */
  address(procedure: { names: readonly string[]; method?: string; path?: string }): {
    method: string;
    url: string;
  };
  /** Fastify hook: passes the gate before a body is read. */
  gate(asked: ReturnType<typeof askedOf>): onRequestAsyncHookHandler;
  /** Fastify hook: takes from the request what oRPC may see. */
  readInput(request: FastifyRequest, procedure: AnyContractProcedure): Promise<void>;
  handle(request: FastifyRequest, reply: FastifyReply): Promise<{ matched: boolean }>;
}

/**
 * Registers a route for every procedure, so that Fastify knows its method and how much it may be sent.
 * What oRPC would read by itself (forms, files, streams, other methods) never gets that far.
 */
export function registerProcedures(app: FastifyInstance, door: Door): void {
  // A caller who went away leaves a procedure running: a stop waits for it, the database is still there.
  const running = new Set<Promise<unknown>>();
  app.addHook('onClose', async () => void (await Promise.allSettled(running)));
  app.register(async (scope) => {
    acceptJsonOnly(scope);
    traverseContractProcedures({ router: door.router, path: [] }, ({ contract, path }) => {
      const { method, url } = door.address({ names: path, ...contract['~orpc'].route });
      const asked = askedOf(contract);
      scope.route({
        method: (method === 'GET' ? ['GET', 'HEAD'] : method) as HTTPMethods,
        url,
        exposeHeadRoute: false,
        bodyLimit: BODY_BYTES[asked.access],
        onRequest: door.gate(asked),
        preHandler: (request) => door.readInput(request, contract),
        handler: async (request, reply) => {
          // oRPC knows the procedure by its method. Node sends no body in response to what began as HEAD.
          if (request.method === 'HEAD') request.raw.method = 'GET';
          const handling = door.handle(request, reply);
          running.add(handling);
          const { matched } = await handling.finally(() => running.delete(handling));
          if (!matched) throw appError('NOT_FOUND');
        },
      });
    });
  });
}
