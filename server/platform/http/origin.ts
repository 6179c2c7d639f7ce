import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import { appError } from '../../base/errors.ts';
import type { Config } from '../config/config.ts';
import { hostnameOf, isAddress, isLoopback, rememberLast } from '../config/hosts.ts';
import type { TrustedProxies } from '../config/http-settings.ts';
import { originOf as linkOrigin } from '../config/mail-settings.ts';

export interface Arrival {
  origin: string | undefined;
  /** Whether the user's browser uses https, even if the last proxy connects by http. */
  isHttps: boolean;
  isDirect: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    arrival: Arrival;
  }
}

/** Routes for monitoring, which may use any address of the server. Their responses hold no personal data. */
const FOR_MACHINES = new Set<unknown>(['/healthz', '/readyz', '/metrics']);

const FORWARDING_HEADER =
  /^(?:forwarded|via|cdn-loop|front-end-https|x-scheme|(?:x-forwarded|x-original|x-envoy|x-arr|x-amzn|cf|fastly|fly|tailscale)(?:-.*)?|(?:.*-)?(?:client|real|connecting)-?ip)$/;

type NetworkConfig = Pick<Config, 'host' | 'publicUrl' | 'trustProxy'>;

export function trustIn(proxies: TrustedProxies | undefined): FastifyServerOptions['trustProxy'] {
  if (proxies === undefined) return false;
  // Fastify trusts no proxy if given a plain number, since it can't know that the port is closed to others.
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies;
}

/** Call it before registering hooks that read `request.arrival`. */
export function registerArrival(app: FastifyInstance, config: NetworkConfig): void {
  app.decorateRequest('arrival');
  let hasWarned = config.trustProxy !== undefined;
  app.addHook('onRequest', (request, _reply, done) => {
    request.arrival = arrivalOf(request, config);
    if (hasWarned || !isForwarded(request.headers)) return done();
    hasWarned = true;
    const from = request.socket.remoteAddress;
    request.log.warn(
      { from },
      'forwarding headers are ignored: if your proxy sent them, set TRUST_PROXY to its address',
    );
    done();
  });
}

/** Returns the origin that links to the wallet begin with. */
export function originFor(
  { config }: { config: Pick<Config, 'publicUrl' | 'port' | 'tls'> },
  { arrival }: FastifyRequest,
): string {
  return arrival.origin ?? linkOrigin(config);
}

function arrivalOf(request: FastifyRequest, { publicUrl }: NetworkConfig): Arrival {
  const isHttps = (publicUrl?.protocol ?? `${request.protocol}:`) === 'https:';
  const address = `${isHttps ? 'https' : 'http'}://${request.host}`;
  const origin = publicUrl?.origin ?? originOf(address);
  return { origin, isHttps, isDirect: isDirect(request) };
}

const originOf = rememberLast((address) =>
  URL.canParse(address) ? new URL(address).origin : undefined,
);

function isDirect({ socket, headers }: FastifyRequest): boolean {
  const { host = '', origin } = headers;
  const isOwnPage = origin === undefined || isLoopback(hostnameOfOrigin(origin));
  const isHere = isLoopback(socket.remoteAddress ?? '') && isLoopback(hostnameOf(host) ?? '');
  return isHere && isOwnPage && !isForwarded(headers);
}

function hostnameOfOrigin(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).hostname : '';
}

function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => FORWARDING_HEADER.test(name));
}

/** In a DNS rebinding attack, a foreign name resolves to this machine, so the attacker's page counts as ours. */
export function registerHostCheck(app: FastifyInstance, config: NetworkConfig): void {
  let hasWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (FOR_MACHINES.has(request.routeOptions.url) || isForUs(request, config)) return done();
    if (!hasWarned) request.log.warn(...misdirected(request, config));
    hasWarned = true;
    done(appError('MISDIRECTED'));
  });
}

function misdirected({ host }: FastifyRequest, { publicUrl }: NetworkConfig) {
  const advice = publicUrl
    ? `only ${publicUrl.host} is answered: let the proxy pass the Host on, or mend PUBLIC_URL`
    : 'if people are to open the wallet at this name, set PUBLIC_URL';
  return [{ host }, `a request to a name that is not ours was refused; ${advice}`] as const;
}

function isForUs(request: FastifyRequest, { host, publicUrl }: NetworkConfig): boolean {
  if (publicUrl) return hostnameOf(request.host) === publicUrl.hostname;
  // A page can set X-Forwarded-Host in requests to its own origin, but not Host.
  const asked = [request.host, request.headers.host ?? ''].map(hostnameOf);
  return asked.every((name) => name !== undefined && isOwnName(name, host));
}

/** No foreign name server can redirect a literal address, `localhost` or the configured HOST. */
function isOwnName(name: string, host: string): boolean {
  return isAddress(name) || name === 'localhost' || name === host.toLowerCase();
}
