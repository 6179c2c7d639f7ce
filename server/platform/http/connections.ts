import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { TrustedProxies } from '../config/http-settings.ts';

/** Counts a connection and returns its release; undefined if there are too many. */
export type OpenConnection = (network: string | undefined) => (() => void) | undefined;

/** A network is an IPv4 address or an IPv6 /64. Proxies serve many users, so that only the total limits them. */
export function limitConnections(
  server: Server,
  open: OpenConnection,
  isProxy: (address: string) => boolean,
): void {
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    const isCounted = address !== undefined && !isProxy(address);
    const close = open(isCounted ? normalizeIP(address) : undefined);
    if (close) socket.once('close', close);
    else socket.destroy();
  });
}

/**
 * Ends a connection with more unanswered requests than `limit`, and ignores the rest of them. Node keeps the responses in memory
 * until the client reads them, and handles all requests of a received block of 64 KB. Browsers and proxies wait for each response.
 * Call it after the server's other listeners are registered.
 */
export function limitUnanswered(server: Server, limit: number): void {
  const unanswered = new WeakMap<Socket, number>();
  const handlers = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (count > limit) return socket.destroy();
    unanswered.set(socket, count);
    response.once('finish', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    for (const handle of handlers) handle.call(server, request, response);
  });
}

export function createConnectionCounts({
  total,
  perNetwork,
}: {
  total: number;
  perNetwork: number;
}): OpenConnection {
  const open = new Map<string, number>();
  let all = 0;
  return (network) => {
    if (all >= total) return undefined;
    const count = network === undefined ? 0 : (open.get(network) ?? 0) + 1;
    if (count > perNetwork) return undefined;
    if (network !== undefined) open.set(network, count);
    all += 1;
    return () => {
      all -= 1;
      if (network !== undefined) release(open, network);
    };
  };
}

function release(open: Map<string, number>, network: string): void {
  const count = (open.get(network) ?? 1) - 1;
  if (count === 0) open.delete(network);
  else open.set(network, count);
}

export function proxyCheck(trusted: TrustedProxies | undefined): (address: string) => boolean {
  // If TRUST_PROXY is a number of proxies, every direct connection is the last proxy's.
  if (typeof trusted === 'number') return () => true;
  const proxies = new BlockList();
  for (const network of ['127.0.0.0/8', '::1', ...(trusted ?? [])]) {
    const [address = '', bits] = network.split('/');
    const family = familyOf(address);
    proxies.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return (address) => proxies.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
