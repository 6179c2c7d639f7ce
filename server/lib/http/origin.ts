import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { Config } from '../config.ts';
import { appError } from '../errors.ts';
import { hostnameOf, isAddress, isLoopback } from './hosts.ts';
import type { TrustedProxies } from './settings.ts';

/** How a request reached the server. Who sent it is Fastify's `request.ip`. */
export interface Arrival {
  /** The origin that our own pages have: PUBLIC_URL, or the address that was asked for. */
  origin: string | undefined;
  /** Whether the person's browser speaks https, whatever the last stretch to the server is. */
  isHttps: boolean;
  /** Sent by a program of this machine to this machine, as far as can be seen with no proxy between. */
  isDirect: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    arrival: Arrival;
  }
}

/** Probes and scrapers call by whatever address they have; what they get says nothing of anyone. */
const FOR_MACHINES = new Set<unknown>(['/healthz', '/readyz', '/metrics']);

/** What proxies, load balancers and tunnels add to a request that they pass on. */
const FORWARDING_HEADER =
  /^(?:forwarded|via|cdn-loop|front-end-https|x-scheme|(?:x-forwarded|x-original|x-envoy|x-arr|x-amzn|cf|fastly|fly|tailscale)(?:-.*)?|(?:.*-)?(?:client|real|connecting)-?ip)$/;

type NetworkConfig = Pick<Config, 'host' | 'publicUrl' | 'trustProxy'>;

/** Fastify's own option: whose forwarding headers say who the caller is. */
export function trustIn(proxies: TrustedProxies | undefined): FastifyServerOptions['trustProxy'] {
  if (proxies === undefined) return false;
  // Of a bare number Fastify believes no one, since it can't know that the port is closed to others.
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies;
}

/** Says of every request how it reached the server; to be registered before what asks for it. */
export function registerArrival(app: FastifyInstance, config: NetworkConfig): void {
  app.decorateRequest('arrival');
  let hasWarned = config.trustProxy !== undefined;
  app.addHook('onRequest', async (request) => {
    request.arrival = arrivalOf(request, config);
    if (hasWarned || !isForwarded(request.headers)) return;
    hasWarned = true;
    const from = request.socket.remoteAddress;
    request.log.warn(
      { from },
      'forwarding headers are not believed: if a proxy of yours sent them, set TRUST_PROXY to its address',
    );
  });
}

function arrivalOf(request: FastifyRequest, { publicUrl }: NetworkConfig): Arrival {
  const isHttps = (publicUrl?.protocol ?? `${request.protocol}:`) === 'https:';
  const address = `${isHttps ? 'https' : 'http'}://${request.host}`;
  const asked = URL.canParse(address) ? new URL(address).origin : undefined;
  return { origin: publicUrl?.origin ?? asked, isHttps, isDirect: isDirect(request) };
}

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

/**
 * Refuses requests to names that are not ours: a page whose name was turned to this machine's address
 * (DNS rebinding) counts as our own for its browser. Throws MISDIRECTED.
 */
export function registerHostCheck(app: FastifyInstance, config: NetworkConfig): void {
  let hasWarned = false;
  app.addHook('onRequest', async (request) => {
    if (FOR_MACHINES.has(request.routeOptions.url) || isForUs(request, config)) return;
    if (!hasWarned) request.log.warn(...misdirected(request, config));
    hasWarned = true;
    throw appError('MISDIRECTED');
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
  // A page can write X-Forwarded-Host to its own origin, but not Host.
  const asked = [request.host, request.headers.host ?? ''].map(hostnameOf);
  return asked.every((name) => name !== undefined && isOwnName(name, host));
}

/** No one else's name server decides where a literal address, `localhost` or HOST itself leads. */
function isOwnName(name: string, host: string): boolean {
  return isAddress(name) || name === 'localhost' || name === host.toLowerCase();
}
