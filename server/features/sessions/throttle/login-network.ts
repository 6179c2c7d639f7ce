import { isIP } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';

export interface Place {
  /** An IPv4 address or an IPv6 /64, the smallest block of one customer. */
  address: string;
  /** The /24 or /48 around it, in which one attacker may have many addresses. */
  network: string;
}

const NEIGHBOURHOOD_BITS = 48;

/** Returns the client's address and network; invalid addresses count as one. */
export function placeOf(ip: string): Place {
  const address = normalizeIP(ip);
  const version = isIP(address);
  if (version === 0) return { address: 'unknown', network: 'unknown' };
  if (version === 4) return { address, network: address.split('.').slice(0, 3).join('.') };
  return { address, network: normalizeIP(ip, NEIGHBOURHOOD_BITS) };
}
