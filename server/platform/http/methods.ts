import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { appError } from '../../base/errors.ts';

const READS = new Set(['GET', 'HEAD']);

/** Call it before registering routes. */
export function refuseOtherMethods(app: FastifyInstance): void {
  const paths = new Map<string, { shape: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const path = paths.get(url) ?? { shape: shapeOf(url), methods: new Set() };
    paths.set(url, path);
    for (const one of [method].flat()) path.methods.add(one);
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (hasOwnRoute(request)) return done();
    const path = pathOf(request.url);
    const found = [...paths.values()].filter(({ shape }) => shape.test(path));
    if (found.length > 0) refuse(reply, new Set(found.flatMap(({ methods }) => [...methods])));
    return done(READS.has(request.method) ? undefined : appError('NOT_FOUND'));
  });
}

function refuse(reply: FastifyReply, allowed: Set<string>): never {
  reply.header('allow', [...allowed].sort().join(', '));
  throw appError('METHOD_NOT_ALLOWED');
}

function hasOwnRoute(request: FastifyRequest): boolean {
  return !request.is404 && !request.routeOptions.url?.includes('*');
}

function shapeOf(url: string): RegExp {
  return new RegExp(`^${url.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`);
}

/** Returns the path of a request's target as sent. `new URL` is unsafe here: the target could contain a host. */
export function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
