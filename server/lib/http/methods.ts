import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { appError } from '../errors.ts';

const READS = new Set(['GET', 'HEAD']);

/**
 * Refuses methods that a path has no route for, by 405 and what it does have, and what else is no
 * read and leads nowhere: all before a byte of a body is read. Register it before the routes.
 */
export function refuseOtherMethods(app: FastifyInstance): void {
  const paths = new Map<string, { shape: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const path = paths.get(url) ?? { shape: shapeOf(url), methods: new Set() };
    paths.set(url, path);
    for (const one of [method].flat()) path.methods.add(one);
  });
  app.addHook('onRequest', async (request, reply) => {
    if (hasOwnRoute(request)) return;
    const path = pathOf(request.url);
    const found = [...paths.values()].filter(({ shape }) => shape.test(path));
    if (found.length > 0) refuse(reply, new Set(found.flatMap(({ methods }) => [...methods])));
    if (!READS.has(request.method)) throw appError('NOT_FOUND');
  });
}

function refuse(reply: FastifyReply, allowed: Set<string>): never {
  reply.header('allow', [...allowed].sort().join(', '));
  throw appError('METHOD_NOT_ALLOWED');
}

/** The page and the built files have one route for whatever path is none of the others. */
function hasOwnRoute(request: FastifyRequest): boolean {
  return !request.is404 && !request.routeOptions.url?.includes('*');
}

function shapeOf(url: string): RegExp {
  return new RegExp(`^${url.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`);
}

/** The path of a request's target, as it was sent. Never by `new URL`: a host could be written into it. */
export function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
