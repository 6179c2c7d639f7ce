import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { newId } from '../base/ids.ts';
import { readVersion } from '../base/project.ts';
import type { Deps } from '../deps/deps.ts';
import type { RequestContext } from '../deps/procedures.ts';
import { authenticateKey, bringsKey, showKeyRate } from '../features/api-keys/authenticate-key.ts';
import { registerAuditExports } from '../features/audit/routes.ts';
import { registerBannerUploads } from '../features/banners/routes.ts';
import { registerDepositUploads } from '../features/deposits/routes.ts';
import { registerEventStream } from '../features/events/routes.ts';
import { registerFileRoutes } from '../features/files/routes.ts';
import { registerOneClickUnsubscribing } from '../features/mails/routes.ts';
import { registerOwnData } from '../features/own-data/routes.ts';
import { registerAvatarUpload } from '../features/profiles/routes.ts';
import { pushTries } from '../features/push-subscriptions/send-push.ts';
import { registerQrCodeUploads } from '../features/qr-codes/routes.ts';
import { clearStaleCookie } from '../features/sessions/cookie.ts';
import { authenticate } from '../features/sessions/login.ts';
import { watchBrand } from '../features/settings/branding.ts';
import { registerBrandImages } from '../features/settings/routes.ts';
import { registerStatementUpload } from '../features/statements/routes.ts';
import {
  registerPassbookExport,
  registerTransactionsExport,
} from '../features/transactions/routes.ts';
import { registerDocumentUploads } from '../features/verifications/routes.ts';
import { deliveryTries } from '../features/webhooks/send-webhooks.ts';
import { breachChecks } from '../platform/auth/breached-passwords.ts';
import { type Authenticate, findRefusal } from '../platform/auth/gate.ts';
import { noteRefusal } from '../platform/commands/activity.ts';
import { virusScans } from '../platform/files/virus-scanner.ts';
import { registerAccessLog } from '../platform/http/access-log.ts';
import { refuseCrossSite } from '../platform/http/csrf.ts';
import { registerDraining } from '../platform/http/draining.ts';
import { connectionOptionsFor, registerConnectionLimits } from '../platform/http/entrance.ts';
import { registerHealth } from '../platform/http/health.ts';
import { bodyPace } from '../platform/http/limits.ts';
import { registerMetrics } from '../platform/http/metrics.ts';
import { registerOpenApi } from '../platform/http/openapi/openapi.ts';
import { registerArrival, registerHostCheck, trustIn } from '../platform/http/origin.ts';
import { markOf } from '../platform/http/prepared-build.ts';
import { addRetryAfter, sendError } from '../platform/http/present-error.ts';
import { registerRpc } from '../platform/http/rpc.ts';
import { registerSecurityHeaders } from '../platform/http/security-headers.ts';
import { registerRenewal } from '../platform/http/tls.ts';
import { openBuild, registerWeb } from '../platform/http/web.ts';
import { mailTries } from '../platform/mail/sender.ts';
import { watchProduct } from './product-metrics.ts';
import { router } from './router.ts';

/** Content types worth compressing. Event streams are excluded, because compression would buffer them. */
const COMPRESSIBLE =
  /^(?:application\/(?:json|javascript|manifest\+json)|text\/(?:html|css|csv|javascript)|image\/svg\+xml)/;

/** Builds the HTTP server. The caller listens on it and closes it. */
export async function buildApp(deps: Deps, pace = bodyPace): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = deps.log;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    trustProxy: trustIn(deps.config.trustProxy),
    // Requests that arrive while the server stops still get a response: see `registerDraining`.
    forceCloseConnections: false,
    return503OnClosing: false,
    ...connectionOptionsFor(deps.config),
  });
  app.setErrorHandler(sendError);
  const draining = registerDraining(app, deps);
  registerSecurityHeaders(app, deps.config);
  registerConnectionLimits(app, { ...deps.config, ...deps.limits }, pace);
  registerRenewal(app, { tls: deps.config.tls, log: deps.log });
  registerArrival(app, deps.config);
  registerHostCheck(app, deps.config);
  await app.register(cookie);
  await app.register(compress, { customTypes: COMPRESSIBLE, globalDecompression: false });
  app.addHook('onRequest', (request, _reply, done) => {
    if (!bringsKey(request)) refuseCrossSite(request);
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    const refusal = findRefusal(request);
    if (!refusal) return done();
    const { actor, becauseOf } = refusal;
    const route = `${request.method} ${request.routeOptions.url ?? ''}`;
    noteRefusal(deps, { userId: actor.userId, ip: request.ip, route, becauseOf });
    return done();
  });
  app.addHook('onSend', clearStaleCookie);
  app.addHook('onSend', addRetryAfter);
  app.addHook('onSend', showKeyRate);
  registerAccessLog(app, deps);
  registerMetrics(app, deps, {
    watchProduct: (registry) => watchProduct(registry, deps),
    counters: [breachChecks, deliveryTries, mailTries, pushTries, virusScans],
  });
  registerRpc(app, rpc(deps));
  const callers = rest(deps);
  const { productName: title, projectDir } = deps.config;
  const version = await readVersion(projectDir);
  registerOpenApi(app, { router, title, version, ...callers });
  registerEventStream(app, deps);
  await app.register(async (files) => {
    const context = { deps, authenticate: authenticate(deps) };
    registerFileRoutes(files, context, callers.authenticate);
    registerDepositUploads(files, context, callers.authenticate);
    registerDocumentUploads(files, context);
    registerStatementUpload(files, context);
    registerQrCodeUploads(files, context);
    registerAvatarUpload(files, context);
    registerBannerUploads(files, context);
    registerBrandImages(files, context);
    registerPassbookExport(files, context);
    registerTransactionsExport(files, context);
    registerAuditExports(files, context);
    registerOwnData(files, context);
  });
  await app.register(async (forms) => registerOneClickUnsubscribing(forms, deps));
  registerHealth(app, { ...deps, version }, draining);
  const opened = await openBuild(deps.config);
  const brand = await watchBrand(deps, markOf(opened.build)).catch(async (error: unknown) => {
    await app.close(); // The start begins again if the database was lost.
    throw error;
  });
  app.addHook('onClose', () => brand.stop());
  await registerWeb(app, opened, brand);
  return app;
}

function contextMaker(deps: Deps, check: Authenticate) {
  return (request: FastifyRequest, reply: FastifyReply): RequestContext => ({
    deps,
    request,
    reply,
    authenticate: check,
  });
}

/** REST accepts an API key, or the cookie of a signed-in user. */
function rest(deps: Deps) {
  const [byKey, bySession] = [authenticateKey(deps), authenticate(deps)];
  const check: Authenticate = (request) => (bringsKey(request) ? byKey : bySession)(request);
  return { authenticate: check, contextOf: contextMaker(deps, check) };
}

function rpc(deps: Deps) {
  const check = authenticate(deps);
  return { router, authenticate: check, contextOf: contextMaker(deps, check) };
}
