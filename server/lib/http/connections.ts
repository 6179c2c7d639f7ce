import type { Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';

const thisMachine = new BlockList();
thisMachine.addSubnet('127.0.0.0', 8);
thisMachine.addAddress('::1', 'ipv6');

/**
 * Bounds how many connections are open, in all and from one network (an address, of IPv6 a /64). A
 * proxy on this machine is none of them: it counts its own callers.
 */
export function limitConnections(
  server: Server,
  { total, perNetwork }: { total: number; perNetwork: number },
  isProxy: (address: string) => boolean = isThisMachine,
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

function isThisMachine(address: string): boolean {
  return thisMachine.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
