import type { Server } from 'node:http';
import type {
  FastifyHttpOptions,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
} from 'fastify';
import { appError, malformedRequest } from '../../base/errors.ts';
import type { Config } from '../config/config.ts';
import {
  limitConnections,
  limitUnanswered,
  type OpenConnection,
  proxyCheck,
} from './connections.ts';
import { type CountedRequest, registerFloodGuard } from './flood-guard.ts';
import { readForwardedAddress } from './forwarded-address.ts';
import {
  BODY_BYTES,
  type BodyPace,
  connectionTimes,
  MAX_DRAINED_LIMITS,
  MAX_HOST_LENGTH,
  MAX_UNANSWERED,
} from './limits.ts';
import { pathOf, refuseOtherMethods } from './methods.ts';
import { refuseBroken, refuseLate } from './refusals.ts';
import { strictTransportOf } from './security-headers.ts';
import { hasBody, watchBodies } from './slow-bodies.ts';
import { tlsOptionsOf } from './tls.ts';

const connectionOptions = {
  bodyLimit: BODY_BYTES.public,
  // As long as Node lets a header be: an id that is too long is malformed input, not a path without a route.
  routerOptions: { maxParamLength: 16 * 1024 },
  requestTimeout: connectionTimes.requestMs,
  keepAliveTimeout: connectionTimes.keepAliveMs,
  connectionTimeout: connectionTimes.silenceMs,
  http: {
    headersTimeout: connectionTimes.headersMs,
    connectionsCheckingInterval: connectionTimes.checkEveryMs,
    // Node's own refusal has no security headers. The host check refuses a missing host with them.
    requireHostHeader: false,
  },
  rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : url.replaceAll('%', '%25')),
} satisfies FastifyHttpOptions<Server>;

type NetworkConfig = Pick<Config, 'publicUrl'>;

export function connectionOptionsFor({ tls, ...config }: NetworkConfig & Pick<Config, 'tls'>) {
  const strictTransport = strictTransportOf(config);
  // An instance with TLS has another type in Fastify, although nothing that is used of it differs.
  const secured: object = tls ? { https: { ...tlsOptionsOf(tls), ...connectionOptions.http } } : {};
  return {
    ...connectionOptions,
    ...secured,
    clientErrorHandler: (error, socket) => refuseBroken(error, socket, { strictTransport }),
  } satisfies FastifyHttpOptions<Server>;
}

/** Call it before registering routes and header readers. */
export function registerConnectionLimits(
  app: FastifyInstance,
  {
    trustProxy,
    openConnection,
    countRequest,
    ...config
  }: NetworkConfig &
    Pick<Config, 'trustProxy'> & {
      openConnection: OpenConnection;
      countRequest: (network: string) => CountedRequest;
    },
  pace: BodyPace,
): void {
  const strictTransport = strictTransportOf(config);
  watchBodies(app.server, pace, ({ socket, url }) => refuseLate(socket, { url, strictTransport }));
  limitConnections(app.server, openConnection, proxyCheck(trustProxy));
  limitUnanswered(app.server, MAX_UNANSWERED);
  // Without a listener Node refuses other values of `Expect` than 100-continue itself, before any hook.
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  );
  app.addHook('onRequest', keepOutOfCaches);
  if (trustProxy !== undefined) app.addHook('onRequest', readForwardedAddress);
  registerFloodGuard(app, countRequest);
  refuseOtherMethods(app);
  app.addHook('onRequest', rejectUnsupportedRequests);
  app.addHook('onSend', endConnection);
}

/** Responses hold personal data. */
function keepOutOfCaches(
  _request: FastifyRequest,
  reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  reply.header('cache-control', 'no-store');
  done();
}

function rejectUnsupportedRequests(
  request: FastifyRequest,
  _reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  done(whyUnsupported(request));
}

/** Host names are parsed before authentication, at a cost that is quadratic in their length. */
function whyUnsupported(request: FastifyRequest): Error | undefined {
  const { method, headers, raw } = request;
  if (request.originalUrl !== request.url) return malformedRequest(400);
  // Node reads the first Host header, but a proxy in front may have routed by the second (RFC 9112, 3.2).
  if (countHosts(raw.rawHeaders) > 1) return malformedRequest(400);
  const names = [headers.host, headers.origin, headers['x-forwarded-host']];
  if (names.some((name) => name && name.length > MAX_HOST_LENGTH)) return appError('INVALID_INPUT');
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && hasBody(headers) ? appError('PAYLOAD_TOO_LARGE') : undefined;
}

/** Fastify responds to an address that it cannot decode before any hook: without limits, headers and log. */
function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    decodeURI(pathOf(url));
    return true;
  } catch {
    return false;
  }
}

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
}

function endConnection(
  request: FastifyRequest,
  reply: FastifyReply,
  _payload: unknown,
  done: HookHandlerDoneFunction,
): void {
  // After the response to a request for another protocol, Node 20 reads and drops what the client sends, without a limit.
  const isUpgrade = request.headers.upgrade !== undefined;
  if (isUpgrade || hasLargeRest(request)) reply.header('connection', 'close');
  done();
}

/** Whether the body is not read, and too large to read it only for the next request of the connection. */
function hasLargeRest(request: FastifyRequest): boolean {
  if (request.raw.complete || !hasBody(request.headers)) return false;
  const limit = request.routeOptions.bodyLimit ?? BODY_BYTES.public;
  return !(Number(request.headers['content-length']) <= MAX_DRAINED_LIMITS * limit);
}
