import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import { RPCHandler } from '@orpc/server/fastify';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { registerBannerUploads } from './features/banners/routes.ts';
import { registerDepositUpload } from './features/deposits/routes.ts';
import { registerEventStream } from './features/events/routes.ts';
import { registerFileRoutes } from './features/files/routes.ts';
import { registerAvatarUpload } from './features/profiles/routes.ts';
import { registerQrCodeUploads } from './features/qr-codes/routes.ts';
import { authenticate, clearStaleCookie } from './features/sessions/service.ts';
import {
  registerPassbookExport,
  registerTransactionsExport,
} from './features/transactions/routes.ts';
import { refuseCrossSite } from './lib/csrf.ts';
import type { Deps } from './lib/deps.ts';
import { appError } from './lib/errors.ts';
import type { RequestContext } from './lib/gate.ts';
import { registerDraining } from './lib/http/draining.ts';
import { registerHealth } from './lib/http/health.ts';
import { registerArrival, registerHostCheck, trustIn } from './lib/http/origin.ts';
import { newId } from './lib/ids.ts';
import { registerMetrics } from './lib/metrics.ts';
import { registerOpenApi } from './lib/openapi.ts';
import { presentFailure, presentMalformed } from './lib/orpc-errors.ts';
import { addRetryAfter, sendError } from './lib/present-error.ts';
import { registerWeb } from './lib/web.ts';
import { router } from './router.ts';

/** A flood guard per address, far above what a person or an office behind one address needs. */
const REQUESTS_PER_MINUTE = 30_000;
/** Answers worth compressing; never event streams, which would be held back. */
const COMPRESSIBLE =
  /^(?:application\/(?:json|javascript|manifest\+json)|text\/(?:html|css|csv|javascript)|image\/svg\+xml)/;

/** Composes the HTTP server; the caller listens and closes. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = deps.log;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    trustProxy: trustIn(deps.config.trustProxy),
    // Whoever asks while the server stops is still answered: see `registerDraining`.
    forceCloseConnections: false,
    return503OnClosing: false,
  });
  app.setErrorHandler(sendError);
  const draining = registerDraining(app, deps);
  registerArrival(app, deps.config);
  await app.register(helmet, {
    contentSecurityPolicy: { directives: contentPolicy },
    // A promise for PUBLIC_URL's host alone: neither its subdomains nor localhost are ours to bind.
    strictTransportSecurity: deps.config.publicUrl?.protocol === 'https:' && {
      includeSubDomains: false,
    },
  });
  registerHostCheck(app, deps.config);
  await app.register(cookie);
  await app.register(rateLimit, { max: REQUESTS_PER_MINUTE, timeWindow: '1 minute' });
  await app.register(compress, { customTypes: COMPRESSIBLE });
  app.addHook('onRequest', refuseCrossSite);
  app.addHook('onSend', clearStaleCookie);
  app.addHook('onSend', addRetryAfter);
  registerMetrics(app, deps);
  const contextOf = contextMaker(deps);
  registerRpc(app, contextOf);
  await registerOpenApi(app, { router, title: deps.config.productName, contextOf });
  registerEventStream(app, deps);
  await app.register(async (files) => {
    registerFileRoutes(files, deps);
    registerDepositUpload(files, deps);
    registerQrCodeUploads(files, deps);
    registerAvatarUpload(files, deps);
    registerBannerUploads(files, deps);
    registerPassbookExport(files, deps);
    registerTransactionsExport(files, deps);
  });
  registerHealth(app, deps, draining);
  await registerWeb(app, deps.config);
  return app;
}

const contentPolicy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  connectSrc: ["'self'"],
  fontSrc: ["'self'"],
  workerSrc: ["'self'"],
  manifestSrc: ["'self'"],
  objectSrc: ["'none'"],
  frameAncestors: ["'none'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  upgradeInsecureRequests: null,
};

function contextMaker(deps: Deps) {
  return (request: FastifyRequest, reply: FastifyReply): RequestContext => ({
    deps,
    request,
    reply,
    authenticate: authenticate(deps),
  });
}

function registerRpc(app: FastifyInstance, contextOf: ReturnType<typeof contextMaker>): void {
  const handler = new RPCHandler(router, {
    interceptors: [presentMalformed],
    clientInterceptors: [presentFailure],
  });
  // A caller who went away leaves a procedure running: a stop waits for it, the database is still there.
  const running = new Set<Promise<unknown>>();
  app.addHook('onClose', async () => void (await Promise.allSettled(running)));
  app.all('/rpc/*', async (request, reply) => {
    const context = contextOf(request, reply);
    const handling = handler.handle(request, reply, { prefix: '/rpc', context });
    running.add(handling);
    const { matched } = await handling.finally(() => running.delete(handling));
    if (!matched) throw appError('NOT_FOUND');
  });
}
