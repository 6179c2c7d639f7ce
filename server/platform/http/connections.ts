import type { Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { TrustedProxies } from '../config/http-settings.ts';

/** Per network: an IPv4 address or an IPv6 /64. Proxies serve many users and have no such limit. */
export function limitConnections(
  server: Server,
  { total, perNetwork }: { total: number; perNetwork: number },
  isProxy: (address: string) => boolean,
): void {
  server.maxConnections = total;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined || isProxy(address)) return;
    const network = normalizeIP(address);
    const count = (open.get(network) ?? 0) + 1;
    if (count > perNetwork) {
      socket.destroy();
      return;
    }
    open.set(network, count);
    socket.once('close', () => release(open, network));
  });
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
