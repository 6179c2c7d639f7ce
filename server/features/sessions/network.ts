import { isIP } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';

/** Where a request comes from, as attempts are counted. */
export interface Place {
  /** An IPv4 address, or the /64 that one IPv6 customer has at least: single addresses of it are no limit. */
  address: string;
  /** Its neighbourhood, a /24 or a /48: what one attacker easily has many addresses of. */
  network: string;
}

const NEIGHBOURHOOD_BITS = 48;

/** What is no address at all counts as one place. */
export function placeOf(ip: string): Place {
  const address = normalizeIP(ip);
  const version = isIP(address);
  if (version === 0) return { address: 'unknown', network: 'unknown' };
  if (version === 4) return { address, network: address.split('.').slice(0, 3).join('.') };
  return { address, network: normalizeIP(ip, NEIGHBOURHOOD_BITS) };
}
